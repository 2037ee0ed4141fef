"""Rules that forbid nobody anything, or that the published rules leave open: their ids.

Each is the key of a sentence, of a paragraph in docs/games/pandemic.md and of the tests that prove it.
"""

PUBLISHED = (
    "pandemic.setup.cubes",
    "pandemic.setup.piles",
    "pandemic.turn.actions",
    "pandemic.treat.cured",
    "pandemic.medic.treat",
    "pandemic.medic.cured",
    "pandemic.medic.guard",
    "pandemic.quarantine.guard",
    "pandemic.operations.build",
    "pandemic.dispatcher.cards",
    "pandemic.planner.leaves",
    "pandemic.researcher.gives",
    "pandemic.scientist.four",
    "pandemic.cure.eradicated",
    "pandemic.draw.two",
    "pandemic.epidemic.increase",
    "pandemic.epidemic.fill",
    "pandemic.epidemic.intensify",
    "pandemic.epidemic.two",
    "pandemic.infect.rate",
    "pandemic.infect.eradicated",
    "pandemic.outbreak.spread",
    "pandemic.outbreak.once",
    "pandemic.supply.last",
    "pandemic.quiet.next",
    "pandemic.forecast.order",
)
OURS = (
    "pandemic.setup.order",
    "pandemic.outbreak.order",
    "pandemic.infect.empty",
    "pandemic.forecast.fewer",
    "pandemic.hand.own",
    "pandemic.hidden.card",
)
"""Our own rulings."""
