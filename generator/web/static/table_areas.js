// What fills the window: the page, or an area of it.

import {fade, find, isNarrow, keyOf, make} from "./table_dom.js";
import {form, owner, say, wrongAreas} from "./table_store.js";
import {areaKey, areaOf, spotsOf} from "./table_paper.js";
import {closeKeys} from "./table_keys.js";

const MARGIN = 4; // mm around an area that fills the window
const SMALLEST = 0.4, LARGEST = 14; // CSS pixels per mm
const FINGER = 30; // CSS pixels that a place has at least where an area fills a narrow window
export let scale = 1, fitted; // `fitted` is "wide", "whole", the key of an area, or "" for nothing

export function showAreas() {
  const areas = form.areas.filter(one => spotsOf(areaKey(one)).length), isPrinted = document.querySelector(".page") !== null;
  const shown = areas.map(one => [areaKey(one), one.title || one.whole]);
  if (isPrinted || areas.length > 1) shown.unshift(["whole", say("whole")]);
  if (isPrinted) shown.unshift(["wide", say("wide")]);
  find("areas").replaceChildren(...shown.map(([key, title]) => make("button", {
    type: "button", "data-key": key, onclick: () => { closeKeys(); fit(key); },
  }, title)));
  find("zoom").hidden = !isPrinted;
}

// Faults of an area that are not in single places are seen at its button.
export function showWrongAreas() {
  for (const one of find("areas").children) {
    const isWrong = wrongAreas.has(keyOf(owner, one.dataset.key.split("\n")[1]));
    one.classList.toggle("faulty", isWrong);
    one.title = isWrong ? say("wrong") : "";
  }
}

export function fit(key) {
  fitted = key;
  for (const one of find("areas").children) one.setAttribute("aria-pressed", one.dataset.key === key);
  find("areas").querySelector("[aria-pressed=true]")?.scrollIntoView({block: "nearest", inline: "nearest"});
  fade(find("areas"));
  const page = document.querySelector(".page"), spotsThere = spotsOf(key);
  if (!page) fitTray(key);
  else if (spotsThere.length) fitArea(page, spotsThere);
  else zoom(findScale(key, page.size));
}

// Fills the window as before, if the paper has that.
export function refit() {
  const isThere = ["wide", "whole", ""].includes(fitted) || spotsOf(fitted).length > 0;
  fit(isThere ? fitted : isNarrow() ? areaKey(form.areas[0]) : "wide");
}

function fitTray(key) {
  const there = [...document.querySelectorAll(".trays section")].find(one => one.dataset.area === key);
  (there ?? find("paper").firstChild)?.scrollIntoView({block: "start"});
}

function findScale(key, [width, height]) {
  const paper = find("paper"), across = (paper.clientWidth - 16) / width, down = (paper.clientHeight - 16) / height;
  return {wide: across, whole: Math.min(across, down)}[key] ?? scale;
}

function fitArea(page, there) {
  const paper = find("paper"), room = paper.clientWidth - 16, boxes = there.map(spot => spot.box);
  const left = Math.min(...boxes.map(box => box[0])), top = Math.min(...boxes.map(box => box[1]));
  const right = Math.max(...boxes.map(box => box[0] + box[2])), narrowest = Math.min(...boxes.map(box => box[2]));
  const smallest = Math.min(narrowest, ...boxes.map(box => box[3]));
  const filling = Math.min(room / (right - left + 2 * MARGIN), 7), least = isNarrow() ? FINGER / smallest : 0;
  const isCramped = least > 1.3 * filling;
  zoom(isCramped ? least : filling);
  // What is beside an area, such as the heads of rows, is of more use than its middle.
  let start = isCramped ? 0 : left - MARGIN;
  const edge = Math.min(left, page.size[0] - right) - MARGIN / 2, heads = Math.max(left, page.size[0] - right) - edge;
  if (areaOf(there[0]).columns[there[0].place] && (heads + narrowest) * scale <= room) {
    start = left > page.size[0] - right ? edge : page.size[0] - edge - room / scale;
  }
  const first = there[0].button.closest(".page");
  paper.scrollTo(first.offsetLeft + start * scale - 8, first.offsetTop + (top - 3 * MARGIN) * scale);
}

// The scale is in CSS pixels per mm.
function zoom(next) {
  scale = Math.min(Math.max(next, SMALLEST), LARGEST);
  for (const page of document.querySelectorAll(".page")) {
    page.style.width = `${page.size[0] * scale}px`;
    page.style.height = `${page.size[1] * scale}px`;
  }
}

export function zoomBy(factor) {
  const paper = find("paper");
  const x = (paper.scrollLeft + paper.clientWidth / 2) / scale, y = (paper.scrollTop + paper.clientHeight / 2) / scale;
  zoom(scale * factor);
  fit("");
  paper.scrollTo(x * scale - paper.clientWidth / 2, y * scale - paper.clientHeight / 2);
}
