// The page of a table: it shows what is written at once, and the program saves and judges it.

import {drawIcon, fade, find, isNarrow, keyOf} from "./table_dom.js";
import {about, begin, changed, form, owner, say, state, step, turn} from "./table_store.js";
import {chosen, drawSpot, listSheets, showMarks, showPaper, spots} from "./table_paper.js";
import {closeKeys, showKeys} from "./table_keys.js";
import {fit, fitted, refit, showAreas, showWrongAreas, zoomBy} from "./table_areas.js";
import {showPens} from "./table_pens.js";
import {click, down, keydown, move} from "./table_input.js";
import {showOwners, showReport} from "./table_report.js";
import {addSeat, applyFile, applySeats, openFile, openSeats} from "./table_dialogs.js";

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

function showForm() {
  find("people").hidden = !form.own;
  closeKeys();
  showSheet();
}

function showSheet() {
  showPaper();
  showAreas();
  refit();
  showPens();
  find("print").hidden = !listSheets().some(sheet => sheet.pages.length);
}

function showState() {
  showAll();
  showWrongAreas();
  showReport();
  find("undo").disabled = !state.undo;
  find("redo").disabled = !state.redo;
}

function showAll() {
  showMarks();
  if (chosen) showKeys();
}

function showOwner() {
  closeKeys();
  showSheet();
  showMarks();
  showWrongAreas();
  showOwners();
  find(`tab-${state.players.indexOf(owner)}`)?.focus();
}

Object.assign(changed, {
  about: label, form: showForm, owner: showOwner, state: showState, marks: showAll, step: closeKeys,
  mark: (who, area, place) => drawSpot(spots.get(keyOf(who, area, place))),
});

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
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key] * (about.direction === "rtl" ? -1 : 1);
  const next = state.players[state.players.indexOf(owner) + by];
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
