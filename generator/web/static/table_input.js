// Taps, strokes, and keys of the keyboard.

import {find} from "./table_dom.js";
import {clear, form, setMark, step, valueAt} from "./table_store.js";
import {chosen, focusSpot, spots} from "./table_paper.js";
import {closeKeys, openKeys, type} from "./table_keys.js";
import {findTakes, pen, writeWithPen} from "./table_pens.js";

let stroke = null;

// Tapping: places with few marks change by themselves, others show what they take.
const isSimple = spot => spot.takes.every(index => form.takes[index].kind === "mark") && spot.takes.reduce((many, index) => many * (1 + form.takes[index].marks.length), 1) <= 4;

export function tap(spot) {
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

function paint(x, y) {
  const spot = document.elementFromPoint(x, y)?.closest?.(".spot")?.spot;
  if (!spot || stroke.done.has(spot)) return;
  stroke.done.add(spot);
  if (pen.kind !== "tap") stroke.mode = writeWithPen(spot, stroke.mode);
  else if (String(spot.takes) === stroke.takes) setMark(spot, spot.takes[0], stroke.value);
}

export function down(event) {
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
  focusSpot(spot, {preventScroll: true});
  paint(event.clientX, event.clientY);
}

export function move(event) {
  if (!stroke) return;
  const {clientX: x, clientY: y} = event, far = Math.hypot(x - stroke.x, y - stroke.y), steps = Math.ceil(far / 6);
  for (let at = 1; at <= steps; at++) paint(stroke.x + (x - stroke.x) * at / steps, stroke.y + (y - stroke.y) * at / steps);
  Object.assign(stroke, {x, y});
}

export function click(event) {
  const spot = event.target.closest?.(".spot")?.spot;
  if (!spot) return;
  const isPainted = stroke?.done.has(spot) && event.detail > 0;
  stroke = null;
  if (!isPainted) tap(spot);
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

export function keydown(event) {
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
