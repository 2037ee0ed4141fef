// The keys of a place: all that it takes.

import {find, isNarrow, make} from "./table_dom.js";
import {clear, form, say, setMark, setMarker, state, valueAt} from "./table_store.js";
import {showMark} from "./table_ink.js";
import {choose, chosen, focusSpot, nameSpot} from "./table_paper.js";

export const MOST_NUMBERS = 12; // pens for numbers
const PAUSE = 1200; // ms after which a digit begins a new number
let typed = {};

// The place stays in what is seen of the paper; on a phone, there is room for either the keys or the report.
export function openKeys(spot) {
  choose(spot);
  if (isNarrow()) find("judged").open = false;
  showKeys();
  spot.button.scrollIntoView({block: "nearest", inline: "nearest"});
}

export function showKeys() {
  const spot = chosen, name = nameSpot(spot);
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

export function closeKeys() {
  choose(null);
  find("keys").hidden = true;
  find("keys").shown = "";
  find("keys").replaceChildren();
}

// A number grows by digits that are typed one soon after the other.
export function type(spot, index, sign) {
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
