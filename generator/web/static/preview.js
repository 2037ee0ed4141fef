// The page of `petri preview`: the program sends the complete state as an event, and the page shows it.

import {
  closeMenus, find, introduce, listItems, listen, make, placeIn, putBehind, say, sayAll, sayAround, sayPercent, send,
} from "./page.js";
import {askForLanguage, listPrinted, open as openText, openAt, renderTexts, setUpTexts} from "./preview_texts.js";

const MM = 96 / 25.4; // CSS pixels
const STEPS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4];
const columns = new Map(); // columns of pages by what they show
const seen = new Set(); // items of pages in the window
let state = null;
let wanted = null; // the view that was chosen last, until the program has drawn it
let sending = Promise.resolve(); // choices that are not sent yet
let shownKind = ""; // the kind of pages whose places are shown
let isPrinting = false;
let shownProblems = new Set(); // texts of problems that were shown
let zoom = 0;
let fits = "whole"; // or "wide", or "" for a zoom of one's own
let before = null; // the zoom before a text was shown larger

async function render(given) {
  state = given;
  forget();
  find("note").hidden = !state.other;
  find("note").replaceChildren(...sayAround("other_game", "command", make("code", {dir: "ltr"}, state.other)));
  find("lost").hidden = true;
  const isShown = Boolean(state.contents && state.view);
  find("old").hidden = !(state.old && isShown);
  find("bar").hidden = !isShown;
  let waits = [];
  if (isShown) {
    renderChoices();
    waits = renderColumns();
  } else if (state.old) {
    find("pages").replaceChildren(make("p", {}, say("no_picture")));
  }
  renderProblems();
  if (isShown) renderTexts();
  await Promise.all(waits);
  if (state === given) requestAnimationFrame(() => setTimeout(() => {
    document.documentElement.dataset.painted = given.version;
    document.documentElement.dataset.hashes = (given.columns || []).map(column => column.pages.map(([hash]) => hash)).join();
  }));
}

// What is chosen.

export function choose(changes) {
  // Several choices may be made before the first of them is drawn: they are sent one after the other.
  const chosen = wanted = {view: {...(wanted?.view ?? state.view), ...changes}, turn: Infinity};
  renderChoices(); // at once: what is chosen next must not move away
  if (["part", "shows", "service", "style"].some(name => name in changes)) closeFound();
  sending = sending.then(() => chosen === wanted ? send("view", chosen.view) : {}).then(
    ({turn}) => { chosen.turn = turn; forget(); renderChoices(); showAllSpots(); },
    error => { wanted = null; complain(error); render(state); },
  );
}

function forget() {
  if (wanted && state.turn >= wanted.turn) wanted = null;
}

// True if the program has laid out all pages of what was chosen last.
const isSettled = () => !state.busy && !wanted;
const findPart = view => state.contents.parts.find(({id}) => id === view.part);

function renderChoices() {
  const {contents} = state, view = wanted?.view ?? state.view, part = findPart(view);
  find("title").textContent = contents.title;
  find("title").lang = contents.locale;
  document.title = `${part ? part.title : say("title")} – ${contents.title}`;
  const tabs = contents.parts.map(({id, title}) => make("button", {value: id, lang: contents.locale, dir: "auto", ...(id === view.part ? {"aria-current": "page"} : {})}, title));
  const focused = document.activeElement?.closest("nav") ? document.activeElement.value : "";
  find("parts").replaceChildren(...tabs);
  if (focused) tabs.find(tab => tab.value === focused)?.focus();
  fillMenu("locales", say("languages"), contents.locales, view.locales, locales => choose({locales}));
  fillMenu("papers", say("paper"), contents.papers, view.papers, papers => choose({papers}));
  const isCards = Boolean(part?.cards), isSingle = view.shows === "cards";
  find("shows-box").hidden = !isCards;
  find("shows").value = view.shows;
  find("papers").hidden = isSingle;
  find("service-box").hidden = !isSingle;
  fillSelect(find("service"), [{id: "", title: say("no_service")}, ...contents.services], view.service);
  find("style-box").hidden = !isCards;
  fillSelect(find("style"), [{id: "", title: say("own_style")}, ...contents.styles.map(nameStyle)], view.style);
  find("tried").hidden = !view.style;
  find("tried").replaceChildren(...sayAround("tried", "text", make("code", {}, `theme: ${view.style}, front: face, back: back, size: poker`)));
  find("vision").value = view.vision;
  find("ink").checked = view.ink === "low";
  const service = isCards && isSingle && contents.services.find(({id}) => id === view.service);
  const papers = listTitles(contents.papers, view.papers);
  if (isPrinting) return;
  find("print").textContent = service ? say("files_for", {title: service.title})
    : papers.length > 2 ? say("print_sizes", {number: papers.length}) : say("print", {title: papers.join(" + ")});
}

const nameStyle = ({id}) => ({id, title: `${id} (${say(`kinds.${id}`)})`});
const listTitles = (options, ids) => options.filter(({id}) => ids.includes(id)).map(({title}) => title);

function fillMenu(id, title, options, chosen, change) {
  const menu = find(id), fieldset = menu.querySelector("fieldset"), titles = listTitles(options, chosen);
  menu.querySelector("summary").textContent = putBehind(title, titles.length > 2 ? titles.length : listItems(titles));
  const boxes = menu.querySelectorAll("input");
  if (boxes.length !== options.length || [...boxes].some((box, at) => box.value !== options[at].id)) {
    const labels = options.map(option => make("label", {}, make("input", {type: "checkbox", value: option.id}), option.title));
    const more = id === "locales" ? [make("button", {class: "more", onclick: () => { menu.open = false; askForLanguage(); }}, `${say("new_language")}…`)] : [];
    fieldset.replaceChildren(make("legend", {class: "hidden"}, title), ...labels, ...more);
    fieldset.onchange = () => {
      const ids = [...menu.querySelectorAll("input:checked")].map(box => box.value);
      if (ids.length) change(ids);
      else render(state);
    };
  }
  for (const box of menu.querySelectorAll("input")) box.checked = chosen.includes(box.value);
}

function fillSelect(select, options, chosen) {
  if (select.options.length !== options.length) {
    select.replaceChildren(...options.map(({id, title}) => make("option", {value: id}, title)));
  }
  select.value = chosen;
}

// Pages.

function renderColumns() {
  const {columns: given, view} = state, main = find("pages"), part = findPart(view);
  main.querySelectorAll(":scope > p").forEach(note => note.remove());
  main.classList.toggle("cards", view.shows === "cards");
  main.classList.toggle("service", Boolean(view.service));
  const kind = `${view.part}/${view.shows}/${view.service}/${view.style}`;
  if (kind !== shownKind) for (const column of columns.values()) column.pages.forEach(clearSpots);
  shownKind = kind;
  const keys = given.map(({locale, paper}) => `${view.part}/${view.shows}/${locale}/${paper}`);
  for (const [key, column] of columns) {
    if (keys.includes(key)) continue;
    column.box.remove();
    column.pages.forEach(forgetPage);
    columns.delete(key);
  }
  const waits = [];
  given.forEach(({locale, language, paper, pages}, at) => {
    const label = view.shows === "cards" ? language : listItems([language, paper.toUpperCase()]);
    if (!columns.has(keys[at])) {
      const list = make("ol");
      columns.set(keys[at], {list, pages: [], box: make("section", {class: "column"}, make("h2", {}, label), list)});
    }
    const column = columns.get(keys[at]);
    Object.assign(column, {at, locale});
    // What is moved would lose the focus.
    if (main.children[at] !== column.box) main.insertBefore(column.box, main.children[at] ?? null);
    while (column.pages.length > pages.length) {
      const page = column.pages.pop();
      forgetPage(page);
      page.item.remove();
    }
    pages.forEach((picture, index) => {
      if (index >= column.pages.length) {
        column.pages.push(makePage(column, index));
        column.list.append(column.pages[index].item);
      }
      waits.push(showPicture(column.pages[index], picture, listItems([part ? part.title : "", label])));
      if (isSettled()) showSpots(column.pages[index]);
    });
  });
  if (!given.length) main.replaceChildren(make("p", {}, say("nothing")));
  resize();
  return waits;
}

const watcher = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) {
    if (isIntersecting) seen.add(target);
    else seen.delete(target);
  }
  clearTimeout(watcher.timer);
  watcher.timer = setTimeout(() => {
    const pages = [...new Set([...seen].map(item => Number(item.dataset.index)))].sort((page, other) => page - other);
    send("seen", {pages: pages.slice(0, 50)}).catch(() => {});
  }, 200);
}, {root: find("pages"), rootMargin: "50px"});

function makePage(column, index) {
  const image = make("img", {alt: ""}), name = make("p", {class: "name"});
  const sheet = make("button", {class: "sheet", onclick: event => point(page, event)}, image);
  // Places on the page are shares of this box, which is as large as the picture, loaded or not.
  const box = make("div", {class: "picture"}, sheet);
  const item = make("li", {class: "page"}, box, name);
  item.dataset.index = index;
  watcher.observe(item);
  const page = {item, box, sheet, image, name, column, index, hash: "", shown: "", size: null, spotted: ""};
  return page;
}

function forgetPage({item}) {
  watcher.unobserve(item);
  seen.delete(item);
}

async function showPicture(page, [hash, width, height, named, isEmpty], label) {
  const name = named ? sayName(named) : say("page", {number: page.index + 1});
  const title = isEmpty ? say("there.empty", {title: name}) : name;
  page.size ??= [width, height];
  page.name.textContent = title;
  page.name.hidden = state.view.shows !== "cards";
  page.sheet.setAttribute("aria-label", say("find", {title: listItems([label, title].filter(Boolean))}));
  page.item.classList.toggle("older", !hash);
  if (!hash || hash === page.hash) return;
  page.hash = hash;
  const address = `pages/${hash}.svg`;
  if (seen.has(page.item) || !page.image.src) {
    // A page that is seen changes at once, not after an empty moment.
    const next = new Image();
    next.src = address;
    await next.decode().catch(() => {});
    if (page.hash !== hash) return;
  }
  page.image.loading = seen.has(page.item) ? "eager" : "lazy";
  page.image.src = address;
  page.shown = hash;
  page.size = [width, height];
  setSize(page);
  page.box.querySelectorAll(".spot:not(.typed)").forEach(spot => spot.remove());
  page.spotted = "";
  showSpots(page);
}

function resize() {
  if (!state?.columns || find("pages").hidden) return;
  for (const column of columns.values()) column.pages.forEach(setSize);
  zoom = chooseZoom(...(state.columns[0]?.pages[0]?.slice(1, 3) || [210, 297]));
  find("zoom").textContent = sayPercent(zoom);
  find("smaller").disabled = zoom <= STEPS[0];
  find("larger").disabled = zoom >= STEPS.at(-1);
  for (const id of ["whole", "wide"]) find(id).setAttribute("aria-pressed", String(fits === id));
}

function setSize({item, box, size}) {
  if (!size) return;
  item.style.width = `${size[0] * MM * chooseZoom(...size)}px`;
  box.style.aspectRatio = `${size[0]} / ${size[1]}`;
}

function chooseZoom(width, height) {
  if (!fits) return zoom;
  if (state.view.shows === "cards") return 1;
  const main = find("pages");
  const across = (main.clientWidth - 34 - 20 * (columns.size - 1)) / columns.size / (width * MM);
  const down = (main.clientHeight - 70) / (height * MM);
  const least = Math.min(across, 0.5); // what is smaller cannot be read: one scrolls instead
  return Math.max(0.15, Math.min(1.6, fits === "wide" ? across : Math.max(least, Math.min(across, down))));
}

function changeZoom(direction) {
  const others = STEPS.filter(step => direction > 0 ? step > zoom + 0.01 : step < zoom - 0.01);
  zoom = (direction > 0 ? others[0] : others.at(-1)) || zoom;
  fits = "";
  resize();
}

// Makes something of this width, in mm, nearly as wide as the window; without a width, the zoom is that of before.
function zoomTo(width) {
  before ??= {zoom, fits};
  if (width) [zoom, fits] = [Math.max(before.zoom, Math.min(2, 0.8 * find("pages").clientWidth / (width * MM))), ""];
  else [{zoom, fits}, before] = [before, null];
  resize();
}

// Problems.

function renderProblems() {
  const {checking, busy} = state, problems = [...(state.bug ? [{error: true, isBug: true}] : []), ...state.problems];
  const errors = problems.filter(problem => problem.error), warnings = problems.filter(problem => !problem.error);
  const [wrong, other] = [count(errors.length, "count_problems"), count(warnings.length, "count_warnings")];
  find("wrong").hidden = !wrong;
  find("wrong-title").textContent = wrong;
  find("errors").replaceChildren(...errors.map(makeProblem));
  find("other").hidden = Boolean(wrong && !other);
  find("other-title").textContent = other || say("problems");
  const none = make("li", {class: "fine"}, say(checking ? "none_so_far" : "none"));
  find("warnings").replaceChildren(...(other ? warnings.map(makeProblem) : [none]));
  find("show-wrong").textContent = wrong && say("go_to", {found: wrong});
  const badge = wrong && make("a", {class: "badge", href: "#wrong"}, wrong);
  const summary = busy ? say("drawing") : other || wrong ? other : say(checking ? "checking" : "no_problems");
  find("status").replaceChildren(...[badge, summary].filter(Boolean).flatMap((part, at) => at ? [" ", part] : [part]));
  // Problems that are new are seen at once; a check that runs again finds the old ones once more.
  const texts = errors.map(({place, text}) => `${place?.text} ${text}`);
  if (texts.some(text => !shownProblems.has(text))) find("wrong").parentElement.scrollTop = 0;
  shownProblems = new Set(busy || checking ? [...shownProblems, ...texts] : texts);
}

const count = (number, key) => number ? say(key, {number}) : "";

function makeProblem({error, isBug, text, where, place}) {
  return make("li", {class: error ? "problem" : "warning"},
    make("span", {class: "kind"}, say(error ? "problem" : "warning")), " ", isBug ? say("bug") : makeMessage(text),
    ...(where ? [make("div", {class: "where"}, where)] : []), ...(place ? [makePlace(place)] : []));
}

// Texts have names and values between backticks.
const markCode = text => text.split(/`([^`]+)`/).map((part, at) => at % 2 ? make("code", {}, part) : part);

// Errors of files are in English in every language.
const makeMessage = (text, lang = "en") => make("span", {lang, dir: "auto"}, ...markCode(text));

// Returns the name of a thing: a text of the page with its values, or a text as it is.
const sayName = named => Array.isArray(named) ? say(...named) : named;

function makePlace({id, text, url}) {
  const copy = make("button", {onclick: () => navigator.clipboard.writeText(text).then(() => { copy.textContent = say("copied"); }, complain)}, say("copy"));
  const open = state.editor ? make("button", {onclick: () => send("open", {id}).catch(complain)}, say("open_in", {title: state.editor}))
    : make("a", {href: url}, "VS Code");
  return make("div", {class: "places"}, make("code", {dir: "ltr"}, ...breakPath(text)), open, copy);
}

// A long path breaks after its folders.
const breakPath = path =>
  path.split(/([^/\\]*[/\\])/).filter(Boolean).flatMap((part, at) => at ? [make("wbr"), part] : [part]);

// What was found: where things are written, and files that were written.

function showFound(title, ...items) {
  find("found-title").textContent = title;
  find("found-list").replaceChildren(...items);
  find("found").hidden = false;
  find("found").scrollIntoView({block: "start"});
}

function closeFound() {
  find("found").hidden = true;
  document.querySelectorAll(".spot.here").forEach(spot => spot.remove());
}

const complain = error =>
  showFound(say("failed"), ...error.message.split("\n").map(line => make("li", {}, makeMessage(line, error.language ?? document.documentElement.lang))));

async function point(page, event) {
  try {
    if (event.detail === 0) return await listSpots(page); // by keyboard
    const box = page.image.getBoundingClientRect();
    const x = (event.clientX - box.x) / box.width * page.size[0], y = (event.clientY - box.y) / box.height * page.size[1];
    if (isTranslated(page) && await openAt(page, x, y)) return;
    await showOrigins(page, x, y);
  } catch (error) {
    complain(error);
  }
}

const sendPage = (path, page, values = {}) => send(path, {column: page.column.at, index: page.index, ...values});

async function showOrigins(page, x, y) {
  const {title, places, box} = await sendPage("where", page, {x, y});
  document.querySelectorAll(".spot.here").forEach(spot => spot.remove());
  if (box) placeBox(page, box, "here");
  const items = places.map(place => make("li", {}, make("span", {class: "what"}, sayName(place.what) || say("place")), makePlace(place)));
  if (!items.length) items.push(make("li", {}, say("nothing_says")));
  showFound(sayName(title), ...items);
}

const isTranslated = page => page.column.locale !== "en";

async function listSpots(page) {
  const texts = isTranslated(page) ? await listPrinted(page) : [];
  const keys = [...new Map(texts.map(text => [text.keys[0], text]))];
  const fields = keys.map(([key, {box, keys: all}]) => make("li", {class: "places"}, make("button", {
    onclick: () => openText(key, {page, box, keys: all}).catch(complain),
  }, say("translate", {key}))));
  const {spots} = await sendPage("spots", page);
  const items = spots.map(({place, area, box: [left, top, right, bottom]}) => make("li", {class: "places"}, make("button", {
    onclick: () => showOrigins(page, (left + right) / 2, (top + bottom) / 2).catch(complain),
  }, listItems([place || area, place && area].filter(Boolean)))));
  if (!items.length && !fields.length) return showOrigins(page, page.size[0] / 2, page.size[1] / 2);
  showFound(say("on_page"), ...fields, ...items);
  find("found-list").querySelector("button")?.focus();
}

async function print() {
  const button = find("print");
  isPrinting = button.disabled = true;
  button.textContent = say("writing");
  try {
    await sending; // the program knows what was chosen last
    const {files, more, notes, warnings} = await send("print", {});
    const links = files.map(({id, name}) => [make("a", {href: `files/${id}`, target: "_blank", rel: "noopener", dir: "ltr"}, ...breakPath(name))]);
    const lines = [...notes.map(note => [say(note)]), ...links, ...(more ? [[say("more_files", more)]] : []), ...warnings.map(text => [putBehind(say("warning"), ""), makeMessage(text)])];
    showFound(say("written"), ...lines.map(line => make("li", {}, ...line)));
  } catch (error) {
    complain(error);
  }
  isPrinting = button.disabled = false;
  renderChoices();
}

// Cuts and margins.

function showAllSpots() {
  const isOn = find("fit").checked;
  if (isOn && !isSettled()) return; // the next state shows them
  for (const column of columns.values()) column.pages.forEach(isOn ? showSpots : clearSpots);
}

// Shows cuts and margins of a page that has none yet. Until the program has laid out the page, it has no places:
// they are asked for again when all pages are there.
async function showSpots(page) {
  const {hash} = page, before = state;
  if (!find("fit").checked || !hash || page.shown !== hash || page.spotted === hash) return;
  page.spotted = hash;
  const answer = await sendPage("spots", page).catch(() => null);
  if (page.hash !== hash || page.spotted !== hash || !page.item.isConnected) return;
  clearSpots(page);
  if (!answer) {
    if (state !== before && isSettled()) showSpots(page);
    return;
  }
  page.spotted = hash;
  for (const {box, safe, wrong} of answer.spots) {
    placeBox(page, box, wrong ? "wrong" : "");
    if (safe) placeBox(page, safe, "safe");
  }
}

function clearSpots(page) {
  page.spotted = "";
  page.box.querySelectorAll(".spot:not(.here, .typed)").forEach(spot => spot.remove());
}

function placeBox({box, size}, [left, top, right, bottom], kind) {
  const spot = make("span", {class: `spot ${kind}`});
  placeIn(spot, [left, top, right - left, bottom - top], size);
  box.append(spot);
}

// Controls.

find("parts").onclick = event => {
  const tab = event.target.closest("button");
  if (tab) choose({part: tab.value});
};
for (const id of ["shows", "vision", "service", "style"]) find(id).onchange = event => choose({[id]: event.target.value});
find("ink").onchange = event => choose({ink: event.target.checked ? "low" : "full"});
find("fit").onchange = showAllSpots;
find("smaller").onclick = () => changeZoom(-1);
find("larger").onclick = () => changeZoom(1);
for (const id of ["whole", "wide"]) find(id).onclick = () => { fits = id; resize(); };
find("close").onclick = () => { closeFound(); find("pages").focus(); };
find("print").onclick = print;
for (const id of ["status", "old"]) {
  find(id).addEventListener("click", event => {
    if (!event.target.closest("a")) return;
    event.preventDefault();
    find("wrong").scrollIntoView({block: "start"});
    find("wrong").focus();
  });
}
document.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector(".menu[open]");
  if (!menu) return closeFound();
  menu.open = false;
  menu.querySelector("summary").focus();
});
closeMenus(".menu");
setUpTexts({
  resize, zoomTo,
  state: () => state, choose, complain, isSettled, markCode, sendPage, showOrigins,
  getPage: (at, index) => [...columns.values()].find(column => column.at === at)?.pages[index],
});
addEventListener("resize", resize);
const about = await send("about", {languages: [...navigator.languages]});
introduce(about, about.title);
sayAll();
find("new-language-label").replaceChildren(...sayAround("new_tag", "text", make("code", {}, "pt-BR")));
find("new-language-draft").replaceChildren(...sayAround("new_draft", "file", make("code", {}, "wording")));
listen(render);
