// Texts in the preview: a click on a translated text opens a field where it is printed, and its page is set anew while somebody types.

import {find, listItems, make, openDialog, placeIn, putBehind, say, send, serveDialog} from "./page.js";

const ENGLISH = "en";
const STATES = [
  "missing", "wrong", "kept", "stale", "unreviewed", "identical", "overflow", "icons", "characters", "terms", "typography", "register", "weaker", "unknown",
];
const isNarrow = () => matchMedia("(max-width: 800px)").matches;

let screen = null; // the preview: its state, pages, and choices
let locale = ""; // the language that is translated
let list = {version: -1, texts: [], is_complete: false}; // all texts of the language
let listing = null; // the list that is on its way
let opened = null; // the text in the field, with what it was when it was opened
let opening = 0; // number of texts that were asked for
let wish = null; // a text whose page is not there yet
const drafts = new Map(); // texts that are typed and not saved, by language and key
const printed = new Map(); // texts of pages by the hash of the page
const typing = {sent: null, isSending: false, turn: 0, since: 0, page: null}; // what is tried on the page, and the last such page

export function setUpTexts(given) {
  screen = given;
  const form = find("typing");
  form.addEventListener("submit", event => { event.preventDefault(); save({isRead: false}); });
  find("typed").addEventListener("input", () => type());
  find("typed-read").onclick = () => save({isRead: true});
  find("typed-close").onclick = () => close();
  find("typed-back").onclick = find("walk-back").onclick = () => walk(-1);
  find("typed-on").onclick = find("walk-on").onclick = () => walk(1);
  find("typed-where").onclick = () => opened?.spot && screen.showOrigins(opened.spot.page, ...middleOf(opened.spot.box)).catch(screen.complain);
  find("remark").addEventListener("change", saveRemark);
  find("walk-filter").onchange = () => renderWalk();
  find("walk-locale").onchange = event => changeLanguage(event.target.value);
  find("show-proof").onclick = () => showProof(find("proof").hidden);
  form.addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save({isRead: true, goesOn: true});
    }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && opened && !document.querySelector(".menu[open], dialog[open]")) close();
    if (!event.altKey || !locale || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    walk(event.key === "ArrowDown" ? 1 : -1);
  });
  addEventListener("beforeunload", event => { if (drafts.size) event.preventDefault(); });
  addEventListener("resize", () => opened && putField());
  serveDialog("new-language", "languages/new", () => ({locale: find("new-language-tag").value.trim()}), () => startNew(find("new-language-tag").value.trim()));
}

// The preview has a new state.
export function renderTexts() {
  const state = screen.state(), shown = (state.view?.locales ?? []).filter(one => one !== ENGLISH);
  if (!shown.includes(locale)) changeLanguage(shown[0] ?? "");
  find("translating").hidden = !locale;
  find("show-proof").hidden = !locale;
  if (!locale) return;
  const titles = state.contents.locales.filter(({id}) => shown.includes(id));
  find("walk-locale").replaceChildren(...titles.map(({id, title}) => make("option", {value: id, selected: id === locale}, title)));
  find("walk-locale-box").hidden = titles.length < 2;
  if (state.texts.version !== list.version) refresh();
  showFit(state.texts.fit);
  if (opened && !find("typing").isConnected) putField();
  if (wish) tryWish();
}

function changeLanguage(other) {
  if (opened && opened.locale !== other) close();
  locale = other;
  list = {version: -1, texts: [], is_complete: false};
  printed.clear();
  if (locale) {
    find("translating").hidden = false;
    refresh();
  }
}

async function refresh() {
  const asked = locale, version = screen.state().texts.version;
  if (listing === `${asked} ${version}`) return;
  listing = `${asked} ${version}`;
  const answer = await send("texts/list", {locale: asked}).catch(() => null);
  if (!answer || asked !== locale) return;
  const isNew = answer.is_complete && !list.is_complete;
  list = {...answer, version};
  renderWalk();
  if (isNew && opened && !opened.spot && !isChanged()) lookFor();
  if (!find("proof").hidden) showProof(true);
}

// Going through the texts.

const FILTERS = {
  open: {has: text => text.states.length > 0},
  part: {has: text => text.parts.includes(screen.state().view.part)},
  screen: {has: text => list.is_complete && !text.is_printed},
  all: {has: () => true},
};

function listFiltered() {
  const filter = find("walk-filter").value;
  return list.texts.filter(FILTERS[filter]?.has ?? (text => text.states.includes(filter)));
}

function renderWalk() {
  const select = find("walk-filter"), chosen = select.value || "open";
  const types = STATES.filter(type => list.texts.some(text => text.states.includes(type)));
  const options = [["open", say("open")], ...types.map(type => [type, say(`state.${type}`)]), ...["part", "screen", "all"].map(id => [id, say(id)])];
  const count = id => list.texts.filter(FILTERS[id]?.has ?? (text => text.states.includes(id))).length;
  select.replaceChildren(...options.map(([id, title]) => make("option", {value: id}, putBehind(title, count(id)))));
  select.value = options.some(([id]) => id === chosen) ? chosen : "open";
  const texts = listFiltered(), at = texts.findIndex(text => text.key === opened?.key);
  find("walk-at").textContent = at < 0 ? `${texts.length}` : say("at", {place: at + 1, number: texts.length});
  const done = list.texts.filter(text => !text.states.includes("missing")).length;
  find("walk-done").textContent = [say("done", {found: done, number: list.texts.length}), ...(list.is_complete ? [] : [say("measuring")])].join(" ");
  find("walk-done").dataset.open = count("open");
  for (const id of ["walk-back", "walk-on", "typed-back", "typed-on"]) find(id).disabled = !texts.length;
  find("walk-list").replaceChildren(...texts.slice(0, 200).map(text => make("li", {}, make("button", {
    class: "text", onclick: () => open(text.key), ...(text.key === opened?.key ? {"aria-current": "true"} : {}),
  }, make("span", {class: "key"}, text.key), " ", make("span", {lang: ENGLISH, dir: "auto"}, text.english.slice(0, 80))))), ...(texts.length > 200 ? [make("li", {}, say("and_more", {number: texts.length - 200}))] : []));
}

// Opens the next text of those that are chosen, also after one that is not among them any more.
function walk(step) {
  const texts = listFiltered();
  if (!texts.length) return;
  const order = new Map(list.texts.map((text, at) => [text.key, at])), here = order.get(opened?.key) ?? (step > 0 ? -1 : order.size);
  const ahead = texts.filter(text => step > 0 ? order.get(text.key) > here : order.get(text.key) < here);
  const next = step > 0 ? ahead[0] ?? texts[0] : ahead.at(-1) ?? texts.at(-1);
  open(next.key);
}

// The field.

// Opens the text at a point of a page, in mm; false if there is none.
export async function openAt(page, x, y) {
  const found = (await listPrinted(page)).filter(({box: [left, top, right, bottom]}) => x > left - 1 && x < right + 1 && y > top - 1 && y < bottom + 1);
  const area = ({box: [left, top, right, bottom]}) => (right - left) * (bottom - top);
  const text = found.sort((one, other) => area(one) - area(other))[0];
  if (!text) return false;
  locale === page.column.locale || changeLanguage(page.column.locale);
  await open(text.keys[0], {page, box: text.box, keys: text.keys});
  return true;
}

export async function listPrinted(page) {
  if (!printed.has(page.hash)) printed.set(page.hash, (await screen.sendPage("texts/page", page)).texts);
  if (printed.size > 50) printed.delete(printed.keys().next().value);
  return printed.get(page.hash) ?? [];
}

// Opens a text by its key where it is printed; if that is not known, its page is looked for.
export async function open(key, spot = null) {
  const number = ++opening, asked = locale;
  if (opened) leave();
  const text = await send("texts/show", {locale: asked, key}).catch(error => { screen.complain(error); });
  if (!text || number !== opening) return;
  opened = {...text, locale: asked, base: text.translation, spot, keys: spot?.keys ?? [key]};
  typing.sent = null;
  renderField();
  wish = null;
  putField();
  if (!spot) lookFor();
  renderWalk();
}

// Looks for the page of the text in the field, on another part if need be.
function lookFor() {
  const parts = list.texts.find(({key}) => key === opened.key)?.parts ?? [];
  wish = {number: opening};
  if (parts.length && !parts.includes(screen.state().view.part)) screen.choose({part: parts[0]});
  tryWish();
}

// Moves the field to its text, as soon as the page with it is there.
async function tryWish() {
  const asked = wish;
  if (!asked || asked.isAsking) return;
  asked.isAsking = true;
  const answer = await send("texts/find", {locale: opened.locale, key: opened.key}).catch(() => ({}));
  asked.isAsking = false;
  if (wish !== asked || asked.number !== opening || !opened) return;
  const page = answer.box && screen.getPage(answer.column, answer.index);
  if (page) {
    opened.spot = {page, box: answer.box};
    wish = null;
    putField();
  } else if (screen.isSettled()) wish = null;
}

function renderField() {
  const {key, english, before, states, note, longest, places, inserts, is_shared, keys} = opened;
  const draft = drafts.get(draftKey()), option = screen.state().contents.locales.find(({id}) => id === opened.locale);
  find("typed-key").replaceChildren(...key.split(/(?<=[._:])/).flatMap(step => [step, make("wbr")]));
  find("typed-states").replaceChildren(...makeStates(states));
  find("typed-english").replaceChildren(...(before ? [make("del", {}, before), make("br")] : []), make("span", {}, english));
  find("typed-note").textContent = [
    note, is_shared ? say("is_shared") : "",
    places.length || !list.is_complete ? listItems(places.slice(0, 3)) : say("on_screen"),
    longest ? say("room", {number: longest}) : "",
  ].filter(Boolean).join(" ");
  const field = find("typed");
  field.lang = opened.locale;
  field.dir = option?.direction ?? "auto";
  field.value = draft?.text ?? opened.base;
  if (draft) opened.base = draft.base;
  field.setAttribute("aria-label", putBehind(option?.title ?? opened.locale, key));
  find("typed-inserts").replaceChildren(...inserts.map(text => make("button", {class: "insert", onclick: () => insert(text)}, text)));
  find("typed-same").hidden = keys.length < 2;
  find("typed-same").replaceChildren(say("same"), " ", ...keys.map(one => make("button", {
    class: "insert", onclick: () => open(one, {...opened.spot, keys}), ...(one === key ? {"aria-current": "true"} : {}),
  }, one)));
  find("typed-theirs").hidden = true;
  find("typed-remark").hidden = !opened.takes_remark;
  find("typed-remark").open = Boolean(opened.remark);
  Object.assign(find("remark"), {value: opened.remark, lang: document.documentElement.lang});
  showTyped(opened.typed);
  find("typed-fit").textContent = "";
  renderButtons();
}

const draftKey = () => `${opened.locale}\n${opened.key}`;
const isChanged = () => find("typed").value.trim() !== opened.base;
const middleOf = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];

function renderButtons() {
  const changed = isChanged(), isWrong = opened.typed.findings.some(one => isError(one)), isEmpty = !find("typed").value.trim();
  find("typed-save").disabled = !changed || isWrong || isEmpty;
  find("typed-read").disabled = isWrong || isEmpty || (!changed && !opened.states.some(state => !["overflow"].includes(state)));
  find("typed-read").textContent = say(changed ? "save_read" : "mark_read");
  if (changed && !isEmpty) drafts.set(draftKey(), {text: find("typed").value, base: opened.base});
  else drafts.delete(draftKey());
}

const isError = ({type}) => ["wrong", "characters"].includes(type);

function showTyped({findings, samples}) {
  opened.typed = {findings, samples};
  find("typed-findings").replaceChildren(...findings.map(one => make("li", {class: isError(one) ? "problem" : "warning"},
    ...screen.markCode(one.message), ...(one.hint && !one.hint.startsWith("English:") ? [" (", ...screen.markCode(one.hint), ")"] : []))));
  find("typed-samples").hidden = !samples.length;
  find("typed-samples").open ||= samples.length > 1 && !isNarrow();
  find("typed-samples").querySelector("ul").replaceChildren(...samples.map(text => make("li", {lang: opened.locale, dir: "auto"}, ...showMarks(text))));
}

// Puts the field below its text, or at the bottom of a phone; a text that is on no page has it among the problems.
function putField() {
  const form = find("typing"), {spot} = opened, field = find("typed"), hadFocus = document.activeElement === field;
  form.hidden = false;
  document.querySelectorAll(".spot.typed").forEach(one => one.remove());
  form.style = "";
  const isOnPage = spot?.page.item.isConnected;
  if (isOnPage) typing.page = spot.page;
  form.classList.toggle("placed", Boolean(isOnPage));
  if (!isOnPage) find("typing-home").append(form);
  else {
    const {page, box} = spot, [left, , , bottom] = box, mark = make("span", {class: "spot typed"});
    placeIn(mark, [left - 0.7, box[1] - 0.7, box[2] - left + 1.4, bottom - box[1] + 1.4], page.size);
    page.box.append(mark);
    if (isNarrow()) {
      document.body.append(form);
      screen.zoomTo(box[2] - left);
    } else {
      page.box.append(form);
      form.style.top = `calc(${100 * bottom / page.size[1]}% + 6px)`;
      const wide = page.box.clientWidth, room = find("pages").getBoundingClientRect(), here = page.box.getBoundingClientRect();
      const most = Math.max(room.left, Math.min(here.left + left / page.size[0] * wide, room.right - form.offsetWidth - 16)) - here.left;
      form.style.left = `${most}px`;
    }
    mark.scrollIntoView(isNarrow() ? {block: "start", inline: "center"} : {block: "center", inline: "nearest"});
  }
  if (!hadFocus || document.activeElement !== field) {
    field.focus({preventScroll: Boolean(isOnPage)});
    if (isOnPage && !isNarrow()) form.scrollIntoView({block: "nearest", inline: "nearest"});
  }
}

function insert(text) {
  const field = find("typed"), empty = text.search(/\{#?\}/);
  field.focus();
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  if (empty > 0) field.selectionStart = field.selectionEnd = field.selectionStart - text.length + empty + 1;
  type();
}

// Trying what is typed: the newest text is sent as soon as the answer to the one before is there.

async function type() {
  typing.since = performance.now();
  find("typed-fit").classList.add("older");
  renderButtons();
  if (typing.isSending) return;
  typing.isSending = true;
  while (opened && find("typed").value !== typing.sent) {
    const text = typing.sent = find("typed").value, {locale: its, key} = opened;
    const answer = await send("texts/try", {locale: its, key, text}).catch(() => null);
    if (!answer || opened?.key !== key || text !== find("typed").value) continue;
    typing.turn = answer.turn;
    showTyped(answer);
    renderButtons();
    if (!answer.turn) find("typed-fit").textContent = text.trim() ? say("not_shown") : "";
    else showFit(screen.state().texts.fit);
  }
  typing.isSending = false;
}

const formatNumber = number => number.toLocaleString(document.documentElement.lang, {maximumFractionDigits: 2});
const sayOver = ({length, points}) => !length ? say("over_plain")
  : say(points ? "over_at" : "over", {length: formatNumber(length), points: formatNumber(points)});

function showFit(fit) {
  if (!opened || !fit || fit.key !== opened.key || fit.locale !== opened.locale || fit.text !== find("typed").value) return;
  if (!typing.turn || screen.state().turn < typing.turn) return;
  const place = find("typed-fit");
  place.classList.remove("older");
  place.classList.toggle("wrong", Boolean(fit.over));
  place.textContent = fit.over ? sayOver(fit.over) : fit.points ? say("fits", {points: formatNumber(fit.points)}) : say("unseen");
  place.dataset.text = fit.text;
  if (typing.since) place.dataset.milliseconds = Math.round(performance.now() - typing.since);
  typing.since = 0;
}

function leave() {
  if (!opened) return;
  saveRemark();
  typing.turn = 0;
  if (typing.sent !== null) send("texts/try", {locale: opened.locale, key: opened.key, text: null}).catch(() => {});
}

function close() {
  if (!opened) return;
  leave();
  opening++;
  const {spot} = opened;
  opened = wish = null;
  if (spot && isNarrow()) screen.zoomTo(0);
  document.querySelectorAll(".spot.typed").forEach(one => one.remove());
  find("typing-home").append(find("typing"));
  find("typing").hidden = true;
  const last = [spot?.page, typing.page].find(one => one?.item.isConnected);
  (last?.sheet ?? find("walk-on")).focus({preventScroll: true});
  renderWalk();
}

// Saving.

async function save({isRead, goesOn = false}) {
  if (!opened || (isRead ? find("typed-read") : find("typed-save")).disabled) return goesOn && walk(1);
  const {locale: its, key, base} = opened, text = find("typed").value;
  const answer = await send("texts/save", {locale: its, key, text, base, is_read: isRead}).catch(error => { screen.complain(error); });
  if (!answer) return;
  if (answer.theirs !== undefined) return showTheirs(answer.theirs, isRead, goesOn);
  drafts.delete(`${its}\n${key}`);
  const {states} = answer.text;
  list.texts = list.texts.map(one => one.key === key ? {...one, states} : one);
  if (opened?.key !== key) return;
  Object.assign(opened, {translation: answer.text.translation, base: answer.text.translation, states, before: answer.text.before, takes_remark: answer.text.takes_remark});
  find("typed-remark").hidden = !opened.takes_remark;
  find("typed-states").replaceChildren(...makeStates(states));
  announce(say(isRead ? "saved_read" : "saved"));
  renderButtons();
  renderWalk();
  find("typed").focus({preventScroll: true}); // a button that is disabled loses it
  if (goesOn) walk(1);
}

// Saves the translator's own note. If somebody else has written one meanwhile, both are shown, to be saved as one.
async function saveRemark() {
  const text = opened, remark = find("remark").value.trim();
  if (!text || remark === text.remark) return;
  const {locale: its, key, remark: base} = text;
  const answer = await send("texts/remark", {locale: its, key, remark, base}).catch(error => { screen.complain(error); });
  if (!answer) return;
  text.remark = answer.theirs ?? answer.remark;
  if (opened !== text) return;
  if (answer.theirs !== undefined) find("remark").value = [answer.theirs, remark].filter(Boolean).join("\n");
  else announce(say("note_saved"));
}

function announce(text) {
  find("typed-saved").textContent = text;
  setTimeout(() => { find("typed-saved").textContent = ""; }, 2500);
}

function showTheirs(theirs, isRead, goesOn) {
  const box = find("typed-theirs");
  box.hidden = false;
  box.replaceChildren(
    make("p", {}, say("theirs")), make("blockquote", {lang: opened.locale, dir: "auto"}, theirs || say("removed")),
    make("button", {onclick: () => { find("typed").value = opened.base = theirs; box.hidden = true; type(); }}, say("take_theirs")), " ",
    make("button", {onclick: () => { opened.base = theirs; box.hidden = true; renderButtons(); save({isRead, goesOn}); }}, say("keep_mine")),
  );
  box.querySelector("button").focus();
}

// Proof: all texts, filled with samples.

async function showProof(isOn) {
  const proof = find("proof");
  proof.hidden = !isOn;
  find("pages").hidden = isOn;
  find("show-proof").setAttribute("aria-pressed", String(isOn));
  if (!isOn) return screen.resize();
  const asked = proof.dataset.asked = String(Math.random()), sections = [], known = new Set();
  while (!screen.isSettled()) {
    await new Promise(resolve => setTimeout(resolve, 50));
    if (proof.dataset.asked !== asked) return;
  }
  const {columns} = screen.state(), at = columns.findIndex(column => column.locale === locale);
  if (at < 0) return;
  const {pages, language} = columns[at];
  for (const index of [...pages.keys(), -1]) {
    const answer = await send("texts/proof", {column: at, index}).catch(() => null);
    if (proof.dataset.asked !== asked) return;
    const rows = (answer?.rows ?? []).filter(({key}) => !known.has(key));
    rows.forEach(({key}) => known.add(key));
    if (rows.length) sections.push(makeProof(index < 0 ? say("on_screen") : say("page", {number: index + 1}), language, rows));
  }
  proof.replaceChildren(...(sections.length ? sections : [make("p", {}, say("no_texts"))]));
}

const nameEnglish = () => new Intl.DisplayNames([document.documentElement.lang], {type: "language"}).of(ENGLISH);

function makeProof(title, language, rows) {
  const fill = (texts, lang) => make("td", {lang, dir: "auto"}, ...texts.map(text => make("div", {}, ...showMarks(text))));
  const states = key => list.texts.find(text => text.key === key)?.states ?? [];
  return make("section", {}, make("h2", {}, title), make("table", {},
    make("thead", {}, make("tr", {}, ...[say("text"), nameEnglish(), language].map(head => make("th", {scope: "col"}, head)))),
    make("tbody", {}, ...rows.map(({key, english, own}) => make("tr", {},
      make("th", {scope: "row"}, make("button", {class: "insert", onclick: () => { showProof(false); open(key); }}, key), ...makeStates(states(key))), fill(english, ENGLISH), states(key).includes("missing") ? make("td") : fill(own, locale))))));
}

const makeStates = states => states.map(state => make("span", {class: `state ${state}`}, say(`state.${state}`)));

// Returns a text with its bold words and icons.
const showMarks = text => text.split(/\*\*(.+?)\*\*/s).flatMap((part, at) => at % 2 ? [make("strong", {}, part)]
  : part.split(/(:[a-z][\w/]*:)/).map((piece, odd) => odd % 2 ? make("code", {}, piece) : piece));

// A new language.

export async function askForLanguage() {
  const {languages} = await send("languages/list", {locale: ENGLISH}).catch(error => { screen.complain(error); return {languages: []}; });
  find("new-language-names").replaceChildren(...languages.map(({id, title}) => make("option", {value: id}, title)));
  openDialog("new-language");
}

async function startNew(tag) {
  for (let tries = 0; tries < 300 && !screen.state().contents.locales.some(({id}) => id === tag); tries++) {
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  screen.choose({locales: [ENGLISH, tag]});
}
