"""What the referee and the companion say."""

from generator.model.wording import Wording
from generator.rules.core import Sentence


def test_soft_hyphens_are_for_print_only() -> None:
    """A name that may be broken on a card is said as it is typed, alone and inside another sentence."""
    wording = Wording("de", "Deutsch", "ltr", {"role": "Krisen\u00adplanerin", "has": "{player}: {role}"})
    role = Sentence("role")
    assert role.say(wording) == "Krisenplanerin"
    assert Sentence("has", {"player": "Ana", "role": role}).say(wording) == "Ana: Krisenplanerin"
