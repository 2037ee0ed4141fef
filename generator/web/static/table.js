// The page of a table.

import {closeMenus, find, introduce, isNews, keyOf, make, openDialog, say, serveDialog} from "./page.js";
import {begin, makeTable, showSheetOf, step, takeState} from "./table_store.js";
import {
  choose, drawIcon, fade, fit, isNarrow, listSheets, refit, showAreas, showMarks, showPaper, showSpot, showWrongAreas, zoomBy,
} from "./table_paper.js";
import {keyDown, showKeys, showPens} from "./table_input.js";
import {listenToPointers, makeStrokes} from "./table_strokes.js";
import {showOwners, showReport} from "./table_report.js";

export const table = makeTable(makeStrokes(), {
  about: showAbout, form: showForm, owner: showOwner, state: showState, marks: showAll, step: () => choose(table, null),
  mark: (...names) => showSpot(table, table.spots.get(keyOf(...names))),
});

function showAbout() {
  const {about} = table;
  introduce(about, about.title);
  const texts = {
    skip: say("skip"), title: about.title, hint: say("hint"), help: say("keys"), "seats-title": say("players"),
    "seats-add": say("add"), "seats-apply": say("apply"), "file-title": say("import"), "file-choose": say("choose"),
    "file-paste": say("paste"), "file-apply": say("import"), "seats-open": `${say("players")} · ${say("options")}`,
    "file-open": say("import"), score: say("file"), download: say("download"), print: say("print"),
    lost: say("gone", {file: about.file}),
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
  for (const [id, icon] of [["undo", "undo"], ["redo", "redo"], ["menu-title", "menu"]]) find(id).replaceChildren(drawIcon(icon));
  for (const button of document.querySelectorAll("dialog .close")) button.textContent = say("close");
  find("judged").open = !isNarrow();
  find("how").querySelector("summary").textContent = say("explain");
  find("how").open = isNews(say("hint") + say("keys"));
}

function showForm() {
  find("people").hidden = !table.form.own;
  choose(table, null);
  showSheet();
}

function showSheet() {
  showPaper(table);
  showAreas(table);
  refit(table);
  showPens(table);
  find("print").hidden = !listSheets(table).some(sheet => sheet.pages.length);
}

function showState() {
  showAll();
  showWrongAreas(table);
  showReport(table);
  find("undo").disabled = !table.state.undo;
  find("redo").disabled = !table.state.redo;
}

function showAll() {
  showMarks(table);
  if (table.chosen) showKeys(table);
}

function showOwner() {
  choose(table, null);
  showSheet();
  showMarks(table);
  showWrongAreas(table);
  showOwners(table);
  find(`tab-${table.state.players.indexOf(table.owner)}`)?.focus();
}

// Dialogs: players with options, and files.

function openSeats() {
  find("menu").open = false;
  find("seats-list").replaceChildren();
  table.state.players.forEach(addSeat);
  find("setup").replaceChildren(...table.form.options.map(({key, title, example, values}) => {
    const now = table.state.setup[key] ?? "";
    // The first value is the default.
    const options = values.map((option, at) => make("option", {value: at ? option.value : "", selected: option.value === now}, option.title));
    return make("label", {}, make("span", {}, title), values.length ? make("select", {"data-option": key}, ...options)
      : make("input", {value: now, "data-option": key, maxLength: 300, autocomplete: "off", placeholder: example}));
  }));
  openDialog("seats");
}

function addSeat(name = "") {
  const input = make("input", {value: name, maxLength: 60, "aria-label": say("name"), required: true, autocomplete: "off"});
  input.nameBefore = name;
  const title = say("remove", {player: name});
  const row = make("li", {}, input, make("button", {class: "icon", "aria-label": title, title, onclick: () => row.remove()}, "×"));
  find("seats-list").append(row);
  return input;
}

const readSeats = () => ({
  seats: [...find("seats-list").querySelectorAll("input")].map(input => ({before: input.nameBefore, now: input.value})),
  setup: Object.fromEntries([...find("setup").querySelectorAll("[data-option]")].map(field => [field.dataset.option, field.value.trim()])),
});

function openFile() {
  find("menu").open = false;
  find("file-text").value = find("file-input").value = "";
  openDialog("file");
}

async function readFile() {
  const [file] = find("file-input").files;
  return {name: file?.name ?? "", text: file ? await file.text() : find("file-text").value};
}

serveDialog("seats", "seats", readSeats, state => takeState(table, state));
serveDialog("file", "open", readFile, state => takeState(table, state));
find("seats-open").addEventListener("click", openSeats);
find("file-open").addEventListener("click", openFile);
find("seats-add").addEventListener("click", () => addSeat().focus());

// What is around the paper.

find("undo").addEventListener("click", () => step(table, true));
find("redo").addEventListener("click", () => step(table, false));
find("smaller").addEventListener("click", () => zoomBy(table, 1 / 1.3));
find("larger").addEventListener("click", () => zoomBy(table, 1.3));
find("print").addEventListener("click", () => { find("menu").open = false; });
find("judged").addEventListener("toggle", () => {
  if (!find("judged").open || !isNarrow() || !table.chosen) return;
  const {button} = table.chosen;
  choose(table, null);
  button.scrollIntoView({block: "center", inline: "center"});
});
for (const id of ["areas", "pens"]) find(id).addEventListener("scroll", () => fade(find(id)), {passive: true});
find("owners").addEventListener("keydown", event => {
  const {about, owner, state: {players}} = table;
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key] * (about.direction === "rtl" ? -1 : 1);
  const next = players[players.indexOf(owner) + by];
  if (next !== undefined) showSheetOf(table, next);
});
closeMenus("#menu");
window.addEventListener("resize", () => {
  if (!table.form) return;
  for (const id of ["areas", "pens"]) fade(find(id));
  // A phone's keyboard makes the window smaller, too.
  if (!document.activeElement?.matches("input, textarea")) fit(table, table.fitted);
});

// What is on the paper.

listenToPointers(table);
document.addEventListener("keydown", event => keyDown(table, event));

begin(table);
