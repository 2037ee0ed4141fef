// Pens, and what they write.

import {drawIcon, fade, find, make} from "./table_dom.js";
import {base, clear, form, put, say, setMark, setMarker, valueAt} from "./table_store.js";
import {showMark} from "./table_ink.js";
import {spots} from "./table_paper.js";
import {closeKeys, MOST_NUMBERS} from "./table_keys.js";

const identity = mark => mark.sign ?? mark.picture;
const isPen = one => pen.kind === one.kind && pen.id === one.id;
export let pen = {kind: "tap"};

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

export function showPens() {
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

// The takes of a place that the pen can write in, with the index of the mark.
export function findTakes(spot) {
  return spot.takes.flatMap(index => {
    const takes = form.takes[index];
    if (pen.kind === "number") return takes.kind === "number" && Number(pen.id) >= takes.numbers[0] && Number(pen.id) <= takes.numbers[1] ? [[index, -1]] : [];
    const mark = takes.marks.findIndex(one => identity(one) === pen.id);
    return mark >= 0 ? [[index, mark]] : [];
  });
}

// Writes with the pen; `mode` is what the stroke does, once its first place has decided it.
export function writeWithPen(spot, mode) {
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
