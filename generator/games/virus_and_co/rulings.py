"""Questions that the published rules leave open or answer in passing, and the ids of their answers.

The numbers are those of the collection of cases from which the rules were written; each id is the key of
a sentence, of a paragraph in docs/games/virus_and_co.md and of the tests that prove it.
"""

RULINGS = {
    "V1": "virus_and_co.care.one",
    "V2": "virus_and_co.care.flat",
    "V3": "virus_and_co.care.points",
    "V4": "virus_and_co.care.third",
    "V5": "virus_and_co.care.counted",
    "V6": "virus_and_co.injection.any",
    "V7": "virus_and_co.injection.target",
    "V8": "virus_and_co.injection.half",
    "V9": "virus_and_co.predict.void",
    "V10": "virus_and_co.predict.other",
    "V11": "virus_and_co.ansteckung.virus",
    "V12": "virus_and_co.care.effect",
    "V13": "virus_and_co.testperson.pills",
    "V14": "virus_and_co.effect.empty",
    "V15": "virus_and_co.verfallsdatum.neighbours",
    "V16": "virus_and_co.refuse.pills",
    "V17": "virus_and_co.refuse.price",
    "V18": "virus_and_co.pass.back",
    "V19": "virus_and_co.turn.skip",
    "V20": "virus_and_co.round.nobody",
    "V21": "virus_and_co.round.starter",
    "V22": "virus_and_co.game.tie",
    "V23": "virus_and_co.round.shuffle",
    "V24": "virus_and_co.pills.value",
    "V25": "virus_and_co.turn.forgot",
    "V26": "virus_and_co.keep.pills",
}
