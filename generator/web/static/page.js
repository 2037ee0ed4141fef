// Elements, texts, requests, and dialogs of every page.

const texts = {};
let signs = {comma: ", ", semicolon: "; ", colon: ": "};
let isIntroduced = false;

export const find = id => document.getElementById(id);
export const keyOf = (...parts) => parts.join("\n");

// Returns a new element. An attribute that is a property is set as one; one that begins with `on` is a listener.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Places an element inside another one; the box and the size of the other are in mm.
export function placeIn(element, [left, top, width, height], [wide, high]) {
  Object.assign(element.style, {
    left: `${100 * left / wide}%`, top: `${100 * top / high}%`, width: `${100 * width / wide}%`, height: `${100 * height / high}%`,
  });
}

// Takes the language and the texts of the page from what the program says about it.
export function introduce(about, title) {
  document.documentElement.lang = about.language;
  document.documentElement.dir = about.direction;
  document.title = title;
  signs = about.signs;
  isIntroduced = true;
  Object.assign(texts, about.texts);
}

// Returns a text; placeholders without a value stay. A text in several plural forms depends on `number`.
export function say(key, values = {}) {
  const text = typeof texts[key] === "string" ? texts[key] : texts[key][new Intl.PluralRules(document.documentElement.lang).select(values.number)];
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// Returns items as a list, with the comma of the language.
export const listItems = items => items.join(signs.comma);

// Returns texts that may have commas, with the semicolon of the language.
export const listTexts = texts => texts.join(signs.semicolon);

// Returns a text behind what it is about, with the colon of the language.
export const putBehind = (head, text) => `${head}${signs.colon}${text}`;

// Returns a share of 1 in percent, with the sign and the spaces of the language, and the digits of its texts.
export const sayPercent = share =>
  new Intl.NumberFormat(document.documentElement.lang, {style: "percent", numberingSystem: "latn"}).format(share);

// Returns a text with an element in place of its placeholder.
export const sayAround = (key, name, element) => say(key).split(`{${name}}`).flatMap((part, at) => at ? [element, part] : [part]);

// Fills the elements of a page that name their text, their label, or their hint.
export function sayAll() {
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  for (const element of document.querySelectorAll("[data-hint]")) element.title = say(element.dataset.hint);
}

// Returns the answer to a body, or to none. An error has the status of the answer, and the language of its text; the status
// 0 means that the program does not answer.
export async function send(path, body) {
  // The text of an error is in the language of the page.
  const headers = isIntroduced ? {"Accept-Language": document.documentElement.lang} : {};
  const posted = body && {method: "POST", headers: {...headers, "Content-Type": "application/json"}, body: JSON.stringify(body)};
  const answer = await fetch(path, posted ?? {headers}).catch(() => null);
  showLost(!answer);
  if (!answer) throw Object.assign(new Error(find("lost").textContent), {status: 0});
  if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), {status: answer.status, language: answer.headers.get("Content-Language")});
  return answer.json();
}

// Every page says in `#lost` that the program does not answer.
export function showLost(isLost) {
  find("lost").hidden = !isLost;
}

// Takes the messages of the program; `resume` is called whenever the connection is there.
export function listen(take, resume = () => {}) {
  const events = new EventSource("events");
  events.onmessage = event => take(JSON.parse(event.data));
  events.onopen = () => { resume(); showLost(false); };
  events.onerror = () => showLost(true);
}

// Menus close when something else is clicked.
export function closeMenus(selector) {
  document.addEventListener("click", event => {
    for (const menu of document.querySelectorAll(`${selector}[open]`)) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
}

export function openDialog(id) {
  find(`${id}-wrong`).textContent = "";
  find(id).showModal();
}

// A dialog sends what `read` returns. It closes when the program has taken that; until then, it shows what is wrong.
export function serveDialog(id, path, read, take) {
  const dialog = find(id);
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  dialog.querySelector("form").addEventListener("submit", async event => {
    event.preventDefault();
    const answer = await send(path, await read()).catch(error => { find(`${id}-wrong`).textContent = error.message; });
    if (!answer) return;
    dialog.close();
    await take(answer);
  });
}

const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// Returns the nearest of some elements in the direction of an arrow key; undefined for another key, or if there is none.
// It is at least `least` pixels ahead, and what is aside counts `weight` times.
export function getNeighbour(key, from, elements, {least, weight}) {
  if (!WAYS[key]) return undefined;
  const [dx, dy] = WAYS[key], [x, y] = measureMiddle(from);
  let best, shortest = Infinity;
  for (const element of elements) {
    const [right, down] = [measureMiddle(element)[0] - x, measureMiddle(element)[1] - y];
    const ahead = right * dx + down * dy, length = ahead + weight * Math.abs(right * dy + down * dx);
    if (ahead > least && length < shortest && element.offsetWidth) [best, shortest] = [element, length];
  }
  return best;
}

// Returns the left and top of a window of this size in which most boxes are, the first of several; boxes are [left, top, width, height].
export function findDensest(boxes, [wide, high]) {
  const isIn = ([left, top, width, height], [x, y]) => left >= x && top >= y && left + width <= x + wide && top + height <= y + high;
  let best = [], corner = boxes[0] ?? [0, 0];
  for (const [left, top, width, height] of boxes) {
    for (const from of [[left, top], [left + width / 2 - wide / 2, top + height / 2 - high / 2]]) {
      const there = boxes.filter(box => isIn(box, from));
      if (there.length > best.length) [best, corner] = [there, from];
    }
  }
  if (!best.length) return corner;
  const [left, top] = [0, 1].map(side => Math.min(...best.map(box => box[side])));
  const [right, bottom] = [0, 1].map(side => Math.max(...best.map(box => box[side] + box[side + 2])));
  return [(left + right - wide) / 2, (top + bottom - high) / 2];
}

// True the first time that this text is asked for in this browser; where nothing can be kept, always.
export function isNews(text) {
  const digest = [...text].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) >>> 0, 7).toString(36);
  try {
    const seen = new Set(JSON.parse(localStorage.getItem("petri-seen") ?? "[]")), isNew = !seen.has(digest);
    localStorage.setItem("petri-seen", JSON.stringify([...seen, digest].slice(-300)));
    return isNew;
  } catch {
    return true;
  }
}

function measureMiddle(element) {
  const {x, y, width, height} = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
