// What the referee says about a table, with the tabs of its players.

import {find, keyOf, listTexts, make, say, send} from "./page.js";
import {showSheetOf} from "./table_store.js";
import {fitArea, focusSpot, isNarrow} from "./table_paper.js";

const formatPoints = points => points > 0 ? `+${points}` : String(points).replace("-", "−");

export function showOwners(table) {
  const {form, owner, state} = table, wrong = state.report.plain.faults.map(fault => fault.player);
  refill(find("owners"), [form.own, state.players, owner, wrong], () => (form.own ? state.players : []).map((player, at) => {
    const count = wrong.filter(name => name === player).length;
    return make("button", {
      role: "tab", "aria-controls": "paper", id: `tab-${at}`, "aria-selected": player === owner,
      tabIndex: player === owner ? 0 : -1, onclick: () => showSheetOf(table, player),
    }, player, ...(count ? [make("span", {class: "many"}, String(count))] : []));
  }));
}

export function showReport(table) {
  const {lost, report} = table.state, {plain, places, where} = report;
  // Without what is left out, the rest may be right, but the sheet is not.
  document.body.dataset.verdict = lost.length && plain.verdict !== "illegal" ? "unclear" : plain.verdict;
  for (const id of ["verdict", "note", "end"]) find(id).textContent = report[id];
  find("left-out").hidden = !lost.length;
  find("left-out").textContent = lost.length ? say("lost", {places: listTexts(lost)}) : "";
  refill(find("faults"), [plain.faults, places], () => plain.faults.map((fault, at) => make("li", {},
    make("button", {class: "fault", onclick: () => showFault(table, fault, places[at])},
      ...(where[at] ? [make("span", {class: "where"}, where[at])] : []), make("span", {}, fault.message)),
    ...(table.about.explains ? [makeRule(fault.rule)] : []))));
  refill(find("scores"), [report.shared, plain.players], () => report.shared ? makeSharedScore(plain.players) : makeScores(plain.players));
  showOwners(table);
}

function makeRule(rule) {
  const text = make("p"), details = make("details", {class: "rule"}, make("summary", {}, say("rule"), make("code", {}, rule)), text);
  details.addEventListener("toggle", async () => {
    if (!details.open || text.textContent) return;
    const answer = await send(`rules/${rule}`).catch(({message}) => ({text: message}));
    text.textContent = answer.text || rule;
  });
  return details;
}

function showFault(table, {player}, places) {
  if (table.form.own && player && player !== table.owner) showSheetOf(table, player);
  const spots = [...table.spots.values()];
  const spot = places
    .map(([area, place]) => table.spots.get(keyOf(table.owner, area, place)) ?? spots.find(each => each.area === area)).find(Boolean);
  if (!spot) return;
  if (isNarrow()) find("judged").open = false;
  if (!places.some(([, place]) => place)) fitArea(table, spot);
  spot.button.scrollIntoView({block: "center", inline: "center"});
  focusSpot(table, spot);
}

function makeSharedScore(players) {
  const lines = players[0]?.rounds.flatMap(round => round.lines) ?? [];
  return lines.length ? [makeTable([], lines.map(({label, points}) => [label, String(points)]))] : [];
}

// A table for each round, and one for the totals of several.
function makeScores(players) {
  const names = players.map(player => player.name), count = Math.max(0, ...players.map(player => player.rounds.length)), tables = [];
  for (let at = 0; at < count; at++) {
    const rounds = players.map(player => player.rounds[at]);
    const labels = [...new Set(rounds.flatMap(round => round?.lines.map(line => line.label) ?? []))];
    const rows = labels.map(label => [label, ...rounds.map(
      round => round?.lines.filter(line => line.label === label).map(line => formatPoints(line.points)).join(" ") ?? "")]);
    const totals = [say("total"), ...rounds.map(round => round ? formatPoints(round.total) : "")];
    if (labels.length) tables.push(makeTable([count > 1 ? `${at + 1}` : "", ...names], [...rows, totals], true));
  }
  if (count > 1) tables.push(makeTable(["", ...names], [[say("total"), ...players.map(player => formatPoints(player.total))]], true));
  return tables;
}

function makeTable(heads, rows, hasTotal = false) {
  const makeRow = (row, head, cell, attributes) => make("tr", attributes,
    make(...head, row[0]), ...row.slice(1).map(text => make(...cell, text)));
  const head = heads.length ? [make("thead", {}, makeRow(heads, ["td", {}], ["th", {scope: "col"}]))] : [];
  const body = rows.map((row, at) => makeRow(row, ["th", {scope: "row"}], ["td", {}], {class: hasTotal && at === rows.length - 1 ? "total" : ""}));
  return make("div", {class: "scores", tabIndex: 0, role: "region", "aria-label": say("points")},
    make("table", {}, ...head, make("tbody", {}, ...body)));
}

// Fills an element anew only if something is different: a tap needs the same button when it begins and ends.
function refill(element, values, makeAll) {
  const shown = JSON.stringify(values);
  if (element.shown === shown) return;
  element.shown = shown;
  element.replaceChildren(...makeAll());
}
