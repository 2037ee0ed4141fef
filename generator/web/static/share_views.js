// What a shared game looks like: its board, and views of what the program sends.

import {find, findDensest, getNeighbour, keyOf, make, placeIn, putBehind, say} from "./page.js";

const EDGE = 12; // CSS pixels left beside places that are scrolled to
const PEEK = 40, LOWEST = 240; // CSS pixels below the board on a phone, and of the board
const ZOOMS = [1, 1.4, 2, 2.8, 4, 5.6];
const SMALLEST = matchMedia("(pointer: coarse)").matches ? 30 : 18; // CSS pixels that a finger, or a mouse, hits

// Shows why a move is refused; null hides that.
export function showRefusal(refused) {
  const place = find("refused"), legal = find("legal");
  place.hidden = !refused;
  place.textContent = refused ? refused.reason : "";
  if (refused?.paragraph) place.append(make("small", {}, refused.paragraph));
  if (refused?.rule) place.append(makeNoted(refused.rule));
  legal.replaceChildren(...(refused ? refused.legal : []).map(words => make("li", {}, make("small", {}, make("bdi", {}, words)))));
  legal.hidden = !refused || !refused.legal.length;
  if (refused) place.scrollIntoView({block: "nearest"});
}

export const makeNoted = words => make("small", {}, makeNotation(words));

// The notation of moves runs from the left in all languages.
const makeNotation = words => make("bdi", {dir: "ltr"}, words);

export const makeNews = ({who, words, events}) => [
  make("p", {}, putBehind(who, words)), make("ul", {}, ...events.map(event => make("li", {}, event))),
];

export const makeLine = ({who, words, text}) => make("li", {}, putBehind(who, ""), makeNotation(words), ...(text ? [make("small", {}, text)] : []));

export function makeCard({picture, name}, choose) {
  const image = make("img", {src: `files/${picture}`, alt: name});
  const button = make("button", {class: "card", onclick: () => choose(button)}, image, make("small", {}, name));
  return button;
}

export const makeEnd = ({text, scores}) => [make("h2", {}, text), ...scores.flatMap(({who, total, lines, note}) => [
  make("table", {},
    ...(who ? [make("caption", {}, putBehind(who, total))] : []),
    ...lines.map(([label, points]) => make("tr", {}, make("td", {}, label), make("td", {class: "number"}, points)))),
  ...(note ? [make("p", {}, note)] : []),
])];

// A title without rows, and a single cell, are paragraphs: in a table, they would be as narrow as its columns.
export function makeView({title, heads, rows, grid}) {
  const cells = rows.flat(), head = title ? [make("p", {class: "strong"}, title)] : [];
  const makeCell = tag => ([text, tone = ""]) => make(tag, {class: tone}, text);
  if (!heads.length && cells.length < 2) return [...head, ...cells.map(makeCell("p"))];
  const width = Math.max(heads.length, ...rows.map(row => row.length));
  const makeRow = (row, tag) => {
    const line = make("tr", {}, ...row.map(makeCell(tag)));
    if (!grid && row.length) line.lastChild.colSpan = width - row.length + 1; // The rest of the line is free.
    return line;
  };
  const lines = [...(heads.length ? [makeRow(heads, "th")] : []), ...rows.map(row => makeRow(row, "td"))];
  return [...head, make("div", {class: "scroll"}, make("table", {class: grid ? "grid" : ""}, ...lines))];
}

// Fades the edges of a list behind which there is more.
export function fadeEnds(selector) {
  const list = document.querySelector(selector);
  list.classList.toggle("above", list.scrollTop > 1);
  list.classList.toggle("below", list.scrollTop + list.clientHeight < list.scrollHeight - 1);
}

// The board.

const findArea = key => key.split("\n")[0];

export function drawBoard(game, {size, layers}, spots, tap) {
  game.buttons = new Map(spots.map(([area, place, name, ...box]) => {
    const button = make("button", {class: "spot", "aria-label": name, title: name, onclick: () => tap([area, place], button)});
    placeIn(button, box, size);
    button.addEventListener("keydown", event => moveFocus(game, event));
    return [keyOf(area, place), button];
  }));
  find("page").style.aspectRatio = size.join(" / ");
  find("page").replaceChildren(...layers.map(() => make("img", {alt: ""})), ...game.buttons.values());
}

function moveFocus({buttons}, event) {
  if (!event.key.startsWith("Arrow")) return;
  event.preventDefault();
  getNeighbour(event.key, event.target, buttons.values(), {least: 1, weight: 3})?.focus();
}

// Frames are for places where something is possible; if these are most of an area, the others are shaded instead.
export function showLive({buttons}, keys, isOwn, board) {
  const live = new Set(keys), areas = new Set(keys.map(findArea));
  const near = [...buttons.keys()].filter(key => areas.has(findArea(key)));
  const isCrowded = near.filter(key => live.has(key)).length > near.length / 2;
  find("page").classList.toggle("crowded", isCrowded);
  for (const [key, button] of buttons) {
    button.classList.toggle("live", live.has(key));
    button.classList.toggle("shut", areas.has(findArea(key)) && !live.has(key));
    button.tabIndex = live.has(key) ? 0 : -1;
    button.disabled = !isOwn;
  }
  find("hint").textContent = near.length ? say(isCrowded ? "most" : "some") : board.owner ? "" : board.title;
}

// Zooms in until a finger hits the places. Scrolls to what a new question is about, or else to a place that can be tapped.
export function fitBoard(game, focus) {
  const {buttons, actor, question} = game, page = find("page");
  const live = [...buttons.values()].filter(button => button.classList.contains("live"));
  const isFirst = !page.dataset.fits;
  limitBoard();
  if (isFirst) {
    const sizes = (live.length ? live : [...buttons.values()]).map(button => parseFloat(button.style.width) / 100).sort((size, other) => size - other);
    const wanted = sizes.length ? SMALLEST / (sizes[sizes.length >> 1] * find("board").clientWidth) : 1;
    const at = ZOOMS.findIndex(zoom => zoom >= wanted);
    setZoom(game, at < 0 ? ZOOMS.length - 1 : at);
    page.dataset.fits = "yes";
    game.focused = "";
  }
  const about = focus.map(spot => buttons.get(keyOf(...spot))).filter(Boolean);
  const focused = JSON.stringify([actor, question, focus]);
  if (about.length) {
    if (focused !== game.focused && !about.every(isCentral)) scrollTo(about);
  } else if (live.length && (isFirst || !live.some(isSeen))) {
    const frame = find("board"), boxes = live.map(({offsetLeft, offsetTop, offsetWidth, offsetHeight}) => [offsetLeft, offsetTop, offsetWidth, offsetHeight]);
    frame.scrollTo(...findDensest(boxes, [frame.clientWidth, frame.clientHeight]));
  }
  game.focused = focused;
}

// On a phone, the board ends above the lower edge of the window, where something of what comes next is seen.
function limitBoard() {
  const frame = find("board"), room = innerHeight - (frame.getBoundingClientRect().top + scrollY) - PEEK;
  frame.style.maxHeight = matchMedia("(max-width: 600px)").matches ? `${Math.max(room, LOWEST)}px` : "";
}

function scrollTo(buttons) {
  const frame = find("board"), left = Math.min(...buttons.map(button => button.offsetLeft)), top = Math.min(...buttons.map(button => button.offsetTop));
  const right = Math.max(...buttons.map(button => button.offsetLeft + button.offsetWidth));
  const bottom = Math.max(...buttons.map(button => button.offsetTop + button.offsetHeight));
  const [x, y] = [frame.clientWidth - (right - left), frame.clientHeight - (bottom - top)];
  frame.scrollTo(left - Math.max(x / 2, EDGE), top - Math.max(y / 2, EDGE));
}

// True in the middle half of what is seen, where the neighbours of a place are seen, too.
function isCentral(button) {
  const frame = find("board").getBoundingClientRect(), box = button.getBoundingClientRect();
  const x = (box.left + box.width / 2 - frame.left) / frame.width, y = (box.top + box.height / 2 - frame.top) / frame.height;
  return Math.max(Math.abs(x - .5), Math.abs(y - .5)) < .25;
}

function isSeen(button) {
  const frame = find("board").getBoundingClientRect(), box = button.getBoundingClientRect();
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

export function changeZoom(game, step) {
  const frame = find("board"), before = ZOOMS[game.zoom];
  const x = frame.scrollLeft + frame.clientWidth / 2, y = frame.scrollTop + frame.clientHeight / 2;
  setZoom(game, Math.min(Math.max(game.zoom + step, 0), ZOOMS.length - 1));
  const factor = ZOOMS[game.zoom] / before;
  frame.scrollTo(x * factor - frame.clientWidth / 2, y * factor - frame.clientHeight / 2);
}

function setZoom(game, zoom) {
  game.zoom = zoom;
  find("page").style.width = `${ZOOMS[zoom] * 100}%`;
  find("smaller").disabled = zoom === 0;
  find("larger").disabled = zoom === ZOOMS.length - 1;
}
