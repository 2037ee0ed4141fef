"""Names the places of rule violations in the language of a report."""

from collections.abc import Mapping, Sequence

from generator.model.kit import Kit
from generator.model.place_names import PlaceNames
from generator.model.played import Takes
from generator.model.texts.wordings import Wording
from generator.rules.core import Fault, PlaceName, Sentence

_MOST_PLACES = 3
"""Maximum number of places that are named one by one; beyond it, only their area is named."""


class FaultNames:
    """Names of the places of violations, as they are printed."""

    def __init__(
        self, kit: Kit, wording: Wording, takes: Sequence[Takes], *, names: PlaceNames | None = None
    ) -> None:
        """`takes` gives the part of each area; `names` are those of the kit in this language."""
        self._wording = wording
        self._parts: Mapping[str, str] = {each.area: each.part for each in takes}
        self._names = names or PlaceNames(kit, wording)

    def find(self, place: PlaceName) -> str:
        """Return the name of a place or of an area; unprinted places keep their ids."""
        area, id = place
        part = self._parts.get(area, "")
        if part and not self._names.name_part(part):
            # Scoring does not read booklets.
            return f"{area} {id}".strip()
        return self._names.find(part, area, id).full

    def list_names(self, fault: Fault) -> Sequence[str]:
        """Return the names of the places of a violation, or only of the place in its message."""
        if not fault.places:
            return [fault.where] if fault.where else []
        if fault.where:
            ids = {place: (area, place) for area, place in fault.places}
            ids |= {f"{area} {place}": (area, place) for area, place in fault.places}
            area, place = ids.get(fault.where, fault.places[0])
            return [name] if (name := self.find((area, "" if fault.where == area else place))) else []
        # The message names what is not printed, such as the cards in front of a player.
        places = tuple(place for place in fault.places if self._parts.get(place[0]))
        if len(places) > _MOST_PLACES:
            places = tuple(dict.fromkeys((area, "") for area, _ in places))
        return [name for name in dict.fromkeys(map(self.find, places)) if name]

    def find_where(self, fault: Fault) -> str:
        """Return the places of a violation as one text."""
        return self._wording.join(self.list_names(fault), ",")

    def describe(self, fault: Fault) -> str:
        """Return the message of a violation."""
        sentence = fault.sentence
        if not fault.named:
            return sentence.format(self._wording)
        named = {name: self.find(place) for name, place in fault.named.items()}
        return Sentence(sentence.key, **{**sentence.values, **named}).format(self._wording)
