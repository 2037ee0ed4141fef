// Strokes over the paper of a table, by mouse, pen, or finger: they begin and end with one pointer. Two fingers move the paper.

import {find} from "./page.js";
import {getValue, hold, release, setMark, takeBack} from "./table_store.js";
import {choose, focusSpot, zoomAt} from "./table_paper.js";
import {isSimple, listTakes, tap, writeWithPen} from "./table_input.js";

const LEFT = 1; // the button of a mouse, in `buttons`; it is down, too, where a pen or a finger touches
const POINTS = 6; // CSS pixels between points at which a place is looked for

export const makeStrokes = () => ({
  stroke: null, // the one that is being made
  fingers: new Map(), // where they are, by pointer
  wasDrawn: false, // what was pressed last was the beginning of a stroke
});

export function listenToPointers(table) {
  const paper = find("paper");
  const on = {
    pointerdown: press, pointermove: move, pointerup: lift, pointercancel: cancel, lostpointercapture: lose, click,
  };
  for (const [name, act] of Object.entries(on)) paper.addEventListener(name, event => act(table, event));
}

const findSpot = element => element?.closest?.(".spot")?.spot;

function press(table, event) {
  const {strokes} = table, isFinger = event.pointerType === "touch";
  if (isFinger && event.isPrimary) strokes.fingers.clear(); // No other one is on the paper.
  if (isFinger) strokes.fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (strokes.stroke?.pointer === event.pointerId) end(table, true); // Nobody could hear that it was let go.
  if (strokes.stroke && !(isFinger && strokes.stroke.isFinger)) return; // A hand may lie beside the pen.
  strokes.wasDrawn = false;
  if (isFinger && strokes.fingers.size > 1) {
    end(table, false);
    return;
  }
  const spot = findSpot(event.target);
  if (!spot || event.button || !isDrawn(table, spot, event)) return;
  const {pointerId: pointer, clientX: x, clientY: y} = event, value = getValue(table, spot, spot.takes[0]) === 0 ? null : 0;
  strokes.stroke = {pointer, isFinger, x, y, done: new Set(), mode: undefined, takes: String(spot.takes), value};
  strokes.wasDrawn = true;
  event.preventDefault();
  find("paper").setPointerCapture(pointer);
  hold(table);
  choose(table, null);
  focusSpot(table, spot, {preventScroll: true});
  paint(table, x, y);
}

// Without a pen, a finger moves the paper, and a mouse draws where places have only one mark.
function isDrawn(table, spot, {pointerType}) {
  const {pen, form} = table;
  if (pen.kind !== "tap") return pen.kind === "erase" || listTakes(table, spot).length > 0;
  return pointerType === "mouse" && spot.takes.length === 1 && isSimple(table, spot) && form.takes[spot.takes[0]].marks.length <= 1;
}

function move(table, event) {
  const {stroke, fingers} = table.strokes, point = [event.clientX, event.clientY];
  if (fingers.has(event.pointerId)) {
    const before = [...fingers.values()];
    fingers.set(event.pointerId, point);
    if (fingers.size === 2) pinch(table, before, [...fingers.values()]);
  }
  if (stroke?.pointer !== event.pointerId) return;
  // It was let go where nobody could hear it.
  if (!(event.buttons & LEFT)) {
    end(table, true);
    return;
  }
  const points = event.getCoalescedEvents();
  for (const {clientX, clientY} of points.length ? points : [event]) {
    const {x, y} = stroke, count = Math.ceil(Math.hypot(clientX - x, clientY - y) / POINTS);
    for (let at = 1; at <= count; at++) paint(table, x + (clientX - x) * at / count, y + (clientY - y) * at / count);
    Object.assign(stroke, {x: clientX, y: clientY});
  }
}

function lift(table, event) {
  table.strokes.fingers.delete(event.pointerId);
  if (table.strokes.stroke?.pointer === event.pointerId) end(table, true);
}

// The browser has taken the pointer for something else, such as scrolling.
function cancel(table, event) {
  table.strokes.fingers.delete(event.pointerId);
  if (table.strokes.stroke?.pointer === event.pointerId) end(table, false);
}

function lose(table, event) {
  if (table.strokes.stroke?.pointer === event.pointerId) end(table, true);
}

// Ends a stroke; it stays on the paper, or is taken back.
function end(table, stays) {
  if (!table.strokes.stroke) return;
  table.strokes.stroke = null;
  if (stays) release(table);
  else takeBack(table);
}

function paint(table, x, y) {
  const {pen, strokes: {stroke}} = table, spot = findSpot(document.elementFromPoint(x, y));
  if (!spot || stroke.done.has(spot)) return;
  stroke.done.add(spot);
  if (pen.kind !== "tap") stroke.mode = writeWithPen(table, spot, stroke.mode);
  else if (String(spot.takes) === stroke.takes) setMark(table, spot, spot.takes[0], stroke.value);
}

// A place is tapped by what was not drawn: a pointer, the keyboard, or a screen reader.
function click(table, event) {
  const spot = findSpot(event.target), {wasDrawn} = table.strokes;
  table.strokes.wasDrawn = false;
  if (spot && !(wasDrawn && event.detail)) tap(table, spot);
}

// The paper follows two fingers: it goes where they go, and grows as they part.
function pinch(table, [one, other], [oneNow, otherNow]) {
  const middle = ([x, y], [left, top]) => [(x + left) / 2, (y + top) / 2];
  const part = ([x, y], [left, top]) => Math.max(Math.hypot(x - left, y - top), 1);
  zoomAt(table, part(oneNow, otherNow) / part(one, other), middle(one, other), middle(oneNow, otherNow));
}
