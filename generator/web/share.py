"""`petri walk --share`: a guided game on the phones at the table.

Each player has an address, and one address is for everybody. Pages point at places, choose moves, or type
them; the rules answer at once, and all pages show what was played.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from threading import Lock

from generator.errors import RulesError
from generator.make.screens.pages import BoardPictures
from generator.model.values import dataclass
from generator.play.walks.talk import RefusedMove as Forbidden
from generator.play.walks.talk import Reply as Answered
from generator.play.walks.talk import Several, SharedTalk, Stale, Talk
from generator.play.walks.walkthrough import WalkFile
from generator.play.walks.words import group_moves
from generator.rules.core import NATURE, Sentence
from generator.web.safe import LOCAL, Door
from generator.web.share_views import (
    Plain,
    Spots,
    list_texts,
    show_choices,
    show_log,
    show_refusal,
    show_state,
    show_view,
)
from generator.web.site import Answer, Call, Get, Post, Refused, Site, answer_json, find_static

MOST_TYPED = 500
"""Maximum number of characters of a typed move."""
_MOST_SPOTS = 64
_MOST_CHOICES = 200
"""Maximum number of entries of a list that was opened."""
_MOST_MEANT = 24
"""Maximum number of moves at a place that are listed one by one."""
_KEPT_PICTURES = 256


@dataclass(frozen=True, slots=True)
class Pointed:
    """Places at which an actor points: what is tapped on a sheet, one square after the other."""

    after: int
    """The version that the page shows."""
    actor: str
    spots: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """A move in its notation, or words that mean one."""

    after: int
    actor: str
    words: str


@dataclass(frozen=True, slots=True)
class Opened:
    """An entry of a list that contains several moves with the same start; an empty start lists all."""

    actor: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request without words: to draw, or to take back."""

    after: int


class Share:
    """The site of one game."""

    def __init__(self, talk: Talk, file: WalkFile, report: Callable[[Talk, Talk], None]) -> None:
        """Draw the boards; `report` is called after each entry, in a thread of its own."""
        self._pictures = BoardPictures(talk.walk.game.kit, talk.wording.locale)
        self._spots = Spots(talk.walk.game.kit, talk.wording)
        self._drawing = Lock()
        self._files: dict[str, Answer] = {}
        """The last pictures by name."""
        self._names: dict[bytes, str] = {}
        """Their names by content."""
        self._report = report
        self._talk = SharedTalk(talk, file, self._note)
        self.addresses: Mapping[str, str] = {}
        """The address of each person, so that pages can lead to those of the others."""
        routes = (
            Get("about", self._show_about),
            Get("state", self._show),
            Get("log", self._show_log),
            Get("view", self._show_view),
            Get("files/{name}", self._send_file),
            Post("point", Pointed, self._point),
            Post("move", Typed, self._move),
            Post("list", Opened, self._list),
            Post("draw", Asked, self._draw),
            Post("undo", Asked, self._undo),
        )
        static = find_static("share.html", "share.js", "share.css")
        self.site = Site(files=static, routes=routes, people=("", *talk.walk.log.players))

    def prepare(self) -> None:
        """Draw what the program decides, and all boards; raises OutputError."""
        self._talk.begin()
        self._show(Call())

    def open(self, *, host: str = LOCAL, port: int = 0) -> Door:
        """Return a server that listens; raises OutputError if it cannot."""
        door = Door(self.site, host=host, port=port)
        self.addresses = door.addresses
        return door

    def _note(self, before: Talk, after: Talk) -> None:
        self.site.events.send(None)
        self._report(before, after)

    # What pages ask for.

    def _show_about(self, call: Call) -> Answer:
        _, talk = self._talk.now
        wording = talk.wording
        pages = {who: address.rstrip("/").rpartition("/")[2] for who, address in self.addresses.items()}
        return answer_json(
            {
                "title": wording.format(talk.walk.game.kit.title),
                "language": wording.tag,
                "direction": wording.direction,
                "who": call.who,
                "pages": [{"who": who, "key": key} for who, key in pages.items()],
                "texts": list_texts(wording),
            }
        )

    def _show(self, call: Call) -> Answer:
        return answer_json(self._show_state(call.who))

    def _show_state(self, who: str) -> Plain:
        version, talk = self._talk.now
        news = self._talk.list_news(who)
        with self._drawing:
            state = show_state(talk, who, news, self._pictures, keep=self._keep, spots=self._spots)
        return state | {"version": version}

    def _show_log(self, call: Call) -> Answer:
        return answer_json(show_log(self._talk.now[1]))

    def _show_view(self, call: Call) -> Answer:
        return answer_json(show_view(self._talk.now[1]))

    def _keep(self, data: bytes, type: str) -> str:
        """Keep a file for pages that will ask for it, and return its name."""
        name = self._names.get(data) or hashlib.sha256(data).hexdigest()[:32]
        self._names[data] = name
        # The file becomes the newest one.
        self._files[name] = self._files.pop(name, Answer(data=data, type=type, is_kept=True))
        while len(self._files) > _KEPT_PICTURES:
            oldest = self._files.pop(next(iter(self._files)))
            del self._names[oldest.data]
        return name

    def _send_file(self, call: Call) -> Answer:
        if found := self._files.get(call.names["name"]):
            return found
        raise Refused(404, "This picture is no longer shown.")

    # What pages send.

    def _point(self, call: Call) -> Answer:
        body: Pointed = call.body
        spots = tuple((area, place) for area, place in (self._check_spot(spot) for spot in body.spots))
        if not 0 < len(spots) <= _MOST_SPOTS:
            raise Refused(400, f"`spots` must have 1 to {_MOST_SPOTS} places")
        return self._answer(call, body.after, body.actor, lambda talk: talk.point(body.actor, spots))

    def _check_spot(self, spot: tuple[str, ...]) -> tuple[str, str]:
        if len(spot) != 2:
            raise Refused(400, "a place must have an area and a name")
        return spot[0], spot[1]

    def _move(self, call: Call) -> Answer:
        body: Typed = call.body
        if not body.words.strip() or len(body.words) > MOST_TYPED:
            raise Refused(400, f"`words` must have 1 to {MOST_TYPED} characters")

        def take(talk: Talk) -> Answered:
            may_act = body.actor in talk.walk.actors
            return talk.take(body.actor, body.words) if may_act else talk.refuse_actor(body.actor)

        return self._answer(call, body.after, body.actor, take)

    def _draw(self, call: Call) -> Answer:
        def draw(talk: Talk) -> Answered:
            return talk.draw() if NATURE in talk.walk.actors else talk.refuse_actor(NATURE)

        return self._answer(call, call.body.after, NATURE, draw)

    def _answer(self, call: Call, after: int, actor: str, answer: Callable[[Talk], Answered]) -> Answer:
        self._check_actor(call, actor)
        try:
            found = self._talk.answer(after, actor, answer)
        except Stale:
            raise self._stale() from None
        _, talk = self._talk.now
        match found:
            case Forbidden():
                return answer_json({"refused": show_refusal(talk, found)})
            case Several():
                return answer_json({"choices": self._list_meant(talk, found)})
        return answer_json({"state": self._show_state(call.who)})

    def _list_meant(self, talk: Talk, several: Several) -> Sequence[Plain]:
        return show_choices(talk, several.actor, group_moves(several.moves, most=_MOST_MEANT))

    def _list(self, call: Call) -> Answer:
        body: Opened = call.body
        self._check_actor(call, body.actor)
        _, talk = self._talk.now
        moves = [move for move in talk.walk.moves(body.actor) if _begins(move, body.start)]
        return answer_json(
            {"choices": show_choices(talk, body.actor, group_moves(moves, most=_MOST_CHOICES))}
        )

    def _undo(self, call: Call) -> Answer:
        try:
            self._talk.undo(call.body.after, call.who)
        except Stale:
            raise self._stale() from None
        except RulesError as error:
            _, talk = self._talk.now
            reason = Sentence.of_rule(error.rule, **error.values)
            text = Sentence("walk.share.needed", reason=reason).format(talk.wording)
            return answer_json({"refused": {"reason": text, "rule": "", "paragraph": "", "legal": []}})
        return answer_json({"state": self._show_state(call.who)})

    def _check_actor(self, call: Call, actor: str) -> None:
        if call.who and actor not in (call.who, NATURE):
            raise Refused(403, self._format("other", player=call.who))

    def _stale(self) -> Refused:
        return Refused(409, self._format("stale"))

    def _format(self, key: str, **values: str) -> str:
        return Sentence(f"walk.share.{key}", **values).format(self._talk.now[1].wording)


def _begins(move: str, start: str) -> bool:
    """Return True if a move begins with these words or parts of words that `+` joins."""
    return move.startswith(start) and not move[len(start) : len(start) + 1].isalnum()
