"""`petri walk --share`: a guided game on the phones at the table.

Each player has an address, and one address is for everybody. Pages point at places, choose moves, or type
them; the rules answer at once, and all pages show what was played, in the language of the table.

In a game with secrets, a page is made of what its player sees, and the page for everybody of what everybody
sees: nothing else can be sent.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, TypeAlias

from generator.make.screens.pages import BoardPicture, BoardPictures
from generator.model.kit import Kit
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.play.paper import PlaceNames, describe_end
from generator.play.walks.talk import (
    Choice,
    LastMove,
    RefusedMove,
    Reply,
    Several,
    SharedTalk,
    StaleAnswer,
    Talk,
    get_rest,
    get_shared_words,
    group_moves,
)
from generator.play.walks.walkthrough import WalkFile
from generator.rules.core import NATURE, RulesError, Sentence, ViewCell, format_phrase
from generator.rules.game import MOST_SHOWN
from generator.web import site
from generator.web.safe import LOCAL, Door

_Plain: TypeAlias = dict[str, Any]
_MOST_TYPED = 500
"""Maximum number of characters of a typed move."""
_MOST_SPOTS = 64
"""Maximum number of places that are tapped for one move."""
_MOST_PICTURES = 256
_MOST_BUTTONS, _MOST_LISTED = 8, 14
"""Maximum number of buttons beside a board, where moves are tapped, and without one."""
_MOST_OPENED = 200
"""Maximum number of entries of a list that was opened."""
_MOST_MEANT = 24
"""Maximum number of moves at a place that are listed one by one."""
_MOST_COMPARED = 40
"""Maximum number of moves of a group whose descriptions are compared."""
_MOST_DICE = 40
"""Maximum number of results of dice that are listed one by one."""
_TEXTS = (
    *("who", "everybody", "wait", "type", "send", "draw", "which", "clear", "explain", "table", "log"),
    *("news", "larger", "smaller", "undo", "lost", "some", "most"),
)


class ShareSite:
    """The site of one game."""

    def __init__(self, talk: Talk, file: WalkFile, report: Callable[[Talk, Talk], None]) -> None:
        """`report` is called after each entry, in a thread of its own."""
        game = talk.walk.game
        self._boards = _Boards(game.kit, talk.wording, has_secrets=game.secrets is not None)
        self._report = report
        self._talk = SharedTalk(talk, file, self._note)
        self._lock = Lock()
        self._claimed: set[str] = set()
        """Players whose pages have been opened, in a game with secrets."""
        self.addresses: Mapping[str, str] = {}
        """The address of each person, so that the page for everybody can lead to those of the players."""
        routes = (
            site.Get("about", self._show_about),
            site.Get("state", lambda call: site.answer_json(self._show_state(call.who))),
            site.Get("log", lambda call: site.answer_json(_list_entries(self._see(call.who)))),
            site.Get("view", lambda call: site.answer_json(_show_table(self._see(call.who)))),
            site.Get("files/{name}", lambda call: self._boards.find_file(call.who, call.names["name"])),
            site.Post("claim", _Claimed, self._claim),
            site.Post("point", _Pointed, self._point),
            site.Post("move", _Typed, self._move),
            site.Post("list", _Opened, self._list),
            site.Post("draw", _AskedQuestion, self._draw),
            site.Post("undo", _AskedQuestion, self._undo),
        )
        self.site = site.Site(
            files=site.list_static("share"),
            routes=routes,
            get_reader=lambda languages: talk.wording,
            people=("", *talk.walk.log.players),
        )

    def prepare(self) -> None:
        """Draw what the program decides, and all boards; raises OutputError."""
        self._talk.begin()
        self._show_state("")

    def open(self, *, host: str = LOCAL, port: int = 0) -> Door:
        """Return a server that listens; raises OutputError if it cannot."""
        door = Door(self.site, host=host, port=port)
        self.addresses = door.addresses
        return door

    @property
    def _now(self) -> Talk:
        return self._talk.now[1]

    def _see(self, who: str) -> Talk:
        """Return the conversation as a player, or everybody, sees it now."""
        return self._now.seen_by(who)

    def _note(self, before: Talk, after: Talk) -> None:
        self.site.events.send(None)
        self._report(before, after)

    # What pages ask for.

    def _show_about(self, call: site.Call) -> site.Answer:
        talk, wording = self._now, self._now.wording
        # A key allows playing for a player: the page of a player has only its own. If players have
        # secrets, each key is sent once, to the first who chooses that player.
        is_sent = talk.walk.game.secrets is None
        pages = {
            who: self._find_key(who) if is_sent or who == call.who else ""
            for who in self.addresses
            if call.who in ("", who)
        }
        return site.answer_json(
            {
                "title": wording.format(talk.walk.game.kit.title),
                "language": wording.tag,
                "direction": wording.direction,
                "signs": wording.grammar.signs,
                "who": call.who,
                "pages": [{"who": who, "key": key} for who, key in pages.items()],
                "texts": _list_texts(wording),
            }
        )

    def _find_key(self, who: str) -> str:
        return self.addresses[who].rstrip("/").rpartition("/")[2]

    def _claim(self, call: site.Call) -> site.Answer:
        """Send the key of a player's page, only once in a game with secrets."""
        who: str = call.body.who
        if call.who or who not in self._now.walk.log.players:
            raise site.Refused(403, self._format("other", player=call.who or who))
        with self._lock:
            if who in self._claimed:
                raise site.Refused(403, self._format("taken", player=who))
            if self._now.walk.game.secrets:
                self._claimed.add(who)
        return site.answer_json({"key": self._find_key(who)})

    def _show_state(self, who: str) -> _Plain:
        version, talk = self._talk.now
        seen = talk.seen_by(who)
        news = [seen.show_entry(entry) for entry in self._talk.list_news(who)]
        # Cards dealt face down are not announced.
        news = [entry for entry in news if entry.line.words or entry.line.actor != NATURE]
        return _show_talk(seen, who, news) | self._boards.show(seen, who) | {"version": version}

    # What pages send.

    def _point(self, call: site.Call) -> site.Answer:
        body: _Pointed = call.body
        if any(len(spot) != 2 for spot in body.spots):
            raise site.deny(400, "request", detail="a place must have an area and a name")
        spots = tuple((area, place) for area, place in body.spots)
        if not 0 < len(spots) <= _MOST_SPOTS:
            raise site.deny(400, "request", detail=f"`spots` must have 1 to {_MOST_SPOTS} places")
        return self._answer(call, body.after, body.actor, lambda talk: talk.point(body.actor, spots))

    def _move(self, call: site.Call) -> site.Answer:
        body: _Typed = call.body
        if not body.words.strip() or len(body.words) > _MOST_TYPED:
            raise site.deny(400, "typed", most=_MOST_TYPED)

        def take(talk: Talk) -> Reply:
            may_act = body.actor in talk.walk.actors
            return talk.take(body.actor, body.words) if may_act else talk.refuse_actor(body.actor)

        return self._answer(call, body.after, body.actor, take)

    def _draw(self, call: site.Call) -> site.Answer:
        def draw(talk: Talk) -> Reply:
            return talk.draw() if NATURE in talk.walk.actors else talk.refuse_actor(NATURE)

        return self._answer(call, call.body.after, NATURE, draw)

    def _answer(
        self, call: site.Call, after: int, actor: str, answer: Callable[[Talk], Reply]
    ) -> site.Answer:
        self._check_actor(call, actor)
        with self._refusing_stale():
            reply = self._talk.answer(after, actor, answer)
        match reply:
            case RefusedMove():
                return site.answer_json({"refused": _show_refusal(self._now, reply)})
            case Several():
                choices = group_moves(reply.moves, most=_MOST_MEANT)
                talk = self._see(call.who)
                return site.answer_json({"choices": _show_choices(talk, reply.actor, choices)})
        return site.answer_json({"state": self._show_state(call.who)})

    @contextmanager
    def _refusing_stale(self) -> Iterator[None]:
        """Refuse what a page asks for that shows an earlier version."""
        try:
            yield
        except StaleAnswer:
            raise site.Refused(409, self._format("stale")) from None

    def _list(self, call: site.Call) -> site.Answer:
        body: _Opened = call.body
        self._check_actor(call, body.actor)
        talk = self._see(call.who)
        moves = [move for move in talk.walk.moves(body.actor) if _begins(move, body.start)]
        choices = group_moves(moves, most=_MOST_OPENED)
        return site.answer_json({"choices": _show_choices(talk, body.actor, choices)})

    def _undo(self, call: site.Call) -> site.Answer:
        try:
            with self._refusing_stale():
                self._talk.undo(call.body.after, call.who)
        except RulesError as error:
            reason = Sentence.of_rule(error.rule, **error.values)
            text = Sentence("walk.share.needed", reason=reason).format(self._now.wording)
            return site.answer_json({"refused": {"reason": text, "rule": "", "paragraph": "", "legal": []}})
        return site.answer_json({"state": self._show_state(call.who)})

    def _check_actor(self, call: site.Call, actor: str) -> None:
        if call.who and actor not in (call.who, NATURE):
            raise site.Refused(403, self._format("other", player=call.who))
        if not call.who and actor != NATURE and self._now.walk.has_secrets:
            raise site.Refused(403, self._format("own"))

    def _format(self, key: str, **values: str) -> str:
        return Sentence(f"walk.share.{key}", **values).format(self._now.wording)


def _begins(move: str, start: str) -> bool:
    """Return True if a move begins with these words or parts of words that `+` joins."""
    return move.startswith(start) and not move[len(start) : len(start) + 1].isalnum()


@dataclass(frozen=True, slots=True)
class _Pointed:
    """Places at which an actor points: what is tapped on a sheet, one square after the other."""

    after: int
    """The version that the page shows."""
    actor: str
    spots: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Typed:
    """A move in its notation, or words that mean one."""

    after: int
    actor: str
    words: str


@dataclass(frozen=True, slots=True)
class _Opened:
    """An entry of a list that contains several moves with the same start; an empty start lists all."""

    actor: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class _Claimed:
    """The player whose page is opened."""

    who: str


@dataclass(frozen=True, slots=True)
class _AskedQuestion:
    """A request without words: to draw, or to take back."""

    after: int


def _list_texts(wording: Wording) -> Mapping[str, str]:
    kept = {"players": "{players}", "words": "{words}"}
    texts = {key: wording.format(f"walk.share.{key}", kept) for key in _TEXTS}
    return texts | {"prepare": wording.format("walk.prepare")}


def _show_talk(talk: Talk, who: str, news: Sequence[LastMove]) -> _Plain:
    """Return what the page of a player, or the one for everybody, shows besides the boards."""
    walk, wording = talk.walk, talk.wording
    is_for_all = not who and walk.is_complete
    actors = [actor for actor in walk.actors if is_for_all or actor in (who, NATURE)]
    last = talk.find_last(who)
    steps = () if walk.log.lines or walk.log.start else walk.companion.prepare(walk.state)
    return {
        "turns": [_show_turn(talk, actor) for actor in sorted(actors, key=lambda actor: actor != talk.asked)],
        "waiting": [] if actors else [talk.name_actor(actor) for actor in walk.actors],
        "news": [
            {
                "who": talk.name_source(entry.line),
                "words": entry.words.format(wording),
                "events": [event.format(wording) for event in entry.events],
            }
            for entry in news
        ],
        "undo": f"{talk.name_source(last)}: {walk.describe_line(last).format(wording)}" if last else "",
        "prepare": [step.format(wording) for step in steps],
        "end": _show_end(talk) if walk.is_over else None,
    }


def _show_turn(talk: Talk, actor: str) -> _Plain:
    """Return the question to an actor, with places that can be tapped and moves as buttons."""
    turn, wording, walk = talk.turn(actor), talk.wording, talk.walk
    lesson = walk.find_lesson(actor)
    spots = dict.fromkeys(spot for at in walk.places(actor).values() for spot in at)
    is_dice = actor == NATURE and walk.chance == "dice" and len(turn.moves) <= _MOST_DICE
    if is_dice:
        choices = tuple(Choice((move,), move) for move in turn.moves)
    else:
        rare = walk.companion.rare
        most = _MOST_BUTTONS if any(place for _, place in spots) else _MOST_LISTED
        choices = group_moves(turn.moves, most=most, rare=rare)
        if len(choices) == 1 and not spots:
            choices = group_moves(turn.moves, most=len(turn.moves))
    return {
        "actor": actor,
        "name": talk.name_actor(actor),
        "question": turn.question.format(wording),
        "lesson": lesson.format(wording) if lesson else "",
        "is_new": talk.find_lesson(actor) is not None,
        "may_draw": actor == NATURE,
        "is_dice": is_dice,
        "spots": list(spots),
        "focus": list(walk.companion.focus(walk.state, actor)),
        "choices": _show_choices(talk, actor, choices),
    }


def _show_choices(talk: Talk, actor: str, choices: Sequence[Choice]) -> list[_Plain]:
    """Return entries of a list: moves with their description, and groups with their number of moves.

    The notation is part of those that have the same text otherwise.
    """
    places = talk.walk.places(actor)
    texts = [_describe_choice(talk, actor, choice) for choice in choices]
    counts = Counter(texts)
    return [
        {
            "words": choice.start,
            "said": talk.say_move(choice.start),
            "text": text,
            "is_noted": counts[text] > 1 and text != choice.start,
            "count": len(choice.moves),
            "spots": list(places[choice.only]) if choice.only else [],
        }
        for text, choice in zip(texts, choices, strict=True)
    ]


def _describe_choice(talk: Talk, actor: str, choice: Choice) -> str:
    """Describe a move, or what the moves of a group have in common; the notation if nothing else does."""
    walk, wording, start = talk.walk, talk.wording, choice.start
    if choice.only:
        return walk.describe(actor, choice.only).format(wording)
    if described := walk.companion.describe_start(walk.state, actor, start):
        return described.format(wording)
    translated = walk.game.vocabularies[wording.locale].translate(start)
    if translated not in ("", start) or len(choice.moves) > _MOST_COMPARED:
        return translated or start
    shared = get_shared_words([walk.describe(actor, move).format(wording) for move in choice.moves])
    return shared if len(shared.split()) >= len(start.split()) else start


def _show_refusal(talk: Talk, refused: RefusedMove) -> _Plain:
    """Return why an answer was refused, the rule and its paragraph, and some legal moves."""
    legal = list(talk.walk.game.vocabularies[talk.wording.locale].say_each(refused.legal[:MOST_SHOWN]))
    legal += ["…"] * (len(refused.legal) > MOST_SHOWN)
    reason = Sentence.of_rule(refused.rule, **refused.error.values)
    return {
        "reason": Sentence("walk.share.refused", reason=reason).format(talk.wording),
        "rule": refused.rule,
        "paragraph": talk.read_paragraph(refused.rule),
        "legal": legal,
    }


def _list_entries(talk: Talk) -> list[_Plain]:
    walk = talk.walk
    return [
        {
            "who": talk.name_source(line),
            "words": words,
            "text": get_rest(words, walk.describe_line(line).format(talk.wording)),
        }
        for line in walk.log.lines
        for words in [talk.say_move(line.words)]
    ]


def _show_table(talk: Talk) -> list[_Plain]:
    wording = talk.wording
    return [
        {
            "title": format_phrase(block.title, wording),
            "heads": [_show_cell(cell, wording) for cell in block.heads],
            "rows": [[_show_cell(cell, wording) for cell in row] for row in block.rows],
            "grid": block.is_grid,
        }
        for block in talk.walk.view
    ]


def _show_cell(cell: ViewCell, wording: Wording) -> list[str]:
    return [format_phrase(cell.text, wording), cell.tone]


def _show_end(talk: Talk) -> _Plain:
    """Return how the game ended, with the calculation of each score."""
    walk, wording = talk.walk, talk.wording
    rules = walk.game.rules
    scores = [(player, rules.score(walk.state, player)) for player in walk.log.players]
    if rules.is_shared:
        scores = scores[:1]
    outcome = describe_end(rules.outcome(walk.state), is_shared=rules.is_shared)
    return {
        "text": " ".join(sentence.format(wording) for sentence in outcome),
        "scores": [
            {
                "who": "" if rules.is_shared else player,
                "total": "" if rules.is_shared else wording.write(score.total),
                "lines": [
                    [line.label.format(wording), wording.write(line.points)]
                    for each in score.rounds
                    for line in each.lines
                ],
                "note": score.note.format(wording) if score.note else "",
            }
            for player, score in scores
        ],
    }


class _Boards:
    """Pictures of boards and cards, with the places that can be tapped."""

    def __init__(self, kit: Kit, wording: Wording, *, has_secrets: bool) -> None:
        self._has_secrets = has_secrets
        self._files: defaultdict[str, site.KeptFiles] = defaultdict(lambda: site.KeptFiles(_MOST_PICTURES))
        """Files by player: in a game with secrets, pages cannot get those of other players."""
        self._pictures = BoardPictures(kit, wording.locale)
        self._names = PlaceNames(kit, wording)
        self._spots: dict[tuple[str, str], bytes] = {}
        """Places as JSON, by part and owner."""
        self._lock = Lock()

    def find_file(self, who: str, name: str) -> site.Answer:
        """Return a picture that the page of a player has shown; raises Refused."""
        return self._get_files(who).find(name)

    def _get_files(self, who: str) -> site.KeptFiles:
        return self._files[who if self._has_secrets else ""]

    def show(self, talk: Talk, who: str) -> _Plain:
        """Return the boards and the open cards as a player sees them now."""
        companion, state = talk.walk.companion, talk.walk.state
        with self._lock:
            files = self._get_files(who)
            return {
                "boards": [
                    self._show_board(picture, files)
                    for picture in self._pictures.draw(companion.position(state))
                ],
                "cards": [
                    {
                        "area": card.area,
                        "name": card.name.format(talk.wording),
                        "picture": files.keep(self._pictures.draw_piece(card.mark).picture),
                    }
                    for card in companion.cards(state)
                ],
            }

    def _show_board(self, picture: BoardPicture, files: site.KeptFiles) -> _Plain:
        key = picture.part, picture.owner
        if key not in self._spots:
            rows = list(self._list_spots(picture))
            self._spots[key] = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()
        return {
            "part": picture.part,
            "owner": picture.owner,
            "title": picture.owner or picture.title,
            "size": [picture.page.width, picture.page.height],
            "layers": [files.keep(layer) for layer in (picture.page.picture, picture.marks)],
            "spots": files.keep(self._spots[key], site.JSON),
        }

    def _list_spots(self, picture: BoardPicture) -> Iterator[Sequence[str | float]]:
        """Yield the area, the place, the name, and the box in mm of everything that can be tapped."""
        names, part = self._names, picture.part
        for area, place, box in picture.page.spots:
            if place:
                name = names.find(part, area, place).full
                yield area, place, name, box.left, box.top, box.width, box.height
