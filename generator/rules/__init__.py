"""The contract of all games, and tools to write rules.

Rules are functions of states, which are values. Those of a game are found for its kit:

>>> from dataclasses import replace
>>> from pathlib import Path
>>> from generator.read.files.shelf import find_shelf
>>> from generator.read.kits.kits import read_kit
>>> from generator.rules.game import find_game
>>> kit = read_kit(Path("data/noughts"), shelf=find_shelf())
>>> rules = find_game(replace(kit, is_trusted=True)).rules

Noughts and crosses, until Ana has three in a row:

>>> state = rules.start(["Ana", "Bo"], {})
>>> for place in ["b2", "a1", "c2", "b1"]:
...     [actor] = rules.actors(state)
...     state = rules.apply(state, actor, rules.parse(state, actor, place)).state
>>> [move.text for move in rules.moves(state, "Ana")]
['c1', 'a2', 'a3', 'b3', 'c3']
>>> move = rules.parse(state, "Ana", "a2")
>>> rules.check(state, "Ana", move)
>>> end = rules.apply(state, "Ana", move).state
>>> rules.outcome(end)
Outcome(rule='noughts.line', winners=('Ana',), won=None)
>>> rules.actors(end)
()

A refused move names the rule that forbids it. The kit has the text:

>>> from generator.rules.core import IllegalMove, Sentence
>>> try:
...     rules.check(state, "Ana", rules.parse(state, "Ana", "b2"))
... except IllegalMove as error:
...     print(error.rule, Sentence.of_rule(error.rule, **error.values).format(kit.wordings["en"]), sep=": ")
noughts.taken: b2 has a sign
"""
