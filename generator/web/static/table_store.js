// The form of a table as it is filled in: changes are here at once, and the program saves and judges them.

import {find, keyOf, listen, say, send} from "./page.js";

// `strokes` is what pointers do; `on` has the functions that show what has changed.
export const makeTable = (strokes, on) => ({
  about: null, form: null, state: null, // as the program sends them
  owner: "", // whose sheet is shown
  marks: new Map(), // values by owner, index of takes, and place
  // Changes that are not saved yet, in groups that are undone together: the one that is sent, those that wait, and the
  // one that is being made.
  sending: null, waiting: [], held: null,
  faults: new Set(), wrongAreas: new Set(),
  spots: new Map(), chosen: null, // buttons by owner, area, and place, and the one whose keys are shown
  scale: 1, fitted: null, // CSS pixels per mm; what fills the window: "wide", "whole", the key of an area, or "" for nothing
  pen: {kind: "tap"}, strokes, typed: {},
  on,
});

export const getValue = (table, spot, index) => table.marks.get(keyOf(spot.owner, index, spot.place));
export const hasMarks = (table, spot) => spot.takes.some(index => getValue(table, spot, index) !== undefined);
const makeChange = (spot, index, value) => ({owner: spot.owner, takes: index, place: spot.place, ...value});

export async function begin(table) {
  table.about = await send("about");
  table.on.about();
  await refresh(table);
  listen(
    ({version}) => { if (version > table.state.version && !table.sending) refresh(table); },
    () => { if (!find("lost").hidden) refresh(table); },
  );
}

async function refresh(table) {
  const state = await send("state").catch(() => null);
  if (state) await takeState(table, state);
}

export async function takeState(table, state) {
  if (table.state && state.version < table.state.version) return;
  const isNew = !table.form || state.form !== table.form.version;
  table.state = state;
  if (isNew) table.form = await send("form");
  takeMarks(table);
  takeFaults(table);
  if (isNew) {
    const owners = table.form.own ? state.players : [""];
    if (!owners.includes(table.owner)) [table.owner] = owners;
    table.on.form();
  }
  table.on.state();
  if (!table.sending && !table.waiting.length) showStatus("saved", {file: table.about.file});
}

// Takes the marks that are saved, and makes the changes that are not yet saved once more.
function takeMarks(table) {
  const {form, marks, state, sending, waiting, held} = table;
  marks.clear();
  for (const [owner, index, place, value] of state.marks) {
    const key = keyOf(owner, index, place);
    if (form.takes[index].kind === "marker") marks.set(key, [...(marks.get(key) ?? []), value]);
    else marks.set(key, value);
  }
  for (const change of [sending, ...waiting, held].flatMap(group => group ?? [])) write(table, change);
}

function takeFaults(table) {
  table.faults = new Set();
  table.wrongAreas = new Set();
  const {form, state} = table, {plain, places} = state.report;
  plain.faults.forEach((fault, number) => {
    const owners = !form.own ? [""] : fault.player ? [fault.player] : state.players;
    for (const [area, place] of places[number]) {
      for (const owner of owners) {
        if (place) table.faults.add(keyOf(owner, area, place));
        else table.wrongAreas.add(keyOf(owner, area));
      }
    }
  });
}

export function showSheetOf(table, player) {
  table.owner = player;
  table.on.owner();
}

// Changes.

export function setMark(table, spot, index, value) {
  const {kind} = table.form.takes[index];
  if (kind === "mark") put(table, makeChange(spot, index, {mark: value ?? -1}));
  else if (kind === "heap") put(table, makeChange(spot, index, {count: value ?? 0}));
  else put(table, makeChange(spot, index, {text: value ?? ""}));
}

// Puts a marker on a place, or takes it away from there.
export function setMarker(table, spot, index, mark) {
  const isHere = (getValue(table, spot, index) ?? []).includes(mark);
  put(table, makeChange(spot, index, {place: isHere ? "" : spot.place, mark}));
}

export function clear(table, spot) {
  together(table, () => {
    for (const index of spot.takes) {
      const value = getValue(table, spot, index);
      if (value === undefined) continue;
      if (table.form.takes[index].kind === "marker") value.forEach(mark => setMarker(table, spot, index, mark));
      else setMark(table, spot, index, null);
    }
  });
}

// Makes changes that are saved, and undone, together; within a stroke, with the rest of it.
export function together(table, change) {
  const isAlone = !table.held;
  hold(table);
  change();
  if (isAlone) release(table);
}

// What is changed from now on is sent when it is released.
export function hold(table) {
  table.held ??= [];
}

export function release(table) {
  const {held} = table;
  table.held = null;
  if (held?.length) table.waiting.push(held);
  flush(table);
}

// Takes back what has changed since `hold`.
export function takeBack(table) {
  table.held = null;
  takeMarks(table);
  table.on.marks();
}

function put(table, change) {
  write(table, change);
  if (table.held) {
    table.held.push(change);
    return;
  }
  table.waiting.push([change]);
  flush(table);
}

// Does the same as the program, so that ink is there at once.
function write(table, {owner, takes: index, place, mark = -1, count = 0, text = ""}) {
  const {marks} = table, {kind, area, places} = table.form.takes[index], key = keyOf(owner, index, place);
  if (kind === "marker") {
    const before = places.filter(each => (marks.get(keyOf(owner, index, each)) ?? []).includes(mark));
    for (const each of before) {
      const rest = marks.get(keyOf(owner, index, each)).filter(other => other !== mark);
      if (rest.length) marks.set(keyOf(owner, index, each), rest);
      else marks.delete(keyOf(owner, index, each));
    }
    if (place) marks.set(key, [...(marks.get(key) ?? []), mark]);
    for (const each of [...before, place].filter(Boolean)) table.on.mark(owner, area, each);
    return;
  }
  const value = kind === "mark" ? mark : kind === "heap" ? count : text;
  if (value === -1 || value === "" || (kind === "heap" && !value)) marks.delete(key);
  else marks.set(key, value);
  table.on.mark(owner, area, place);
}

async function flush(table) {
  if (table.sending || !table.waiting.length) return;
  table.sending = table.waiting.shift();
  showStatus("saving");
  const sent = send("put", {puts: table.sending});
  await sent.catch(() => {});
  table.sending = null;
  await settle(table, sent);
  flush(table);
}

// Shows the answer to a change; what was not saved is not shown either.
async function settle(table, sent) {
  const {state, status, message} = await sent.then(answer => ({state: answer}), error => error);
  find("refused").hidden = !status;
  find("refused").textContent = status ? message : "";
  if (state) return takeState(table, state);
  table.waiting.length = 0;
  takeMarks(table);
  table.on.marks();
  showStatus("unsaved");
  if (status) await refresh(table);
}

// Shows whether everything is saved; `key` is that of the text.
function showStatus(key, values = {}) {
  find("status").dataset.is = key;
  find("status").textContent = find("status").title = say(key, values);
}

export async function step(table, back) {
  if (table.sending || table.waiting.length || table.held) return;
  const sent = send("step", {back});
  await sent.catch(() => {});
  table.on.step();
  await settle(table, sent);
}
