// The report of the referee, and the tabs of players with their faults.

import {find, isNarrow, keyOf, make, refill} from "./table_dom.js";
import {about, ask, form, owner, say, state, turn} from "./table_store.js";
import {areaKey, focusSpot, spots} from "./table_paper.js";
import {fit} from "./table_areas.js";

const points = number => number > 0 ? `+${number}` : String(number).replace("-", "−");

export function showOwners() {
  const wrong = state.report.plain.faults.map(one => one.player);
  refill(find("owners"), [form.own, state.players, owner, wrong], () => (form.own ? state.players : []).map(player => {
    const many = wrong.filter(one => one === player).length;
    return make("button", {
      type: "button", role: "tab", "aria-controls": "paper", id: `tab-${state.players.indexOf(player)}`, "aria-selected": player === owner,
      tabIndex: player === owner ? 0 : -1, onclick: () => turn(player),
    }, player, ...(many ? [make("span", {class: "many"}, String(many))] : []));
  }));
}

export function showReport() {
  const {plain, places, where, verdict, note, end} = state.report;
  document.body.dataset.verdict = plain.verdict;
  find("verdict").textContent = verdict;
  find("note").textContent = note;
  find("end").textContent = end;
  find("lost").hidden = !state.lost.length;
  find("lost").textContent = state.lost.length ? say("lost", {places: state.lost.join("; ")}) : "";
  refill(find("faults"), [plain.faults, places], () => plain.faults.map((fault, number) => make("li", {},
    make("button", {type: "button", class: "fault", onclick: () => showFault(fault, places[number])},
      ...(where[number] ? [make("span", {class: "where"}, where[number])] : []), make("span", {}, fault.message)),
    ...(about.explains ? [explain(fault.rule)] : []))));
  showScores(plain.players);
  showOwners();
}

function explain(rule) {
  const text = make("p", {}), one = make("details", {class: "rule"}, make("summary", {}, say("rule"), make("code", {}, rule)), text);
  one.addEventListener("toggle", async () => {
    if (!one.open || text.textContent) return;
    const {value, wrong} = await ask(`rules/${rule}`);
    text.textContent = value?.text || wrong || rule;
  });
  return one;
}

function showFault(fault, places) {
  if (form.own && fault.player && fault.player !== owner) turn(fault.player);
  const found = places.map(([area, place]) => spots.get(keyOf(owner, area, place)) ?? [...spots.values()].find(one => one.area === area)).find(Boolean);
  if (!found) return;
  if (isNarrow()) find("judged").open = false;
  if (!places.some(([, place]) => place)) fit(areaKey(found));
  found.button.scrollIntoView({block: "center", inline: "center"});
  focusSpot(found);
}

function showScores(players) {
  const tables = [];
  if (state.report.shared) {
    const lines = players[0]?.rounds.flatMap(one => one.lines) ?? [];
    if (lines.length) tables.push(makeTable([], lines.map(one => [one.label, String(one.points)])));
  } else {
    const most = Math.max(0, ...players.map(one => one.rounds.length));
    for (let number = 0; number < most; number++) {
      const labels = [...new Set(players.flatMap(one => one.rounds[number]?.lines.map(line => line.label) ?? []))];
      const cell = (player, label) => player.rounds[number]?.lines.filter(line => line.label === label).map(line => points(line.points)).join(" ") ?? "";
      const rows = labels.map(label => [label, ...players.map(player => cell(player, label))]);
      const totals = [say("total"), ...players.map(player => player.rounds[number] ? points(player.rounds[number].total) : "")];
      if (labels.length) tables.push(makeTable([most > 1 ? `${number + 1}` : "", ...players.map(one => one.name)], [...rows, totals], true));
    }
    if (most > 1) tables.push(makeTable(["", ...players.map(one => one.name)], [[say("total"), ...players.map(one => points(one.total))]], true));
  }
  refill(find("scores"), [state.report.shared, players], () => tables);
}

function makeTable(heads, rows, hasTotal = false) {
  const head = heads.length ? [make("thead", {}, make("tr", {}, ...heads.map((one, at) => make(at ? "th" : "td", at ? {scope: "col"} : {}, one))))] : [];
  const body = rows.map((row, at) => make("tr", {class: hasTotal && at === rows.length - 1 ? "total" : ""}, ...row.map((one, number) => make(number ? "td" : "th", number ? {} : {scope: "row"}, one))));
  return make("div", {class: "scores", tabIndex: 0, role: "region", "aria-label": say("points")}, make("table", {}, ...head, make("tbody", {}, ...body)));
}
