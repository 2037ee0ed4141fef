// The page of a table: it shows what is written at once, and the program saves and judges it.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const CROWDED = 0.5, STANDING = 0.9, WIDEST = 1.24, APART = 1.04, MOST_DRAWN = 4; // as positions are printed
const MOST_NUMBERS = 12; // pens for numbers
const PAUSE = 1200; // ms after which a digit begins a new number
const MARGIN = 4; // mm around an area that fills the window
const SMALLEST = 0.4, LARGEST = 14; // CSS pixels per mm
const FINGER = 30; // CSS pixels that a place has at least where an area fills a narrow window

const ICONS = { // strokes in a box of 24
  tap: "M9 11 V4.5 a1.6 1.6 0 0 1 3.2 0 V10 l5 1 a2 2 0 0 1 1.7 2.3 L18 18.5 a2.5 2.5 0 0 1 -2.5 2 H12 a3 3 0 0 1 -2.3 -1.1 L5.5 14.5 a1.5 1.5 0 0 1 2.2 -2 L9 13.5",
  erase: "M14.5 4.5 L20 10 L10.5 19.5 H7 L4 16.5 a1 1 0 0 1 0 -1.5 Z M9 10 L14.5 15.5 M10.5 19.5 H20",
  undo: "M8 5 L4 9 L8 13 M4 9 H14 a5 5 0 0 1 0 10 H9",
  redo: "M16 5 L20 9 L16 13 M20 9 H10 a5 5 0 0 0 0 10 H15",
  menu: "M4 7 H20 M4 12 H20 M4 17 H20",
};

const find = id => document.getElementById(id);
const spots = new Map(); // buttons by owner, area, and place
const marks = new Map(); // values by owner, index of takes, and place
const waiting = []; // changes that are not sent yet
let about, form, state;
let owner = "", pen = {kind: "tap"}, chosen = null;
let scale = 1, fitted; // `fitted` is what fills the window: "wide", "whole", the key of an area, or "" for nothing
let isSending = false, stroke = null, typed = {}, faults = new Set(), wrongAreas = new Set();

const say = (key, values = {}) => about.texts[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const keyOf = (...parts) => parts.join("\n");
const isNarrow = () => window.matchMedia("(max-width: 800px)").matches;

function make(tag, values = {}, ...children) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (name === "class") one.className = value;
    else if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
    else if (name in one) one[name] = value;
    else one.setAttribute(name, value);
  }
  one.append(...children);
  return one;
}

function draw(tag, values, ...children) {
  const one = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) one.setAttribute(name, value);
  one.append(...children);
  return one;
}

const drawIcon = name => draw("svg", {class: "drawn", viewBox: "0 0 24 24", "aria-hidden": "true"}, draw("path", {d: ICONS[name]}));

// Fills an element anew only if something is different: a tap needs the same button when it begins and ends.
function refill(one, values, makeAll) {
  const shown = JSON.stringify(values);
  if (one.shown === shown) return;
  one.shown = shown;
  one.replaceChildren(...makeAll());
}

// What the program says, and what it gets

async function ask(path, body) {
  const given = body ? {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)} : {};
  const answer = await fetch(path, given).catch(() => null);
  showGone(!answer);
  if (!answer) return {wrong: say("gone", {file: about.file})};
  return answer.ok ? {value: await answer.json()} : {wrong: (await answer.text()).trim()};
}

const showGone = isGone => { find("gone").hidden = !isGone; };

async function begin() {
  about = await (await fetch("about")).json();
  label();
  await takeState((await ask("state")).value);
  const events = new EventSource("events");
  events.onmessage = event => JSON.parse(event.data).version > state.version && !isSending && refresh();
  events.onopen = () => { if (!find("gone").hidden) refresh(); showGone(false); };
  events.onerror = () => showGone(true);
}

async function refresh() {
  const {value} = await ask("state");
  if (value) await takeState(value);
}

async function takeState(next) {
  if (state && next.version < state.version) return;
  const isNew = !form || next.form !== form.version;
  state = next;
  if (isNew) form = (await ask("form")).value;
  takeMarks();
  waiting.forEach(write);
  if (isNew) showForm();
  takeFaults();
  showMarks();
  showReport();
  find("undo").disabled = !state.undo;
  find("redo").disabled = !state.redo;
  if (!isSending && !waiting.length) find("status").textContent = say("saved", {file: about.file});
}

function takeMarks() {
  marks.clear();
  for (const [who, index, place, value] of state.marks) {
    const key = keyOf(who, index, place);
    if (form.takes[index].kind === "marker") marks.set(key, [...(marks.get(key) ?? []), value]);
    else marks.set(key, value);
  }
}

function put(one) {
  write(one);
  waiting.push(one);
  flush();
}

// The same as the program does, so that ink is there at once.
function write({owner: who, takes: index, place, mark = -1, count = 0, text = ""}) {
  const takes = form.takes[index], key = keyOf(who, index, place);
  if (takes.kind === "marker") {
    const there = takes.places.filter(other => (marks.get(keyOf(who, index, other)) ?? []).includes(mark));
    for (const other of there) {
      const rest = marks.get(keyOf(who, index, other)).filter(one => one !== mark);
      if (rest.length) marks.set(keyOf(who, index, other), rest); else marks.delete(keyOf(who, index, other));
    }
    if (place) marks.set(key, [...(marks.get(key) ?? []), mark]);
    for (const other of [...there, place].filter(Boolean)) drawSpot(spots.get(keyOf(who, takes.area, other)));
    return;
  }
  const value = takes.kind === "mark" ? mark : takes.kind === "heap" ? count : text;
  if (value === -1 || value === "" || (takes.kind === "heap" && !value)) marks.delete(key); else marks.set(key, value);
  drawSpot(spots.get(keyOf(who, takes.area, place)));
}

async function flush() {
  if (isSending || !waiting.length) return;
  isSending = true;
  find("status").textContent = say("saving");
  const {value, wrong} = await ask("put", {puts: waiting.splice(0, 1000)});
  isSending = false;
  await settle(value, wrong);
  flush();
}

async function settle(value, wrong) {
  const isGone = !find("gone").hidden;
  find("refused").hidden = !wrong || isGone;
  find("refused").textContent = isGone ? "" : wrong ?? "";
  if (value) return takeState(value);
  // What was not saved is not shown either.
  waiting.length = 0;
  takeMarks();
  showMarks();
  find("status").textContent = say("unsaved");
  if (!isGone) await refresh();
}

async function step(back) {
  if (isSending || waiting.length) return;
  const {value, wrong} = await ask("step", {back});
  closeKeys();
  await settle(value, wrong);
}

// The paper

function label() {
  document.documentElement.lang = about.language;
  document.documentElement.dir = about.direction;
  document.title = about.title;
  const texts = {
    skip: say("skip"), title: about.title, hint: say("hint"), help: say("keys"), "seats-title": say("players"),
    "seats-add": say("add"), "seats-apply": say("apply"), "file-title": say("import"), "file-choose": say("choose"),
    "file-paste": say("paste"), "file-apply": say("import"), "seats-open": `${say("players")} · ${say("options")}`,
    "file-open": say("import"), score: say("file"), download: say("download"), print: say("print"),
    gone: say("gone", {file: about.file}),
  };
  for (const [id, text] of Object.entries(texts)) find(id).textContent = text;
  const names = {
    undo: say("undo"), redo: say("redo"), smaller: say("smaller"), larger: say("larger"), "menu-title": say("menu"),
    areas: say("areas"), pens: say("pens"), report: say("report"), people: say("players"), owners: say("players"),
  };
  for (const [id, text] of Object.entries(names)) {
    find(id).setAttribute("aria-label", text);
    if (find(id).matches(".icon")) find(id).title = text;
  }
  find("undo").replaceChildren(drawIcon("undo"));
  find("redo").replaceChildren(drawIcon("redo"));
  find("menu-title").replaceChildren(drawIcon("menu"));
  document.querySelectorAll("dialog .close").forEach(one => { one.textContent = say("close"); });
  find("judged").open = !isNarrow();
}

const listSheets = () => form.sheets.filter(one => one.owner === owner);

function showForm() {
  const owners = form.own ? state.players : [""];
  if (!owners.includes(owner)) owner = owners[0];
  find("people").hidden = !form.own;
  closeKeys();
  showPaper();
  showPens();
}

function showOwners() {
  const wrong = state.report.plain.faults.map(one => one.player);
  refill(find("owners"), [form.own, state.players, owner, wrong], () => (form.own ? state.players : []).map(player => {
    const many = wrong.filter(one => one === player).length;
    return make("button", {
      type: "button", role: "tab", "aria-controls": "paper", id: `tab-${state.players.indexOf(player)}`, "aria-selected": player === owner,
      tabIndex: player === owner ? 0 : -1, onclick: () => turn(player),
    }, player, ...(many ? [make("span", {class: "many"}, String(many))] : []));
  }));
}

function turn(player) {
  owner = player;
  closeKeys();
  showPaper();
  showMarks();
  showWrongAreas();
  showOwners();
  find(`tab-${state.players.indexOf(player)}`)?.focus();
}

function showPaper() {
  spots.clear();
  find("paper").replaceChildren(...listSheets().flatMap(sheet => sheet.part ? sheet.pages.map(page => showPage(sheet, page)) : [showTray(sheet)]));
  const first = spots.values().next().value;
  if (first) first.button.tabIndex = 0;
  showAreas();
  const isThere = ["wide", "whole", ""].includes(fitted) || spotsOf(fitted).length > 0;
  fit(isThere ? fitted : isNarrow() ? areaKey(form.areas[0]) : "wide");
  find("print").hidden = !listSheets().some(sheet => sheet.pages.length);
}

const areaOf = spot => form.areas.find(one => one.part === spot.part && one.area === spot.area);
const areaKey = one => keyOf(one.part, one.area);
const spotsOf = key => [...spots.values()].filter(spot => keyOf(spot.part, spot.area) === key);

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

function showAreas() {
  const areas = form.areas.filter(one => spotsOf(areaKey(one)).length), isPrinted = document.querySelector(".page") !== null;
  const shown = areas.map(one => [areaKey(one), one.title || one.whole]);
  if (isPrinted || areas.length > 1) shown.unshift(["whole", say("whole")]);
  if (isPrinted) shown.unshift(["wide", say("wide")]);
  find("areas").replaceChildren(...shown.map(([key, title]) => make("button", {
    type: "button", "data-key": key, onclick: () => { closeKeys(); fit(key); },
  }, title)));
  find("zoom").hidden = !isPrinted;
}

// Faults of an area that are not in single places are seen at its button.
function showWrongAreas() {
  for (const one of find("areas").children) {
    const isWrong = wrongAreas.has(keyOf(owner, one.dataset.key.split("\n")[1]));
    one.classList.toggle("faulty", isWrong);
    one.title = isWrong ? say("wrong") : "";
  }
}

function fit(key) {
  fitted = key;
  for (const one of find("areas").children) one.setAttribute("aria-pressed", one.dataset.key === key);
  find("areas").querySelector("[aria-pressed=true]")?.scrollIntoView({block: "nearest", inline: "nearest"});
  fade(find("areas"));
  const page = document.querySelector(".page"), spotsThere = spotsOf(key);
  if (!page) fitTray(key);
  else if (spotsThere.length) fitArea(page, spotsThere);
  else zoom(findScale(key, page.size));
}

function fitTray(key) {
  const there = [...document.querySelectorAll(".trays section")].find(one => one.dataset.area === key);
  (there ?? find("paper").firstChild)?.scrollIntoView({block: "start"});
}

function findScale(key, [width, height]) {
  const paper = find("paper"), across = (paper.clientWidth - 16) / width, down = (paper.clientHeight - 16) / height;
  return {wide: across, whole: Math.min(across, down)}[key] ?? scale;
}

function fitArea(page, there) {
  const paper = find("paper"), room = paper.clientWidth - 16, boxes = there.map(spot => spot.box);
  const left = Math.min(...boxes.map(box => box[0])), top = Math.min(...boxes.map(box => box[1]));
  const right = Math.max(...boxes.map(box => box[0] + box[2])), narrowest = Math.min(...boxes.map(box => box[2]));
  const smallest = Math.min(narrowest, ...boxes.map(box => box[3]));
  const filling = Math.min(room / (right - left + 2 * MARGIN), 7), least = isNarrow() ? FINGER / smallest : 0;
  const isCramped = least > 1.3 * filling;
  zoom(isCramped ? least : filling);
  // What is beside an area, such as the heads of rows, is of more use than its middle.
  let start = isCramped ? 0 : left - MARGIN;
  const edge = Math.min(left, page.size[0] - right) - MARGIN / 2, heads = Math.max(left, page.size[0] - right) - edge;
  if (areaOf(there[0]).columns[there[0].place] && (heads + narrowest) * scale <= room) {
    start = left > page.size[0] - right ? edge : page.size[0] - edge - room / scale;
  }
  const first = there[0].button.closest(".page");
  paper.scrollTo(first.offsetLeft + start * scale - 8, first.offsetTop + (top - 3 * MARGIN) * scale);
}

// The scale is in CSS pixels per mm.
function zoom(next) {
  scale = Math.min(Math.max(next, SMALLEST), LARGEST);
  for (const page of document.querySelectorAll(".page")) {
    page.style.width = `${page.size[0] * scale}px`;
    page.style.height = `${page.size[1] * scale}px`;
  }
}

function zoomBy(factor) {
  const paper = find("paper");
  const x = (paper.scrollLeft + paper.clientWidth / 2) / scale, y = (paper.scrollTop + paper.clientHeight / 2) / scale;
  zoom(scale * factor);
  fit("");
  paper.scrollTo(x * scale - paper.clientWidth / 2, y * scale - paper.clientHeight / 2);
}

// What is written on it

const valueAt = (spot, index) => marks.get(keyOf(spot.owner, index, spot.place));
const hasMarks = spot => spot.takes.some(index => valueAt(spot, index) !== undefined);

function showMarks() {
  for (const spot of spots.values()) drawSpot(spot);
  showFree();
  if (chosen) showKeys();
}

function drawSpot(spot) {
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
function nameSpot(spot) {
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

function drawInk(spot, signs) {
  const [width, height] = spot.size.map(one => 10 * one), size = Math.min(width, height, 140), x = width / 2, y = height / 2, r = size / 2;
  const at = (dx, dy) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  const strokes = signs.map(({sign, text}) => {
    if (sign === "text") {
      const high = Math.min(size * 0.68, 1.75 * width / Math.max(text.length, 1));
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

// Pieces are as large, and beside each other, as on printed positions.
function drawPieces(spot, pieces) {
  const [width, height] = spot.size, inRow = pieces.length <= 4 ? 2 : 3, isAlone = pieces.length === 1;
  const rows = [];
  for (let start = 0; start < pieces.length; start += inRow) rows.push(pieces.slice(start, start + inRow));
  const sizes = rows.map(row => {
    const found = row.map(({mark: {size: [w, h], standing}}) => {
      const share = isAlone ? 1 : CROWDED;
      const by = standing ? Math.min(1, width * STANDING / w) : Math.min(1, width * share / w, height * share / h);
      return [w * by, h * by];
    });
    const by = Math.min(1, width * WIDEST / found.reduce((sum, one) => sum + one[0] * APART, 0));
    return found.map(([w, h]) => [w * by, h * by]);
  });
  const highs = sizes.map(row => APART * Math.max(...row.map(one => one[1])));
  const images = [];
  let y = (height - highs.reduce((sum, one) => sum + one, 0)) / 2;
  rows.forEach((row, number) => {
    let x = (width - APART * sizes[number].reduce((sum, one) => sum + one[0], 0)) / 2;
    row.forEach(({mark, badge}, index) => {
      const [w, h] = sizes[number][index];
      const image = make("img", {class: "piece", src: `pictures/${mark.picture}.svg`, alt: "", draggable: false});
      const left = x + w * (APART - 1) / 2, top = y + (highs[number] - h) / 2;
      Object.assign(image.style, {left: `${100 * left / width}%`, top: `${100 * top / height}%`, width: `${100 * w / width}%`, height: `${100 * h / height}%`});
      images.push(image);
      if (badge) images.push(make("span", {class: "badge"}, String(badge)));
      x += w * APART;
    });
    y += highs[number];
  });
  return images;
}

// Pens

const identity = mark => mark.sign ?? mark.picture;
const isPen = one => pen.kind === one.kind && pen.id === one.id;

function listPens() {
  const pens = [{kind: "tap", name: say("tap")}], known = new Set();
  for (const takes of form.takes) {
    for (const mark of takes.marks) {
      if (known.has(identity(mark))) continue;
      known.add(identity(mark));
      pens.push({kind: "mark", id: identity(mark), name: mark.name, mark});
    }
  }
  const highest = Math.max(0, ...form.takes.filter(one => one.kind === "number" && one.numbers[0] > 0).map(one => one.numbers[1]));
  for (let number = 1; number <= Math.min(highest, MOST_NUMBERS); number++) pens.push({kind: "number", id: String(number), name: String(number), shown: String(number)});
  return [...pens, {kind: "erase", name: say("erase")}];
}

function showPens() {
  const pens = listPens();
  if (!pens.some(isPen)) pen = pens[0];
  find("pens").replaceChildren(...pens.map(one => make("button", {
    type: "button", title: one.name, "aria-label": one.name, "aria-pressed": isPen(one), class: `pen ${one.kind}`,
    onclick: () => { pen = one; closeKeys(); showPens(); find("pens").querySelector("[aria-pressed=true]").focus(); },
  }, ...showPen(one))));
  for (const spot of spots.values()) spot.button.classList.toggle("live", pen.kind !== "tap" && (pen.kind === "erase" || findTakes(spot).length > 0));
  find("pens").querySelector("[aria-pressed=true]").scrollIntoView({block: "nearest", inline: "nearest"});
  fade(find("pens"));
}

// Only the pen that is chosen has its name beside it.
function showPen(one) {
  const shown = one.mark ? showMark(one.mark) : one.shown ?? drawIcon(one.kind);
  return isPen(one) && one.name !== one.shown ? [shown, make("span", {class: "chosen-name"}, one.name)] : [shown];
}

// Of a card, the upper half is seen, which tells it from others.
function showMark(mark) {
  if (mark.sign) return drawInk({size: [8, 8]}, [{sign: mark.sign}]);
  const isCard = !mark.standing && mark.size[1] > 1.2 * mark.size[0];
  return make("img", {src: `pictures/${mark.picture}.svg`, alt: "", class: isCard ? "card" : ""});
}

// Ends of a row that can be scrolled fade.
function fade(row) {
  const {left, right} = row.getBoundingClientRect(), boxes = [...row.children].map(one => one.getBoundingClientRect());
  row.classList.toggle("more-left", boxes.some(box => box.left < left - 1));
  row.classList.toggle("more-right", boxes.some(box => box.right > right + 1));
}

// The takes of a place that the pen can write in, with the index of the mark.
function findTakes(spot) {
  return spot.takes.flatMap(index => {
    const takes = form.takes[index];
    if (pen.kind === "number") return takes.kind === "number" && Number(pen.id) >= takes.numbers[0] && Number(pen.id) <= takes.numbers[1] ? [[index, -1]] : [];
    const mark = takes.marks.findIndex(one => identity(one) === pen.id);
    return mark >= 0 ? [[index, mark]] : [];
  });
}

const base = (spot, index) => ({owner: spot.owner, takes: index, place: spot.place});

// Writes with the pen; `mode` is what the stroke does, once its first place has decided it.
function writeWithPen(spot, mode) {
  if (pen.kind === "erase") {
    clear(spot);
    return "erase";
  }
  const [found] = findTakes(spot);
  if (!found) return mode;
  const [index, mark] = found, takes = form.takes[index], value = valueAt(spot, index);
  if (takes.kind === "heap") {
    const count = (value ?? 0) + 1;
    put({...base(spot, index), count: count > takes.numbers[1] ? 0 : count});
    return "add";
  }
  const wanted = takes.kind === "number" ? pen.id : mark, isThere = takes.kind === "marker" ? (value ?? []).includes(mark) : value === wanted;
  mode ??= isThere ? "clear" : "set";
  if (isThere !== (mode === "clear")) return mode;
  if (takes.kind === "marker") setMarker(spot, index, mark);
  else setMark(spot, index, mode === "set" ? wanted : null);
  return mode;
}

function setMark(spot, index, value) {
  const takes = form.takes[index];
  if (takes.kind === "mark") put({...base(spot, index), mark: value ?? -1});
  else if (takes.kind === "heap") put({...base(spot, index), count: value ?? 0});
  else put({...base(spot, index), text: value ?? ""});
}

function setMarker(spot, index, mark) {
  const isHere = (valueAt(spot, index) ?? []).includes(mark);
  put({...base(spot, index), place: isHere ? "" : spot.place, mark});
}

function clear(spot) {
  for (const index of spot.takes) {
    const value = valueAt(spot, index);
    if (value === undefined) continue;
    if (form.takes[index].kind === "marker") value.forEach(mark => put({...base(spot, index), place: "", mark}));
    else setMark(spot, index, null);
  }
}

// Tapping: places with few marks change by themselves, others show what they take.
const isSimple = spot => spot.takes.every(index => form.takes[index].kind === "mark") && spot.takes.reduce((many, index) => many * (1 + form.takes[index].marks.length), 1) <= 4;

function tap(spot) {
  focusSpot(spot);
  if (pen.kind !== "tap") {
    writeWithPen(spot);
    return;
  }
  if (!isSimple(spot)) {
    openKeys(spot);
    find("keys").querySelector("input")?.focus();
    return;
  }
  closeKeys();
  const lists = spot.takes.map(index => [null, ...form.takes[index].marks.keys()]);
  const states = lists.length === 2 && lists.every(one => one.length === 2)
    ? [[null, null], [0, null], [0, 0], [null, 0]] : lists[0].map(one => [one]);
  const now = JSON.stringify(spot.takes.map(index => valueAt(spot, index) ?? null));
  const next = states[(states.findIndex(one => JSON.stringify(one) === now) + 1) % states.length];
  spot.takes.forEach((index, number) => {
    if ((valueAt(spot, index) ?? null) !== next[number]) setMark(spot, index, next[number]);
  });
}

// The place stays in what is seen of the paper; on a phone, there is room for either the keys or the report.
function openKeys(spot) {
  chosen = spot;
  if (isNarrow()) find("judged").open = false;
  showKeys();
  spot.button.scrollIntoView({block: "nearest", inline: "nearest"});
}

function showKeys() {
  const spot = chosen, name = nameSpot(spot);
  for (const one of spots.values()) one.button.classList.toggle("chosen", one === spot);
  const shown = JSON.stringify([spot.owner, spot.area, spot.place, name, spot.takes.map(index => valueAt(spot, index)), state.players]);
  if (find("keys").shown === shown) return;
  find("keys").shown = shown;
  const focus = document.activeElement?.dataset?.key;
  const input = document.activeElement?.matches("#keys input") ? document.activeElement : null;
  const rows = spot.takes.map(index => make("div", {class: "row"}, ...listKeys(spot, index)));
  if (input) rows.find(row => row.querySelector("input"))?.querySelector("input").replaceWith(input);
  find("keys").hidden = false;
  find("keys").setAttribute("aria-label", name);
  find("keys").replaceChildren(
    make("div", {class: "head"}, make("strong", {}, name),
      make("button", {type: "button", "data-key": "clear", onclick: () => clear(spot)}, say("clear")),
      make("button", {type: "button", class: "icon", "data-key": "close", "aria-label": say("close"), onclick: () => { closeKeys(); focusSpot(spot); }}, "×")),
    ...rows);
  if (input) input.focus();
  else if (focus) find("keys").querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function listKeys(spot, index) {
  const takes = form.takes[index], value = valueAt(spot, index), id = name => `${index}-${name}`;
  const key = (name, shown, isOn, act, title = name) => make("button", {
    type: "button", "data-key": id(name), "aria-pressed": isOn, "aria-label": title, title, onclick: () => { act(); showKeys(); },
  }, shown);
  if (takes.kind === "mark") return takes.marks.map((mark, number) => key(number, showMark(mark), value === number, () => setMark(spot, index, value === number ? null : number), mark.name));
  if (takes.kind === "marker") return takes.marks.map((mark, number) => key(number, showMark(mark), (value ?? []).includes(number), () => setMarker(spot, index, number), mark.name));
  if (takes.kind === "heap") {
    const count = value ?? 0, mark = takes.marks[0];
    const less = key("-", "−", false, () => count && setMark(spot, index, count - 1), `${mark.name} −1`);
    const more = key("+", "+", false, () => count < takes.numbers[1] && setMark(spot, index, count + 1), `${mark.name} +1`);
    return [less, make("span", {class: "count"}, showMark(mark), String(count)), more];
  }
  if (takes.kind === "player") return state.players.map(player => key(player, player, value === player, () => setMark(spot, index, value === player ? null : player)));
  if (takes.kind === "text") return [make("input", {
    value: value ?? "", maxLength: 60, "data-key": id("text"), "aria-label": say("text"), onchange: event => setMark(spot, index, event.target.value.trim()),
    onkeydown: event => { if (event.key === "Enter") { event.target.blur(); closeKeys(); focusSpot(spot); } },
  })];
  const [low, high] = takes.numbers;
  if (high - low < MOST_NUMBERS) return Array.from({length: high - low + 1}, (_, at) => String(low + at)).map(one => key(one, one.replace("-", "−"), value === one, () => setMark(spot, index, value === one ? null : one)));
  const digits = [..."1234567890", ...(low < 0 ? ["-"] : []), "⌫"];
  return digits.map(one => key(one, one.replace("-", "±"), false, () => type(spot, index, one)));
}

function closeKeys() {
  chosen?.button.classList.remove("chosen");
  chosen = null;
  find("keys").hidden = true;
  find("keys").shown = "";
  find("keys").replaceChildren();
}

// A number grows by digits that are typed one soon after the other.
function type(spot, index, sign) {
  const takes = form.takes[index], value = valueAt(spot, index) ?? "", now = performance.now();
  const isOn = typed.spot === spot && typed.index === index && (now - typed.at < PAUSE || chosen === spot);
  typed = {spot, index, at: now, sign: isOn && typed.sign};
  const fits = text => /^-?\d+$/.test(text) && text.replace("-", "").length <= takes.longest && Number(text) >= takes.numbers[0] && Number(text) <= takes.numbers[1];
  if (sign === "⌫") return setMark(spot, index, value.slice(0, -1).replace(/^-$/, "") || null);
  if (sign === "-") {
    const other = value.startsWith("-") ? value.slice(1) : `-${value}`;
    typed.sign = !value;
    return value && fits(other) ? setMark(spot, index, other) : undefined;
  }
  const texts = [isOn ? value + sign : "", typed.sign ? `-${sign}` : "", sign];
  const text = texts.find(one => one && fits(one));
  typed.sign = false;
  return text === undefined ? undefined : setMark(spot, index, text);
}

// Pointers

function paint(x, y) {
  const spot = document.elementFromPoint(x, y)?.closest?.(".spot")?.spot;
  if (!spot || stroke.done.has(spot)) return;
  stroke.done.add(spot);
  if (pen.kind !== "tap") stroke.mode = writeWithPen(spot, stroke.mode);
  else if (String(spot.takes) === stroke.takes) setMark(spot, spot.takes[0], stroke.value);
}

function down(event) {
  const spot = event.target.closest?.(".spot")?.spot;
  stroke = null;
  if (!spot || event.button) return;
  const isTouch = event.pointerType !== "mouse", isLive = pen.kind === "erase" || findTakes(spot).length;
  if (pen.kind === "tap" ? isTouch || spot.takes.length > 1 || !isSimple(spot) || form.takes[spot.takes[0]].marks.length > 1 : !isLive) return;
  const value = valueAt(spot, spot.takes[0]) === 0 ? null : 0;
  stroke = {x: event.clientX, y: event.clientY, done: new Set(), mode: undefined, takes: String(spot.takes), value};
  if (isTouch && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  event.preventDefault();
  closeKeys();
  focusSpot(spot);
  paint(event.clientX, event.clientY);
}

function move(event) {
  if (!stroke) return;
  const {clientX: x, clientY: y} = event, far = Math.hypot(x - stroke.x, y - stroke.y), steps = Math.ceil(far / 6);
  for (let at = 1; at <= steps; at++) paint(stroke.x + (x - stroke.x) * at / steps, stroke.y + (y - stroke.y) * at / steps);
  Object.assign(stroke, {x, y});
}

function click(event) {
  const spot = event.target.closest?.(".spot")?.spot;
  if (!spot) return;
  const isPainted = stroke?.done.has(spot) && event.detail > 0;
  stroke = null;
  if (!isPainted) tap(spot);
}

// Keyboard

function focusSpot(spot) {
  for (const one of spots.values()) one.button.tabIndex = one === spot ? 0 : -1;
  if (document.activeElement !== spot.button) spot.button.focus({preventScroll: stroke !== null});
}

function go(spot, dx, dy) {
  const {left, top, width, height} = spot.button.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
  let best = null, least = Infinity;
  for (const other of spots.values()) {
    const box = other.button.getBoundingClientRect();
    if (other === spot || !box.width) continue;
    const far = (box.left + box.width / 2 - x) * dx + (box.top + box.height / 2 - y) * dy;
    const aside = Math.abs((box.left + box.width / 2 - x) * dy) + Math.abs((box.top + box.height / 2 - y) * dx);
    if (far > Math.min(width, height) * 0.3 && far + 2.5 * aside < least) [best, least] = [other, far + 2.5 * aside];
  }
  if (best) focusSpot(best);
}

function keydown(event) {
  if (event.key === "Escape" && !find("keys").hidden) {
    const spot = chosen;
    closeKeys();
    focusSpot(spot);
    return;
  }
  if (event.target.matches?.("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
    event.preventDefault();
    step(event.key.toLowerCase() === "z" && !event.shiftKey);
    return;
  }
  const spot = event.target.spot, ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  const sign = {x: "cross", o: "circle", "#": "fill", f: "fill"}[event.key.toLowerCase()];
  const number = spot.takes.find(index => form.takes[index].kind === "number");
  if (event.key.length === 1 && event.key !== " " && spot.takes.some(index => form.takes[index].kind === "text")) {
    // The letter is written into the field.
    openKeys(spot);
    find("keys").querySelector("input").select();
    return;
  }
  const marked = spot.takes.find(index => sign && form.takes[index].marks.some(one => one.sign === sign));
  if (ways[event.key]) go(spot, ...ways[event.key]);
  else if (/^[0-9-]$/.test(event.key) && number !== undefined) type(spot, number, event.key);
  else if (event.key === "Delete") clear(spot);
  else if (event.key === "Backspace") number !== undefined && valueAt(spot, number) ? type(spot, number, "⌫") : clear(spot);
  else if (marked !== undefined) {
    const mark = form.takes[marked].marks.findIndex(one => one.sign === sign);
    setMark(spot, marked, valueAt(spot, marked) === mark ? null : mark);
  } else return;
  event.preventDefault();
}

// The referee

function takeFaults() {
  faults = new Set();
  wrongAreas = new Set();
  const {plain, places} = state.report;
  plain.faults.forEach((fault, number) => {
    const owners = !form.own ? [""] : fault.player ? [fault.player] : state.players;
    for (const [area, place] of places[number]) {
      for (const who of owners) (place ? faults : wrongAreas).add(place ? keyOf(who, area, place) : keyOf(who, area));
    }
  });
  showWrongAreas();
}

function showReport() {
  const {plain, places, where, verdict, note, end} = state.report;
  document.body.dataset.verdict = plain.verdict;
  find("verdict").textContent = verdict;
  find("note").textContent = note;
  find("end").textContent = end;
  find("lost").hidden = !state.lost.length;
  find("lost").textContent = state.lost.length ? say("lost", {places: state.lost.join("; ")}) : "";
  refill(find("faults"), [plain.faults, places], () => plain.faults.map((fault, number) => make("li", {},
    make("button", {type: "button", class: "fault", onclick: () => showFault(fault, places[number])},
      ...(where[number] ? [make("span", {class: "where"}, where[number])] : []), make("span", {}, fault.message)),
    ...(about.explains ? [explain(fault.rule)] : []))));
  showScores(plain.players);
  showOwners();
}

function explain(rule) {
  const text = make("p", {}), one = make("details", {class: "rule"}, make("summary", {}, say("rule"), make("code", {}, rule)), text);
  one.addEventListener("toggle", async () => {
    if (!one.open || text.textContent) return;
    const {value, wrong} = await ask(`rules/${rule}`);
    text.textContent = value?.text || wrong || rule;
  });
  return one;
}

function showFault(fault, places) {
  if (form.own && fault.player && fault.player !== owner) turn(fault.player);
  const found = places.map(([area, place]) => spots.get(keyOf(owner, area, place)) ?? [...spots.values()].find(one => one.area === area)).find(Boolean);
  if (!found) return;
  if (isNarrow()) find("judged").open = false;
  if (!places.some(([, place]) => place)) fit(areaKey(found));
  found.button.scrollIntoView({block: "center", inline: "center"});
  focusSpot(found);
}

const points = number => number > 0 ? `+${number}` : String(number).replace("-", "−");

function showScores(players) {
  const tables = [];
  if (state.report.shared) {
    const lines = players[0]?.rounds.flatMap(one => one.lines) ?? [];
    if (lines.length) tables.push(makeTable([], lines.map(one => [one.label, String(one.points)])));
  } else {
    const most = Math.max(0, ...players.map(one => one.rounds.length));
    for (let number = 0; number < most; number++) {
      const labels = [...new Set(players.flatMap(one => one.rounds[number]?.lines.map(line => line.label) ?? []))];
      const cell = (player, label) => player.rounds[number]?.lines.filter(line => line.label === label).map(line => points(line.points)).join(" ") ?? "";
      const rows = labels.map(label => [label, ...players.map(player => cell(player, label))]);
      const totals = [say("total"), ...players.map(player => player.rounds[number] ? points(player.rounds[number].total) : "")];
      if (labels.length) tables.push(makeTable([most > 1 ? `${number + 1}` : "", ...players.map(one => one.name)], [...rows, totals], true));
    }
    if (most > 1) tables.push(makeTable(["", ...players.map(one => one.name)], [[say("total"), ...players.map(one => points(one.total))]], true));
  }
  refill(find("scores"), [state.report.shared, players], () => tables);
}

function makeTable(heads, rows, hasTotal = false) {
  const head = heads.length ? [make("thead", {}, make("tr", {}, ...heads.map((one, at) => make(at ? "th" : "td", at ? {scope: "col"} : {}, one))))] : [];
  const body = rows.map((row, at) => make("tr", {class: hasTotal && at === rows.length - 1 ? "total" : ""}, ...row.map((one, number) => make(number ? "td" : "th", number ? {} : {scope: "row"}, one))));
  return make("div", {class: "scores", tabIndex: 0, role: "region", "aria-label": say("points")}, make("table", {}, ...head, make("tbody", {}, ...body)));
}

// Dialogues

function addSeat(name = "") {
  const input = make("input", {value: name, maxLength: 60, "aria-label": say("name"), required: true, autocomplete: "off"});
  input.before_ = name;
  const remove = make("button", {type: "button", class: "icon", "aria-label": say("remove", {player: name}), title: say("remove", {player: name}), onclick: () => row.remove()}, "×");
  const row = make("li", {}, input, remove);
  find("seats-list").append(row);
  return input;
}

function openSeats() {
  find("menu").open = false;
  find("seats-list").replaceChildren();
  state.players.forEach(addSeat);
  find("seats-wrong").textContent = "";
  find("setup").replaceChildren(...form.options.map(({key, title, example, values}) => {
    const now = state.setup[key] ?? "";
    const field = values.length
      ? make("select", {"data-option": key}, ...[["", "–"], ...values.map(one => [one.value, one.title])].map(([value, text]) => make("option", {value, selected: value === now}, text)))
      : make("input", {value: now, "data-option": key, maxLength: 300, autocomplete: "off", placeholder: example});
    return make("label", {}, make("span", {}, title), field);
  }));
  find("seats").showModal();
}

async function applySeats(event) {
  event.preventDefault();
  const seats = [...find("seats-list").querySelectorAll("input")].map(one => ({before: one.before_, now: one.value}));
  const setup = Object.fromEntries([...find("setup").querySelectorAll("[data-option]")].map(one => [one.dataset.option, one.value.trim()]));
  const {value, wrong} = await ask("seats", {seats, setup});
  find("seats-wrong").textContent = wrong ?? "";
  if (!value) return;
  find("seats").close();
  await takeState(value);
}

function openFile() {
  find("menu").open = false;
  find("file-wrong").textContent = find("file-text").value = find("file-input").value = "";
  find("file").showModal();
}

async function applyFile(event) {
  event.preventDefault();
  const [file] = find("file-input").files;
  const text = file ? await file.text() : find("file-text").value;
  const {value, wrong} = await ask("open", {name: file?.name ?? "", text});
  find("file-wrong").textContent = wrong ?? "";
  if (!value) return;
  find("file").close();
  await takeState(value);
}

find("undo").addEventListener("click", () => step(true));
find("redo").addEventListener("click", () => step(false));
find("smaller").addEventListener("click", () => zoomBy(1 / 1.3));
find("larger").addEventListener("click", () => zoomBy(1.3));
find("seats-open").addEventListener("click", openSeats);
find("file-open").addEventListener("click", openFile);
find("seats-add").addEventListener("click", () => addSeat().focus());
find("seats").querySelector("form").addEventListener("submit", applySeats);
find("file").querySelector("form").addEventListener("submit", applyFile);
document.querySelectorAll("dialog .close").forEach(one => one.addEventListener("click", () => one.closest("dialog").close()));
find("print").addEventListener("click", () => { find("menu").open = false; });
find("judged").addEventListener("toggle", () => {
  if (!find("judged").open || !isNarrow() || !chosen) return;
  const {button} = chosen;
  closeKeys();
  button.scrollIntoView({block: "center", inline: "center"});
});
for (const id of ["areas", "pens"]) find(id).addEventListener("scroll", () => fade(find(id)), {passive: true});
find("owners").addEventListener("keydown", event => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key] * (about.direction === "rtl" ? -1 : 1);
  const next = state.players[state.players.indexOf(owner) + step];
  if (next !== undefined) turn(next);
});
document.addEventListener("click", event => { if (!event.target.closest("#menu")) find("menu").open = false; });
find("paper").addEventListener("pointerdown", down);
document.addEventListener("pointermove", move);
find("paper").addEventListener("click", click);
document.addEventListener("keydown", keydown);
window.addEventListener("resize", () => {
  if (!form) return;
  for (const id of ["areas", "pens"]) fade(find(id));
  // A phone's keyboard makes the window smaller, too.
  if (!document.activeElement?.matches("input, textarea")) fit(fitted);
});
begin();
