// What a person does with the places of a table: taps, pens, and keys.

import {find, getNeighbour, make, say} from "./page.js";
import {clear, getValue, setMark, setMarker, step, together} from "./table_store.js";
import {choose, drawIcon, fade, focusSpot, isNarrow, makeMark, nameSpot} from "./table_paper.js";

const MOST_NUMBERS = 12; // keys, and pens, for numbers
const PAUSE = 1200; // ms after which a digit begins a new number
const SIGNS = {x: "cross", o: "circle", "#": "fill", f: "fill"}; // by the keys that make them

// Taps.

export function tap(table, spot) {
  focusSpot(table, spot);
  if (table.pen.kind !== "tap") {
    writeWithPen(table, spot);
    return;
  }
  if (!isSimple(table, spot)) {
    openKeys(table, spot);
    find("keys").querySelector("input")?.focus();
    return;
  }
  choose(table, null);
  const lists = spot.takes.map(index => [null, ...table.form.takes[index].marks.keys()]);
  const states = lists.length === 2 && lists.every(list => list.length === 2)
    ? [[null, null], [0, null], [0, 0], [null, 0]] : lists[0].map(mark => [mark]);
  const now = JSON.stringify(spot.takes.map(index => getValue(table, spot, index) ?? null));
  const next = states[(states.findIndex(marks => JSON.stringify(marks) === now) + 1) % states.length];
  together(table, () => spot.takes.forEach((index, number) => {
    if ((getValue(table, spot, index) ?? null) !== next[number]) setMark(table, spot, index, next[number]);
  }));
}

// Places with few marks change by themselves when they are tapped; others show what they take.
export function isSimple({form}, spot) {
  const takes = spot.takes.map(index => form.takes[index]);
  return takes.every(each => each.kind === "mark") && takes.reduce((states, each) => states * (1 + each.marks.length), 1) <= 4;
}

// Pens.

export function showPens(table) {
  const pens = listPens(table), isChosen = pen => table.pen.kind === pen.kind && table.pen.id === pen.id;
  if (!pens.some(isChosen)) [table.pen] = pens;
  find("pens").replaceChildren(...pens.map(pen => make("button", {
    title: pen.name, "aria-label": pen.name, "aria-pressed": isChosen(pen), class: `pen ${pen.kind}`,
    onclick: () => { table.pen = pen; choose(table, null); showPens(table); find("pens").querySelector("[aria-pressed=true]").focus(); },
  }, pen.mark ? makeMark(pen.mark) : pen.shown ?? drawIcon(pen.kind),
  // Only the pen that is chosen has its name beside it.
  ...(isChosen(pen) && pen.name !== pen.shown ? [make("span", {class: "chosen-name"}, pen.name)] : []))));
  const {kind} = table.pen;
  for (const spot of table.spots.values()) {
    spot.button.classList.toggle("live", kind !== "tap" && (kind === "erase" || listTakes(table, spot).length > 0));
  }
  find("pens").querySelector("[aria-pressed=true]").scrollIntoView({block: "nearest", inline: "nearest"});
  fade(find("pens"));
}

function listPens({form}) {
  const marks = new Map();
  for (const mark of form.takes.flatMap(takes => takes.marks)) if (!marks.has(identify(mark))) marks.set(identify(mark), mark);
  const highest = Math.max(0, ...form.takes.filter(({kind, numbers}) => kind === "number" && numbers[0] > 0).map(({numbers}) => numbers[1]));
  const numbers = Array.from({length: Math.min(highest, MOST_NUMBERS)}, (_, at) => String(at + 1));
  const words = [...new Set(form.takes.flatMap(takes => takes.words))].slice(0, MOST_NUMBERS);
  return [
    {kind: "tap", name: say("tap")},
    ...[...marks].map(([id, mark]) => ({kind: "mark", id, name: mark.name, mark})),
    ...numbers.map(number => ({kind: "number", id: number, name: number, shown: number})),
    ...words.map(word => ({kind: "word", id: word, name: word, shown: word})),
    {kind: "erase", name: say("erase")},
  ];
}

const identify = mark => mark.sign ?? mark.picture;

// Returns what a place takes from the pen: the index of the takes, and that of the mark.
export function listTakes({form, pen}, spot) {
  return spot.takes.flatMap(index => {
    const {kind, marks, numbers, words} = form.takes[index];
    if (pen.kind === "word") return words.includes(pen.id) ? [[index, -1]] : [];
    if (pen.kind === "number") return kind === "number" && Number(pen.id) >= numbers[0] && Number(pen.id) <= numbers[1] ? [[index, -1]] : [];
    const mark = marks.findIndex(each => identify(each) === pen.id);
    return mark >= 0 ? [[index, mark]] : [];
  });
}

// Writes with the pen; `mode` is what the stroke does, once its first place has decided it.
export function writeWithPen(table, spot, mode) {
  const {pen, form} = table;
  if (pen.kind === "erase") {
    clear(table, spot);
    return "erase";
  }
  const [first] = listTakes(table, spot);
  if (!first) return mode;
  const [index, mark] = first, {kind, numbers} = form.takes[index], value = getValue(table, spot, index);
  if (kind === "heap") {
    const count = (value ?? 0) + 1;
    setMark(table, spot, index, count > numbers[1] ? 0 : count);
    return "add";
  }
  const wanted = kind === "number" || kind === "text" ? pen.id : mark, isThere = kind === "marker" ? (value ?? []).includes(mark) : value === wanted;
  mode ??= isThere ? "clear" : "set";
  if (isThere !== (mode === "clear")) return mode;
  if (kind === "marker") setMarker(table, spot, index, mark);
  else setMark(table, spot, index, mode === "set" ? wanted : null);
  return mode;
}

// Keys of a place: everything that it takes.

// The place stays in what is seen of the paper; on a phone, there is room for either the keys or the report.
function openKeys(table, spot) {
  choose(table, spot);
  if (isNarrow()) find("judged").open = false;
  showKeys(table);
  spot.button.scrollIntoView({block: "nearest", inline: "nearest"});
}

export function showKeys(table) {
  const {chosen: spot, state} = table, keys = find("keys"), name = nameSpot(table, spot);
  const shown = JSON.stringify([spot.owner, spot.area, spot.place, name, spot.takes.map(index => [getValue(table, spot, index), isAwaited(table, spot, index)]), state.players]);
  if (keys.shown === shown) return;
  keys.shown = shown;
  const focus = document.activeElement?.dataset?.key;
  const input = document.activeElement?.matches("#keys input") ? document.activeElement : null;
  const rows = spot.takes.map(index => make("div", {class: "row"}, ...listKeys(table, spot, index)));
  if (input) rows.find(row => row.querySelector("input"))?.querySelector("input").replaceWith(input);
  keys.hidden = false;
  keys.setAttribute("aria-label", name);
  keys.replaceChildren(
    make("div", {class: "head"}, make("strong", {}, name),
      make("button", {"data-key": "clear", onclick: () => clear(table, spot)}, say("clear")),
      make("button", {class: "icon", "data-key": "close", "aria-label": say("close"), onclick: () => leaveKeys(table)}, "×")),
    ...rows);
  if (input) input.focus();
  else if (focus) keys.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function listKeys(table, spot, index) {
  const {kind, marks, numbers, words} = table.form.takes[index], value = getValue(table, spot, index);
  const makeKey = (name, shown, isOn, act, title = name) => make("button", {
    "data-key": `${index}-${name}`, "aria-pressed": isOn, "aria-label": title, title, onclick: () => { act(); showKeys(table); },
  }, shown);
  const toggle = wanted => () => setMark(table, spot, index, value === wanted ? null : wanted);
  if (kind === "mark") return marks.map((mark, at) => makeKey(at, makeMark(mark), value === at, toggle(at), mark.name));
  if (kind === "marker") {
    return marks.map((mark, at) => makeKey(at, makeMark(mark), (value ?? []).includes(at), () => setMarker(table, spot, index, at), mark.name));
  }
  if (kind === "heap") {
    const count = value ?? 0, [mark] = marks;
    const less = makeKey("-", "−", false, () => count && setMark(table, spot, index, count - 1), `${mark.name} −1`);
    const more = makeKey("+", "+", false, () => count < numbers[1] && setMark(table, spot, index, count + 1), `${mark.name} +1`);
    return [less, make("span", {class: "count"}, makeMark(mark), String(count)), more];
  }
  if (kind === "player") return table.state.players.map(player => makeKey(player, player, value === player, toggle(player)));
  if (kind === "text" && words.length) return words.map(word => makeKey(word, word, value === word, toggle(word)));
  if (kind === "text") return [make("input", {
    value: value ?? "", maxLength: 60, "data-key": `${index}-text`, "aria-label": say("text"),
    onchange: event => setMark(table, spot, index, event.target.value.trim()),
    onkeydown: event => { if (event.key === "Enter") { event.target.blur(); leaveKeys(table); } },
  })];
  const [low, high] = numbers;
  if (high - low < MOST_NUMBERS) {
    const values = Array.from({length: high - low + 1}, (_, at) => String(low + at));
    return values.map(number => makeKey(number, number.replace("-", "−"), value === number, toggle(number)));
  }
  const digits = [..."1234567890", ...(low < 0 ? ["-"] : []), "⌫"];
  const isMinus = sign => sign === "-" && (isAwaited(table, spot, index) || value?.startsWith("-"));
  return digits.map(sign => makeKey(sign, sign.replace("-", "±"), Boolean(isMinus(sign)), () => type(table, spot, index, sign)));
}

function leaveKeys(table) {
  const {chosen} = table;
  choose(table, null);
  focusSpot(table, chosen);
}

// True after a minus sign, which needs a digit.
const isAwaited = ({typed}, spot, index) => typed.spot === spot && typed.index === index && typed.isNegative;

// A number grows by digits that are typed soon after each other.
function type(table, spot, index, sign) {
  const {longest, numbers} = table.form.takes[index], value = getValue(table, spot, index) ?? "", {typed} = table, now = performance.now();
  const isOn = typed.spot === spot && typed.index === index && (now - typed.at < PAUSE || table.chosen === spot);
  const isNegative = isOn && typed.isNegative; // There is a minus sign, and no digit yet.
  table.typed = {spot, index, at: now, isNegative: sign === "-" && !value && !isNegative};
  const fits = text => /^-?\d+$/.test(text) && text.replace("-", "").length <= longest && Number(text) >= numbers[0] && Number(text) <= numbers[1];
  if (sign === "⌫") {
    setMark(table, spot, index, value.slice(0, -1).replace(/^-$/, "") || null);
    return;
  }
  const texts = sign === "-" ? [value && (value.startsWith("-") ? value.slice(1) : `-${value}`)]
    : [isNegative ? `-${sign}` : "", isOn ? value + sign : "", sign];
  const text = texts.find(each => each && fits(each));
  if (text !== undefined) setMark(table, spot, index, text);
}

// The keyboard.

export function keyDown(table, event) {
  const {key} = event, {form, spots} = table;
  if (key === "Escape" && !find("keys").hidden) {
    leaveKeys(table);
    return;
  }
  if (event.target.matches?.("input, textarea, select")) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && /^[zy]$/i.test(key)) {
    event.preventDefault();
    step(table, key.toLowerCase() === "z" && !event.shiftKey);
    return;
  }
  const {spot} = event.target;
  if (!spot || isCommand || event.altKey) return;
  const word = spot.takes.find(index => form.takes[index].words.includes(key));
  if (word !== undefined) {
    setMark(table, spot, word, getValue(table, spot, word) === key ? null : key);
    event.preventDefault();
    return;
  }
  if (key.length === 1 && key !== " " && spot.takes.some(index => form.takes[index].kind === "text" && !form.takes[index].words.length)) {
    // The letter is written into the field.
    openKeys(table, spot);
    find("keys").querySelector("input").select();
    return;
  }
  const sign = SIGNS[key.toLowerCase()], number = spot.takes.find(index => form.takes[index].kind === "number");
  const signed = spot.takes.find(index => sign && form.takes[index].marks.some(mark => mark.sign === sign));
  if (key.startsWith("Arrow")) {
    const {width, height} = spot.button.getBoundingClientRect(), least = 0.3 * Math.min(width, height);
    const next = getNeighbour(key, spot.button, [...spots.values()].map(each => each.button), {least, weight: 2.5});
    if (next) focusSpot(table, next.spot);
  } else if (/^[0-9-]$/.test(key) && number !== undefined) type(table, spot, number, key);
  else if (key === "Backspace" && number !== undefined && getValue(table, spot, number)) type(table, spot, number, "⌫");
  else if (key === "Delete" || key === "Backspace") clear(table, spot);
  else if (signed !== undefined) {
    const mark = form.takes[signed].marks.findIndex(each => each.sign === sign);
    setMark(table, spot, signed, getValue(table, spot, signed) === mark ? null : mark);
  } else return;
  event.preventDefault();
}
