// The form and what is written on it: it is here at once, and the program saves and judges it.

import {find, keyOf} from "./table_dom.js";

export const marks = new Map(); // values by owner, index of takes, and place
export const waiting = []; // changes that are not sent yet
export const say = (key, values = {}) => about.texts[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const showGone = isGone => { find("gone").hidden = !isGone; };
export const valueAt = (spot, index) => marks.get(keyOf(spot.owner, index, spot.place));
export const hasMarks = spot => spot.takes.some(index => valueAt(spot, index) !== undefined);
export const base = (spot, index) => ({owner: spot.owner, takes: index, place: spot.place});
export let about, form, state;
export let owner = ""; // whose sheet is shown
export let isSending = false, faults = new Set(), wrongAreas = new Set();

// What the page shows anew; table.js fills this in.
export const changed = {about() {}, form() {}, owner() {}, state() {}, marks() {}, mark(who, area, place) {}, step() {}};

export async function ask(path, body) {
  const given = body ? {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)} : {};
  const answer = await fetch(path, given).catch(() => null);
  showGone(!answer);
  if (!answer) return {wrong: say("gone", {file: about.file})};
  return answer.ok ? {value: await answer.json()} : {wrong: (await answer.text()).trim()};
}

export async function begin() {
  about = await (await fetch("about")).json();
  changed.about();
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

export async function takeState(next) {
  if (state && next.version < state.version) return;
  const isNew = !form || next.form !== form.version;
  state = next;
  if (isNew) form = (await ask("form")).value;
  takeMarks();
  waiting.forEach(write);
  takeFaults();
  if (isNew) {
    const owners = form.own ? state.players : [""];
    if (!owners.includes(owner)) owner = owners[0];
    changed.form();
  }
  changed.state();
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
}

export function turn(player) {
  owner = player;
  changed.owner();
}

export function put(one) {
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
    for (const other of [...there, place].filter(Boolean)) changed.mark(who, takes.area, other);
    return;
  }
  const value = takes.kind === "mark" ? mark : takes.kind === "heap" ? count : text;
  if (value === -1 || value === "" || (takes.kind === "heap" && !value)) marks.delete(key); else marks.set(key, value);
  changed.mark(who, takes.area, place);
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
  changed.marks();
  find("status").textContent = say("unsaved");
  if (!isGone) await refresh();
}

export async function step(back) {
  if (isSending || waiting.length) return;
  const {value, wrong} = await ask("step", {back});
  changed.step();
  await settle(value, wrong);
}

export function setMark(spot, index, value) {
  const takes = form.takes[index];
  if (takes.kind === "mark") put({...base(spot, index), mark: value ?? -1});
  else if (takes.kind === "heap") put({...base(spot, index), count: value ?? 0});
  else put({...base(spot, index), text: value ?? ""});
}

export function setMarker(spot, index, mark) {
  const isHere = (valueAt(spot, index) ?? []).includes(mark);
  put({...base(spot, index), place: isHere ? "" : spot.place, mark});
}

export function clear(spot) {
  for (const index of spot.takes) {
    const value = valueAt(spot, index);
    if (value === undefined) continue;
    if (form.takes[index].kind === "marker") value.forEach(mark => put({...base(spot, index), place: "", mark}));
    else setMark(spot, index, null);
  }
}
