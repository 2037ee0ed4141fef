// The paper: pages or trays, and a button for each place, with its name and what is on it.

import {find, keyOf, make} from "./table_dom.js";
import {faults, form, hasMarks, marks, owner, say, valueAt} from "./table_store.js";
import {drawInk, drawPieces} from "./table_ink.js";

export const spots = new Map(); // buttons by owner, area, and place
const MOST_DRAWN = 4; // pieces of a heap; more are a number
export const listSheets = () => form.sheets.filter(one => one.owner === owner);
export const areaOf = spot => form.areas.find(one => one.part === spot.part && one.area === spot.area);
export const areaKey = one => keyOf(one.part, one.area);
export const spotsOf = key => [...spots.values()].filter(spot => keyOf(spot.part, spot.area) === key);
export let chosen = null; // the place whose keys are shown

function takesAt(part, area, place) {
  return form.takes.flatMap((one, index) => one.part === part && one.area === area && one.places.includes(place) ? [index] : []);
}

function addSpot(sheet, area, place, size, box) {
  const takes = takesAt(sheet.part, area, place);
  if (!takes.length) return null;
  const button = make("button", {type: "button", class: "spot", tabIndex: -1});
  const spot = {owner, part: sheet.part, area, place, takes, size, box, button, drawn: ""};
  button.spot = spot;
  spots.set(keyOf(owner, area, place), spot);
  return button;
}

export function showPaper() {
  spots.clear();
  find("paper").replaceChildren(...listSheets().flatMap(sheet => sheet.part ? sheet.pages.map(page => showPage(sheet, page)) : [showTray(sheet)]));
  const first = spots.values().next().value;
  if (first) first.button.tabIndex = 0;
}

function showPage(sheet, page) {
  const [width, height] = page.size;
  const picture = make("img", {src: `pictures/${page.picture}.svg`, alt: "", draggable: false});
  const one = make("div", {class: "page"}, picture);
  one.size = page.size;
  for (const [area, place, x, y, w, h] of page.spots) {
    const button = addSpot(sheet, area, place, [w, h], [x, y, w, h]);
    if (!button) continue;
    Object.assign(button.style, {left: `${100 * x / width}%`, top: `${100 * y / height}%`, width: `${100 * w / width}%`, height: `${100 * h / height}%`});
    one.append(button);
  }
  return one;
}

// Places that are not printed: a tray for each area, with as many free places as are needed.
function showTray(sheet) {
  const tray = make("div", {class: "trays"});
  for (const area of form.areas.filter(one => one.part === sheet.part)) {
    const places = make("div", {class: "places"});
    for (const [place, name] of Object.entries(area.places)) {
      const button = addSpot(sheet, area.area, place, [24, 32]);
      places.append(make("div", {class: "place"}, button, make("span", {"aria-hidden": "true"}, name)));
    }
    tray.append(make("section", {"data-area": areaKey(area)}, make("h2", {}, area.title), places));
  }
  return tray;
}

function showFree() {
  for (const places of document.querySelectorAll(".places")) {
    let last = "", isFree = false;
    for (const one of places.children) {
      const {spot} = one.firstChild, [kind] = spot.place.split(/_\d+$/);
      if (kind !== last) isFree = false;
      const isEmpty = !hasMarks(spot);
      one.hidden = isEmpty && isFree && spot !== chosen;
      isFree ||= isEmpty;
      last = kind;
    }
  }
}

export function choose(spot) {
  chosen?.button.classList.remove("chosen");
  chosen = spot;
  chosen?.button.classList.add("chosen");
}

export function focusSpot(spot, how = {}) {
  for (const one of spots.values()) one.button.tabIndex = one === spot ? 0 : -1;
  if (document.activeElement !== spot.button) spot.button.focus(how);
}

export function showMarks() {
  for (const spot of spots.values()) drawSpot(spot);
  showFree();
}

export function drawSpot(spot) {
  if (!spot) return;
  const values = spot.takes.map(index => valueAt(spot, index));
  const isWrong = faults.has(keyOf(spot.owner, spot.area, spot.place)), name = nameSpot(spot);
  const drawn = JSON.stringify([values, isWrong, name]);
  if (spot.drawn === drawn) return;
  spot.drawn = drawn;
  spot.button.classList.toggle("wrong", isWrong);
  spot.button.setAttribute("aria-label", describe(spot, name, values, isWrong));
  const signs = [], pieces = [];
  spot.takes.forEach((index, number) => {
    const takes = form.takes[index], value = values[number];
    if (value === undefined) return;
    if (takes.kind === "heap") {
      const count = value > MOST_DRAWN ? 1 : value;
      for (let one = 0; one < count; one++) pieces.push({mark: takes.marks[0], badge: value > MOST_DRAWN ? value : 0});
    } else if (takes.marks.length) {
      for (const one of [value].flat()) (takes.marks[one].sign ? signs : pieces).push(takes.marks[one].sign ? {sign: takes.marks[one].sign} : {mark: takes.marks[one]});
    } else {
      signs.push({sign: "text", text: value});
    }
  });
  spot.button.replaceChildren(...(signs.length ? [drawInk(spot, signs)] : []), ...drawPieces(spot, pieces));
  if (spot.button.closest(".places")) showFree();
}

// A column of a table has the name that is written in it, or its number.
export function nameSpot(spot) {
  const area = areaOf(spot), column = area.columns[spot.place], name = area.places[spot.place];
  return column ? [nameColumn(spot, area, column), name].filter(Boolean).join(" · ") : [area.title, name].filter(Boolean).join(" ");
}

function nameColumn(spot, area, column) {
  for (const [index, takes] of form.takes.entries()) {
    if (takes.kind !== "text" || takes.part !== spot.part || takes.area !== spot.area) continue;
    const place = takes.places.find(one => area.columns[one] === column), value = marks.get(keyOf(spot.owner, index, place));
    if (value) return value;
  }
  return column;
}

function describe(spot, name, values, isWrong) {
  const there = spot.takes.flatMap((index, number) => {
    const takes = form.takes[index], value = values[number];
    if (value === undefined) return [];
    if (takes.kind === "heap") return [`${value} × ${takes.marks[0].name}`];
    return takes.marks.length ? [value].flat().map(one => takes.marks[one].name) : [value];
  });
  return `${name}: ${there.join(", ") || say("empty")}${isWrong ? `; ${say("wrong")}` : ""}`;
}
