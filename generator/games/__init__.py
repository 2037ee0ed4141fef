"""The rules of the built-in games, independent of paper.

A game is made from its kit, which has its numbers, cards, and places:

>>> from generator.games.virus_and_co import make_game
>>> from generator.read.files.shelf import find_shelf
>>> from generator.read.kits.kits import read_kit
>>> shelf = find_shelf()
>>> kit = read_kit(shelf.find_game("virus_and_co"), shelf=shelf)
>>> rules = make_game(kit).rules

Chance is an actor, whose moves have exact odds:

>>> state = rules.start(["Ana", "Bo", "Cleo"], {"length": "1"})
>>> rules.actors(state)
('nature',)
>>> draw = rules.parse(state, "nature", "left blue 4 yy")
>>> rules.odds(state)[draw]
Fraction(1, 38)
>>> state = rules.apply(state, "nature", draw).state
>>> state = rules.apply(state, "nature", rules.parse(state, "nature", "right injection")).state

Ana takes one of the two cards. A move that is not legal is refused with the id of the rule:

>>> [move.text for move in rules.moves(state, "Ana")][:3]
['take left blue 4 yy', 'pass left blue 4 yy to Bo', 'take right injection']
>>> rules.check(state, "Ana", rules.parse(state, "Ana", "pass left blue 4 yy to Ana"))
Traceback (most recent call last):
generator.rules.core.IllegalMove: player: Ana (virus_and_co.pass.other)
>>> step = rules.apply(state, "Ana", rules.parse(state, "Ana", "take left"))
>>> print(*(event.format(kit.wordings["en"]) for event in step.events), sep="\\n")
The virus of 4 lies in front of Ana, with 4 disease points in all.
Ana takes 2 yellow from the pharmacy.
Bo takes the referral slip.

The referee scores what lies in front of everybody after a game of one round:

>>> from generator.play.paper import Referee
>>> referee = Referee(kit)
>>> rounds = referee.list_rounds(["Ana i3 | Bo 4+i 5+i 1 r | Cleo 3 4 bbyyrr"], {"length": "1"})
>>> report = referee.score(rounds)
>>> {player: score.total for player, score in report.scores.items()}
{'Ana': -13, 'Bo': -3, 'Cleo': 5}
>>> report.winners
('Cleo',)
"""
