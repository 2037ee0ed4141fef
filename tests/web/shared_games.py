"""Games on a site, as `petri walk --share` has them, and requests to them."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.output import LineLog
from generator.play.walks.talk import Talk
from generator.play.walks.walkthrough import WalkFile, start_walk
from generator.web.safe import Door
from generator.web.share import ShareSite
from tests import played
from tests.web.doors import Reply, ask, serve

Plain = dict[str, Any]


@contextmanager
def share(
    path: Path,
    game: str,
    *,
    players: tuple[str, ...] = ("Ana", "Bo"),
    locale: str = "en",
    kinds: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
    seed: int = 4,
) -> Iterator[Door]:
    """A new game, served in a thread until the end of the block."""
    walk = start_walk(played.game(game), players, options or {})
    file = WalkFile(LineLog(path))
    file.save(walk)
    talk = Talk(walk, played.kit(game).wordings[locale], frozenset(kinds), seed=seed)
    made = ShareSite(talk, file, lambda before, after: None)
    made.prepare()
    with serve(made.site) as door:
        made.addresses = door.addresses
        yield door


def get(address: str, path: str = "state") -> Any:
    reply = ask(address, path)
    assert reply.status == 200, reply
    return json.loads(reply.body)


def post(address: str, path: str, **values: Any) -> Reply:
    return ask(address, path, method="POST", body=json.dumps(values).encode())


def play(address: str, after: int, actor: str, words: str) -> Plain:
    """Make a move, and return what the page shows after it."""
    reply = post(address, "move", after=after, actor=actor, words=words)
    assert reply.status == 200, reply
    state: Plain = json.loads(reply.body)["state"]
    return state
