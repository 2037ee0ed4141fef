// The paper of a table: pages, trays for places that are not printed, and a button for each place with its marks.

import {find, findDensest, keyOf, listItems, listTexts, make, placeIn, putBehind, say} from "./page.js";
import {getValue, hasMarks} from "./table_store.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4; // mm around an area that fills the window
const SMALLEST = 0.4, LARGEST = 14; // CSS pixels per mm
const FINGER = 30; // CSS pixels that a place has at least where an area fills a narrow window
const MOST_DRAWN = 4; // pieces of a heap; more are a number
const CROWDED = 0.5, STANDING = 0.9, WIDEST = 1.24, APART = 1.04; // as positions are printed
const ICONS = { // strokes in a box of 24
  tap: "M9 11 V4.5 a1.6 1.6 0 0 1 3.2 0 V10 l5 1 a2 2 0 0 1 1.7 2.3 L18 18.5 a2.5 2.5 0 0 1 -2.5 2 H12 a3 3 0 0 1 -2.3 -1.1 L5.5 14.5 a1.5 1.5 0 0 1 2.2 -2 L9 13.5",
  erase: "M14.5 4.5 L20 10 L10.5 19.5 H7 L4 16.5 a1 1 0 0 1 0 -1.5 Z M9 10 L14.5 15.5 M10.5 19.5 H20",
  undo: "M8 5 L4 9 L8 13 M4 9 H14 a5 5 0 0 1 0 10 H9",
  redo: "M16 5 L20 9 L16 13 M20 9 H10 a5 5 0 0 0 0 10 H15",
  menu: "M4 7 H20 M4 12 H20 M4 17 H20",
};

export const isNarrow = () => window.matchMedia("(max-width: 800px)").matches;
export const listSheets = ({form, owner}) => form.sheets.filter(sheet => sheet.owner === owner);
const areaKey = ({part, area}) => keyOf(part, area);
const findArea = ({form}, spot) => form.areas.find(area => areaKey(area) === areaKey(spot));
const listSpots = ({spots}, key) => [...spots.values()].filter(spot => areaKey(spot) === key);

// Pages and trays.

export function showPaper(table) {
  table.spots.clear();
  find("paper").replaceChildren(...listSheets(table).flatMap(
    sheet => sheet.part ? sheet.pages.map(page => makePage(table, sheet, page)) : [makeTrays(table, sheet)]));
  const [first] = table.spots.values();
  if (first) first.button.tabIndex = 0;
}

function makePage(table, sheet, {picture, size, spots}) {
  const page = make("div", {class: "page"}, make("img", {src: `pictures/${picture}.svg`, alt: "", draggable: false}));
  page.size = size;
  for (const [area, place, ...box] of spots) {
    const button = addSpot(table, sheet, area, place, box.slice(2), box);
    if (!button) continue;
    placeIn(button, box, size);
    page.append(button);
  }
  return page;
}

// A tray for each area, with as many free places as are needed.
function makeTrays(table, sheet) {
  const areas = table.form.areas.filter(area => area.part === sheet.part);
  return make("div", {class: "trays"}, ...areas.map(area => {
    const places = Object.entries(area.places).map(([place, name]) => make("div", {class: "place"},
      addSpot(table, sheet, area.area, place, [24, 32]), make("span", {"aria-hidden": "true"}, name)));
    return make("section", {"data-area": areaKey(area)}, make("h2", {}, area.title), make("div", {class: "places"}, ...places));
  }));
}

function addSpot(table, {part}, area, place, size, box) {
  const takes = table.form.takes.flatMap(
    (each, index) => each.part === part && each.area === area && each.places.includes(place) ? [index] : []);
  if (!takes.length) return null;
  const button = make("button", {class: "spot", tabIndex: -1});
  button.spot = {owner: table.owner, part, area, place, takes, size, box, button, drawn: ""};
  table.spots.set(keyOf(table.owner, area, place), button.spot);
  return button;
}

function showFree(table) {
  for (const places of document.querySelectorAll(".places")) {
    let last = "", hasFree = false;
    for (const item of places.children) {
      const {spot} = item.firstChild, [kind] = spot.place.split(/_\d+$/);
      if (kind !== last) hasFree = false;
      const isEmpty = !hasMarks(table, spot);
      item.hidden = isEmpty && hasFree && spot !== table.chosen;
      hasFree ||= isEmpty;
      last = kind;
    }
  }
}

// Chooses the place whose keys are shown; null for none, which closes them.
export function choose(table, spot) {
  table.chosen?.button.classList.remove("chosen");
  table.chosen = spot;
  spot?.button.classList.add("chosen");
  if (spot) return;
  find("keys").hidden = true;
  find("keys").shown = "";
  find("keys").replaceChildren();
}

export function focusSpot(table, spot, how = {}) {
  for (const each of table.spots.values()) each.button.tabIndex = each === spot ? 0 : -1;
  if (document.activeElement !== spot.button) spot.button.focus(how);
}

// Marks.

export function showMarks(table) {
  for (const spot of table.spots.values()) showSpot(table, spot);
  showFree(table);
}

export function showSpot(table, spot) {
  if (!spot) return;
  const values = spot.takes.map(index => getValue(table, spot, index));
  const isWrong = table.faults.has(keyOf(spot.owner, spot.area, spot.place)), name = nameSpot(table, spot);
  const drawn = JSON.stringify([values, isWrong, name]);
  if (spot.drawn === drawn) return;
  spot.drawn = drawn;
  spot.button.classList.toggle("wrong", isWrong);
  spot.button.setAttribute("aria-label", describe(table, spot, name, values, isWrong));
  const signs = [], pieces = [];
  spot.takes.forEach((index, number) => {
    const {kind, marks} = table.form.takes[index], value = values[number];
    if (value === undefined) return;
    if (kind === "heap") {
      const isMany = value > MOST_DRAWN;
      for (let count = isMany ? 1 : value; count > 0; count--) pieces.push({mark: marks[0], badge: isMany ? value : 0});
    } else if (marks.length) {
      for (const mark of [value].flat().map(at => marks[at])) {
        if (mark.sign) signs.push({sign: mark.sign});
        else pieces.push({mark});
      }
    } else {
      signs.push({sign: "text", text: value});
    }
  });
  spot.button.replaceChildren(...(signs.length ? [drawInk(spot.size, signs)] : []), ...makePieces(spot, pieces));
  if (spot.button.closest(".places")) showFree(table);
}

// A column of a table has the name that is written in it, or its number.
export function nameSpot(table, spot) {
  const area = findArea(table, spot), column = area.columns[spot.place], name = area.places[spot.place];
  return column ? [nameColumn(table, spot, area, column), name].filter(Boolean).join(" · ") : [area.title, name].filter(Boolean).join(" ");
}

function nameColumn({form, marks}, spot, area, column) {
  for (const [index, takes] of form.takes.entries()) {
    if (takes.kind !== "text" || areaKey(takes) !== areaKey(spot)) continue;
    const value = marks.get(keyOf(spot.owner, index, takes.places.find(place => area.columns[place] === column)));
    if (value) return value;
  }
  return column;
}

function describe({form}, spot, name, values, isWrong) {
  const there = spot.takes.flatMap((index, number) => {
    const {kind, marks} = form.takes[index], value = values[number];
    if (value === undefined) return [];
    if (kind === "heap") return [`${value} × ${marks[0].name}`];
    return marks.length ? [value].flat().map(at => marks[at].name) : [value];
  });
  const text = putBehind(name, listItems(there) || say("empty"));
  return isWrong ? listTexts([text, say("wrong")]) : text;
}

// Returns a mark for a key or a pen; of a card, the upper half is seen, which differs from others.
export function makeMark(mark) {
  if (mark.sign) return drawInk([8, 8], [{sign: mark.sign}]);
  const isCard = !mark.standing && mark.size[1] > 1.2 * mark.size[0];
  return make("img", {src: `pictures/${mark.picture}.svg`, alt: "", class: isCard ? "card" : ""});
}

function drawInk(box, signs) {
  const [width, height] = box.map(length => 10 * length), size = Math.min(width, height, 140), x = width / 2, y = height / 2, r = size / 2;
  const at = (dx, dy) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  const strokes = signs.map(({sign, text}) => {
    if (sign === "text") {
      const high = Math.min(size * 0.68, 1.3 * width / Math.max(text.length, 1));
      return draw("text", {x, y, "font-size": high, class: "words"}, text);
    }
    const path = {
      fill: `M${at(-0.72, -0.3)} L${at(-0.3, -0.74)} L${at(-0.72, 0.22)} L${at(0.22, -0.74)} L${at(-0.72, 0.7)} L${at(0.7, -0.72)} L${at(-0.22, 0.74)} L${at(0.74, -0.22)} L${at(0.3, 0.74)} L${at(0.74, 0.3)}`,
      cross: `M${at(-0.66, -0.62)} Q${at(0.05, -0.06)} ${at(0.62, 0.66)} M${at(0.64, -0.66)} Q${at(0.02, 0.04)} ${at(-0.64, 0.62)}`,
      circle: `M${at(0.1, -0.86)} C${at(-0.7, -0.98)} ${at(-1.06, 0.1)} ${at(-0.62, 0.62)} C${at(-0.2, 1.08)} ${at(0.8, 0.9)} ${at(0.88, 0.06)} C${at(0.94, -0.6)} ${at(0.4, -0.94)} ${at(-0.22, -0.8)}`,
    }[sign];
    return draw("path", {d: path, "stroke-width": size * (sign === "fill" ? 0.13 : 0.09)});
  });
  return draw("svg", {class: "ink", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"}, ...strokes);
}

// Pieces have the size that they have on printed positions, and the same places beside each other; in a tray, all of them fit.
function makePieces({size: [width, height], box}, pieces) {
  const inRow = pieces.length <= 4 ? 2 : box || pieces.length <= 9 ? 3 : 4, isAlone = pieces.length === 1, rows = [];
  for (let start = 0; start < pieces.length; start += inRow) rows.push(pieces.slice(start, start + inRow));
  const sum = numbers => numbers.reduce((total, number) => total + number, 0);
  let sizes = rows.map(row => {
    const wanted = row.map(({mark: {size: [wide, high], standing}}) => {
      const share = isAlone ? 1 : CROWDED;
      const by = standing ? Math.min(1, width * STANDING / wide) : Math.min(1, width * share / wide, height * share / high);
      return [wide * by, high * by];
    });
    const by = Math.min(1, width * WIDEST / sum(wanted.map(([wide]) => wide * APART)));
    return wanted.map(([wide, high]) => [wide * by, high * by]);
  });
  const measureHeights = () => sizes.map(row => APART * Math.max(...row.map(([, high]) => high)));
  const by = box ? 1 : Math.min(1, height / sum(measureHeights()));
  sizes = sizes.map(row => row.map(lengths => lengths.map(length => by * length)));
  const heights = measureHeights();
  const images = [];
  let y = (height - sum(heights)) / 2;
  rows.forEach((row, number) => {
    let x = (width - APART * sum(sizes[number].map(([wide]) => wide))) / 2;
    row.forEach(({mark, badge}, index) => {
      const [wide, high] = sizes[number][index];
      const image = make("img", {class: "piece", src: `pictures/${mark.picture}.svg`, alt: "", draggable: false});
      placeIn(image, [x + wide * (APART - 1) / 2, y + (heights[number] - high) / 2, wide, high], [width, height]);
      images.push(image);
      if (badge) images.push(make("span", {class: "badge"}, String(badge)));
      x += wide * APART;
    });
    y += heights[number];
  });
  return images;
}

export const drawIcon = name => draw("svg", {class: "drawn", viewBox: "0 0 24 24", "aria-hidden": "true"}, draw("path", {d: ICONS[name]}));

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// What fills the window: the page, or an area of it.

export function showAreas(table) {
  const areas = table.form.areas.filter(area => listSpots(table, areaKey(area)).length), isPrinted = document.querySelector(".page") !== null;
  const shown = areas.map(area => [areaKey(area), area.title || area.whole]);
  if (isPrinted || areas.length > 1) shown.unshift(["whole", say("whole")]);
  if (isPrinted) shown.unshift(["wide", say("wide")]);
  find("areas").replaceChildren(...shown.map(([key, title]) => make("button", {
    "data-key": key, onclick: () => { choose(table, null); fit(table, key); },
  }, title)));
  find("zoom").hidden = !isPrinted;
}

// Faults of an area that are not in single places are seen at its button.
export function showWrongAreas({wrongAreas, owner}) {
  for (const button of find("areas").children) {
    const isWrong = wrongAreas.has(keyOf(owner, button.dataset.key.split("\n")[1])), isNew = isWrong && !button.classList.contains("faulty");
    button.classList.toggle("faulty", isWrong);
    button.title = isWrong ? say("wrong") : "";
    // With its sign, the button is wider.
    if (isNew && button.matches("[aria-pressed=true]")) button.scrollIntoView({block: "nearest", inline: "nearest"});
  }
  fade(find("areas"));
}

export function fit(table, key) {
  table.fitted = key;
  for (const button of find("areas").children) button.setAttribute("aria-pressed", button.dataset.key === key);
  find("areas").querySelector("[aria-pressed=true]")?.scrollIntoView({block: "nearest", inline: "nearest"});
  fade(find("areas"));
  const page = document.querySelector(".page"), spots = listSpots(table, key);
  if (!page) fitTray(key);
  else if (spots.length) fitSpots(table, page, spots);
  else zoom(table, measureScale(table, key, page.size));
}

// Fills the window with the area of a place.
export const fitArea = (table, spot) => fit(table, areaKey(spot));

// Fills the window as before, if the paper has that.
export function refit(table) {
  const isThere = ["wide", "whole", ""].includes(table.fitted) || listSpots(table, table.fitted).length > 0;
  fit(table, isThere ? table.fitted : isNarrow() ? areaKey(table.form.areas[0]) : "wide");
}

function fitTray(key) {
  const there = [...document.querySelectorAll(".trays section")].find(section => section.dataset.area === key);
  (there ?? find("paper").firstChild)?.scrollIntoView({block: "start"});
}

function measureScale({scale}, key, [width, height]) {
  const paper = find("paper"), across = (paper.clientWidth - 16) / width, down = (paper.clientHeight - 16) / height;
  return {wide: across, whole: Math.min(across, down)}[key] ?? scale;
}

function fitSpots(table, page, spots) {
  const paper = find("paper"), room = paper.clientWidth - 16, boxes = spots.map(spot => spot.box);
  const left = Math.min(...boxes.map(box => box[0])), top = Math.min(...boxes.map(box => box[1]));
  const right = Math.max(...boxes.map(box => box[0] + box[2])), narrowest = Math.min(...boxes.map(box => box[2]));
  const smallest = Math.min(narrowest, ...boxes.map(box => box[3]));
  // The names of rows are one square beside the first one, where that leaves squares that can be tapped.
  const isGrid = [0, 1].every(axis => new Set(boxes.map(box => Math.round(box[axis]))).size > 2), after = isGrid ? 1 : MARGIN;
  const most = Math.min(left, 1.2 * narrowest, room * smallest / FINGER - (right - left) - after);
  const before = isGrid ? Math.max(MARGIN, most) : MARGIN;
  const filling = Math.min(room / (right - left + before + after), 7), least = isNarrow() ? FINGER / smallest : 0;
  const isCramped = least > 1.3 * filling;
  zoom(table, isCramped ? least : filling);
  let start = left - before, from = top - 3 * MARGIN;
  if (isCramped) [start, from] = findDensest(boxes, [room / table.scale, (paper.clientHeight - 16) / table.scale]);
  // The heads of rows, and the labels before lines to write on, are of more use than the middle of an area.
  const edge = Math.min(left, page.size[0] - right) - MARGIN / 2, heads = Math.max(left, page.size[0] - right) - edge;
  const isLong = narrowest * table.scale > room, hasColumns = findArea(table, spots[0]).columns[spots[0].place];
  if (isLong || hasColumns && (heads + narrowest) * table.scale <= room) {
    start = left > page.size[0] - right ? edge : page.size[0] - edge - room / table.scale;
  }
  const first = spots[0].button.closest(".page");
  paper.scrollTo(first.offsetLeft + start * table.scale - 8, first.offsetTop + from * table.scale);
}

function zoom(table, scale) {
  table.scale = Math.min(Math.max(scale, SMALLEST), LARGEST);
  for (const page of document.querySelectorAll(".page")) {
    page.style.width = `${page.size[0] * table.scale}px`;
    page.style.height = `${page.size[1] * table.scale}px`;
  }
}

export function zoomBy(table, factor) {
  const {left, top, width, height} = find("paper").getBoundingClientRect(), middle = [left + width / 2, top + height / 2];
  zoomAt(table, factor, middle, middle);
}

// Changes the size of the paper; what was at one point of the window is then at another one.
export function zoomAt(table, factor, [x, y], [xNow, yNow]) {
  const paper = find("paper"), {left, top} = paper.getBoundingClientRect(), before = table.scale;
  const [across, down] = [paper.scrollLeft + x - left, paper.scrollTop + y - top];
  zoom(table, table.scale * factor);
  fit(table, "");
  const by = table.scale / before;
  paper.scrollTo(across * by - (xNow - left), down * by - (yNow - top));
}

// Ends of a row that can be scrolled fade.
export function fade(row) {
  const {left, right} = row.getBoundingClientRect(), boxes = [...row.children].map(child => child.getBoundingClientRect());
  row.classList.toggle("more-left", boxes.some(box => box.left < left - 1));
  row.classList.toggle("more-right", boxes.some(box => box.right > right + 1));
}
