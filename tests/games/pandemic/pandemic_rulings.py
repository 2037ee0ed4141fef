"""Ids of rules that forbid nothing, or that the published rules leave open: `rule.<id>` explains them."""

PUBLISHED = (
    *("pandemic.setup.cubes", "pandemic.setup.piles", "pandemic.turn.actions", "pandemic.treat.cured"),
    *("pandemic.medic.treat", "pandemic.medic.cured", "pandemic.medic.guard", "pandemic.quarantine.guard"),
    *("pandemic.operations.build", "pandemic.dispatcher.cards", "pandemic.planner.leaves"),
    *("pandemic.researcher.gives", "pandemic.scientist.four", "pandemic.cure.eradicated"),
    *("pandemic.draw.two", "pandemic.epidemic.increase", "pandemic.epidemic.fill"),
    *("pandemic.epidemic.intensify", "pandemic.epidemic.two", "pandemic.infect.rate"),
    *("pandemic.infect.eradicated", "pandemic.outbreak.spread", "pandemic.outbreak.once"),
    *("pandemic.supply.last", "pandemic.quiet.next", "pandemic.forecast.order"),
)
OURS = (
    *("pandemic.setup.order", "pandemic.outbreak.order", "pandemic.infect.empty"),
    *("pandemic.forecast.fewer", "pandemic.hand.own", "pandemic.hidden.card"),
)
