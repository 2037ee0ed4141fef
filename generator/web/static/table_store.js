// The form of a table as it is filled in: changes are here at once, and the program saves and judges them.

import {find, keyOf, listen, say, send} from "./page.js";

// `on` has the functions that show what has changed.
export const makeTable = on => ({
  about: null, form: null, state: null, // as the program sends them
  owner: "", // whose sheet is shown
  marks: new Map(), // values by owner, index of takes, and place
  waiting: [], isSending: false, // changes that are not sent yet
  faults: new Set(), wrongAreas: new Set(),
  spots: new Map(), chosen: null, // buttons by owner, area, and place, and the one whose keys are shown
  scale: 1, fitted: null, // CSS pixels per mm; what fills the window: "wide", "whole", the key of an area, or "" for nothing
  pen: {kind: "tap"}, stroke: null, typed: {},
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
    ({version}) => { if (version > table.state.version && !table.isSending) refresh(table); },
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
  table.waiting.forEach(change => write(table, change));
  takeFaults(table);
  if (isNew) {
    const owners = table.form.own ? state.players : [""];
    if (!owners.includes(table.owner)) [table.owner] = owners;
    table.on.form();
  }
  table.on.state();
  if (!table.isSending && !table.waiting.length) find("status").textContent = say("saved", {file: table.about.file});
}

function takeMarks({form, marks, state}) {
  marks.clear();
  for (const [owner, index, place, value] of state.marks) {
    const key = keyOf(owner, index, place);
    if (form.takes[index].kind === "marker") marks.set(key, [...(marks.get(key) ?? []), value]);
    else marks.set(key, value);
  }
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
  for (const index of spot.takes) {
    const value = getValue(table, spot, index);
    if (value === undefined) continue;
    if (table.form.takes[index].kind === "marker") value.forEach(mark => setMarker(table, spot, index, mark));
    else setMark(table, spot, index, null);
  }
}

function put(table, change) {
  write(table, change);
  table.waiting.push(change);
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
  if (table.isSending || !table.waiting.length) return;
  table.isSending = true;
  find("status").textContent = say("saving");
  const sent = send("put", {puts: table.waiting.splice(0, 1000)});
  await sent.catch(() => {});
  table.isSending = false;
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
  find("status").textContent = say("unsaved");
  if (status) await refresh(table);
}

export async function step(table, back) {
  if (table.isSending || table.waiting.length) return;
  const sent = send("step", {back});
  await sent.catch(() => {});
  table.on.step();
  await settle(table, sent);
}
