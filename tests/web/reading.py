"""Whether everybody can use a page: contrast, names of controls, and the order of the keyboard."""

from typing import Any

from tests.web.browser import Tab

_CHECK = r"""(() => {
const found = [];
const parse = text => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return parts.length < 4 ? [...parts, 1] : parts;
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
const ground = one => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
};
const light = colour => {
    const [r, g, b] = colour.map(part => {
        part /= 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const isSeen = one => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
const name = one => (one.getAttribute("aria-label") || one.textContent || one.alt || "").trim()
    || [...(one.labels || [])].map(label => label.textContent.trim()).join(" ");
for (const one of document.querySelectorAll("body *")) {
    if (!isSeen(one)) continue;
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const style = getComputedStyle(one);
    if (own && !one.disabled && style.clipPath === "none") {
        const [front, back] = [over(parse(style.color), ground(one)), ground(one)].map(light);
        const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
        const size = parseFloat(style.fontSize);
        const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
        if (ratio < least) found.push(`contrast ${ratio.toFixed(2)}: ${one.textContent.trim().slice(0, 40)}`);
    }
    if (one.matches("button, a, input, select, summary, [role=button]") && !name(one))
        found.push(`no name: ${one.outerHTML.slice(0, 80)}`);
    if (one.matches("img") && !one.hasAttribute("alt")) found.push(`no alt: ${one.src}`);
    if (one.matches("button, select, summary, input:not([type=checkbox])")) {
        const box = one.getBoundingClientRect();
        const size = `${box.width} x ${box.height}`;
        if (Math.min(box.width, box.height) < 24) found.push(`small: ${name(one)} ${size}`);
    }
    if (one.tabIndex > 0) found.push(`tabindex: ${one.outerHTML.slice(0, 80)}`);
}
const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
if (new Set(ids).size < ids.length) found.push("an id occurs twice");
if (document.querySelectorAll("h1").length !== 1) found.push("there must be one h1");
if (document.querySelectorAll("main").length !== 1) found.push("there must be one main");
if (!document.documentElement.lang) found.push("no language");
if (!document.title) found.push("no title");
const wide = document.documentElement.scrollWidth;
if (wide > innerWidth) found.push(`wider than the window: ${wide}`);
return found;
})()"""


def list_barriers(tab: Tab) -> Any:
    """Return the barriers that keep somebody from using the page as it is now."""
    return tab.run(_CHECK)


def list_stops(tab: Tab, count: int) -> list[str]:
    """Where the tab key goes from the first link of the page; each must have a ring around it."""
    tab.run("document.querySelector('a').focus()")
    stops = []
    for _ in range(count):
        tab.press("Tab")
        stops.append(
            tab.run("""(() => {
            const one = document.activeElement;
            const ring = getComputedStyle(one).outlineStyle !== "none";
            return (one.id || one.className || one.tagName) + (ring ? "" : " without a ring");
        })()""")
        )
    return stops
