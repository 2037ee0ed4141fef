"""Questions that the source leaves open or answers in passing, and the ids of their answers.

The numbers are those of the collection of cases from which the rules were written; each id is the key of
a sentence, of a paragraph in docs/games/pox.md and of the tests that prove it.
"""

RULINGS = {
    "P1": "pox.level.miracle",
    "P2": "pox.level.intensive_care",
    "P3": "pox.touch.sides",
    "P4": "pox.touch.edge",
    "P5": "pox.deaths.saved",
    "P6": "pox.spread.dead",
    "P7": "pox.spread.once",
    "P8": "pox.spread.blocked",
    "P9": "pox.deaths.order",
    "P10": "pox.deaths.always",
    "P11": "pox.end.chips",
    "P12": "pox.chips.back",
    "P13": "pox.chips.at_once",
    "P14": "pox.chips.blue",
    "P15": "pox.chips.black",
    "P16": "pox.draw.shuffle",
    "P17": "pox.outbreak.vulnerable",
    "P18": "pox.outbreak.touch",
    "P19": "pox.outbreak.must",
    "P20": "pox.good.less",
    "P21": "pox.good.double",
    "P22": "pox.cure.vulnerable",
    "P23": "pox.end.nobody",
    "P24": "pox.end.contained",
    "P25": "pox.end.after",
    "P26": "pox.end.deaths",
}
