// The page of `petri preview`: the server sends the whole state as an event, the page shows it.
"use strict";

const get = id => document.getElementById(id);
const MM = 96 / 25.4;
const STEPS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4];
const columns = new Map();
const seen = new Set();
let state = null;
let wanted = null;
let shownKind = "";
let printing = false;
let shownProblems = new Set(); // texts of problems that were shown
let asking = Promise.resolve();
let zoom = 0;
let fits = "whole"; // or "wide", or "" for a zoom of one's own

function make(tag, values = {}, ...inside) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (name in one) one[name] = value;
    else one.setAttribute(name, value);
  }
  one.append(...inside);
  return one;
}

async function ask(path, body = {}) {
  const answer = await fetch(path, {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

function tell(title, ...items) {
  get("found-title").textContent = title;
  get("found-list").replaceChildren(...items);
  get("found").hidden = false;
  get("found").scrollIntoView({block: "start"});
}

const complain = error =>
  tell("This did not work", ...error.message.split("\n").map(line => make("li", {}, ...markCode(line))));

// What is chosen

function choose(changes) {
  // Several choices may be made before the first of them is drawn: they are sent one after the other.
  const asked = wanted = {view: {...(wanted?.view ?? state.view), ...changes}, turn: Infinity};
  renderChoices(state); // at once: what is chosen next must not move away
  if (["part", "shows", "service"].some(name => name in changes)) closeFound();
  asking = asking.then(() => asked === wanted ? ask("view", asked.view) : {}).then(
    answer => { asked.turn = answer.turn; forget(); renderChoices(state); showAllSpots(); },
    error => { wanted = null; complain(error); render(state); },
  );
}

function forget() {
  if (wanted && state.turn >= wanted.turn) wanted = null;
}

// True if the server has laid out all pages of what was chosen last.
const isSettled = () => !state.busy && !wanted;

function fillMenu(id, title, known, chosen, change) {
  const menu = get(id);
  const names = known.filter(one => chosen.includes(one.id)).map(one => one.title);
  menu.querySelector("summary").textContent = `${title}: ${names.length > 2 ? names.length : names.join(", ")}`;
  const boxes = menu.querySelectorAll("input");
  if (boxes.length !== known.length || [...boxes].some((box, at) => box.value !== known[at].id)) {
    const labels = known.map(one => make("label", {}, make("input", {type: "checkbox", value: one.id}), one.title));
    menu.querySelector("fieldset").replaceChildren(make("legend", {className: "hidden"}, title), ...labels);
    menu.querySelector("fieldset").onchange = () => {
      const ids = [...menu.querySelectorAll("input:checked")].map(box => box.value);
      if (ids.length) change(ids);
      else render(state);
    };
  }
  for (const box of menu.querySelectorAll("input")) box.checked = chosen.includes(box.value);
}

function fillSelect(select, known, chosen) {
  if (select.options.length !== known.length) {
    select.replaceChildren(...known.map(one => make("option", {value: one.id}, one.title)));
  }
  select.value = chosen;
}

function renderChoices({contents, view: shown}) {
  const view = wanted?.view ?? shown;
  const part = contents.parts.find(one => one.id === view.part);
  get("title").textContent = contents.title;
  document.title = `${part ? part.title : "Preview"} – ${contents.title}`;
  const tabs = contents.parts.map(one => {
    const tab = make("button", {type: "button", value: one.id}, one.title);
    if (one.id === view.part) tab.setAttribute("aria-current", "page");
    return tab;
  });
  const focused = document.activeElement && document.activeElement.closest("nav") ? document.activeElement.value : "";
  get("parts").replaceChildren(...tabs);
  if (focused) tabs.find(tab => tab.value === focused)?.focus();
  fillMenu("locales", "Languages", contents.locales, view.locales, locales => choose({locales}));
  fillMenu("papers", "Paper", contents.papers, view.papers, papers => choose({papers}));
  const isCards = Boolean(part && part.cards);
  get("shows-box").hidden = !isCards;
  get("shows").value = view.shows;
  get("papers").hidden = view.shows === "cards";
  get("service-box").hidden = view.shows !== "cards";
  fillSelect(get("service"), [{id: "", title: "none"}, ...contents.services], view.service);
  get("vision").value = view.vision;
  get("ink").checked = view.ink === "low";
  const service = isCards && view.shows === "cards" && contents.services.find(one => one.id === view.service);
  const papers = contents.papers.filter(one => view.papers.includes(one.id)).map(one => one.title);
  if (printing) return;
  get("print").textContent = service ? `Files for ${service.title}`
    : `Print ${papers.length > 2 ? `${papers.length} sizes as` : papers.join(" and ")} PDF`;
}

// Pages

function findZoom(width, height) {
  if (!fits) return zoom;
  if (state.view.shows === "cards") return 1;
  const main = get("pages");
  const across = (main.clientWidth - 34 - 20 * (columns.size - 1)) / columns.size / (width * MM);
  const down = (main.clientHeight - 70) / (height * MM);
  const least = Math.min(across, 0.5); // what is smaller cannot be read: one scrolls instead
  return Math.max(0.15, Math.min(1.6, fits === "wide" ? across : Math.max(least, Math.min(across, down))));
}

function setSize({item, box, size}) {
  if (!size) return;
  item.style.width = `${size[0] * MM * findZoom(...size)}px`;
  box.style.aspectRatio = `${size[0]} / ${size[1]}`;
}

function resize() {
  if (!state || !state.columns) return;
  for (const column of columns.values()) column.pages.forEach(setSize);
  zoom = findZoom(...(state.columns[0]?.pages[0]?.slice(1, 3) || [210, 297]));
  get("zoom").textContent = `${Math.round(zoom * 100)} %`;
  get("smaller").disabled = zoom <= STEPS[0];
  get("larger").disabled = zoom >= STEPS.at(-1);
  for (const id of ["whole", "wide"]) get(id).setAttribute("aria-pressed", String(fits === id));
}

const watcher = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const index = Number(entry.target.dataset.index);
    if (entry.isIntersecting) seen.add(entry.target);
    else seen.delete(entry.target);
    if (Number.isNaN(index)) seen.delete(entry.target);
  }
  clearTimeout(watcher.timer);
  watcher.timer = setTimeout(() => {
    const pages = [...new Set([...seen].map(one => Number(one.dataset.index)))].sort((a, b) => a - b);
    ask("seen", {pages: pages.slice(0, 50)}).catch(() => {});
  }, 200);
}, {root: document.getElementById("pages"), rootMargin: "50px"});

function makePage(column, index) {
  const image = make("img", {alt: ""});
  const sheet = make("button", {type: "button", className: "sheet"}, image);
  const name = make("p", {className: "name"});
  // Places on the page are shares of this box, which is as large as the picture, loaded or not.
  const box = make("div", {className: "picture"}, sheet);
  const item = make("li", {className: "page"}, box, name);
  item.dataset.index = index;
  const page = {item, box, sheet, image, name, column, index, hash: "", shown: "", size: null, spotted: ""};
  sheet.onclick = event => point(page, event);
  watcher.observe(item);
  return page;
}

async function showPicture(page, [hash, width, height, title], label) {
  page.size ??= [width, height];
  page.name.textContent = title;
  page.name.hidden = state.view.shows !== "cards";
  page.sheet.setAttribute("aria-label", `${label}, ${title}: find where it is written`);
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
  page.box.querySelectorAll(".spot").forEach(one => one.remove());
  page.spotted = "";
  showSpots(page);
}

function renderColumns({columns: given, view, contents}) {
  const main = get("pages");
  main.querySelectorAll(":scope > p").forEach(one => one.remove());
  main.classList.toggle("cards", view.shows === "cards");
  main.classList.toggle("service", Boolean(view.service));
  const kind = `${view.part}/${view.shows}/${view.service}`;
  if (kind !== shownKind) for (const column of columns.values()) column.pages.forEach(clearSpots);
  shownKind = kind;
  const part = contents.parts.find(one => one.id === view.part);
  const wanted = new Map(given.map((one, at) => [`${view.part}/${view.shows}/${one.locale}/${one.paper}`, at]));
  for (const [key, column] of columns) {
    if (!wanted.has(key)) {
      column.box.remove();
      column.pages.forEach(page => { watcher.unobserve(page.item); seen.delete(page.item); });
      columns.delete(key);
    }
  }
  const waits = [];
  for (const [key, at] of wanted) {
    const one = given[at];
    const label = view.shows === "cards" ? one.language : `${one.language}, ${one.paper.toUpperCase()}`;
    if (!columns.has(key)) {
      const list = make("ol");
      columns.set(key, {list, pages: [], box: make("section", {className: "column"}, make("h2", {}, label), list)});
    }
    const column = columns.get(key);
    column.at = at;
    main.append(column.box);
    while (column.pages.length > one.pages.length) {
      const gone = column.pages.pop();
      watcher.unobserve(gone.item);
      seen.delete(gone.item);
      gone.item.remove();
    }
    one.pages.forEach((picture, index) => {
      if (index >= column.pages.length) {
        const page = makePage(column, index);
        column.pages.push(page);
        column.list.append(page.item);
      }
      waits.push(showPicture(column.pages[index], picture, `${part ? part.title : ""}, ${label}`));
      if (isSettled()) showSpots(column.pages[index]);
    });
  }
  if (!given.length) main.replaceChildren(make("p", {}, "There is nothing to show."));
  resize();
  return waits;
}

// Problems, and where things are written

// Texts have names and values between backticks.
const markCode = text => text.split(/`([^`]+)`/).map((part, at) => at % 2 ? make("code", {}, part) : part);

// A long path breaks after its folders.
const breakPath = path =>
  path.split(/([^/\\]*[/\\])/).filter(Boolean).flatMap((part, at) => at ? [make("wbr"), part] : [part]);

function describePlace(place) {
  const row = make("div", {className: "places"}, make("code", {}, ...breakPath(place.text)));
  if (state.editor) {
    const open = make("button", {type: "button"}, `Open in ${state.editor}`);
    open.onclick = () => ask("open", {id: place.id}).catch(complain);
    row.append(open);
  } else {
    row.append(make("a", {href: place.url}, "VS Code"));
  }
  const copy = make("button", {type: "button"}, "Copy");
  copy.onclick = () => navigator.clipboard.writeText(place.text).then(() => { copy.textContent = "Copied"; }, complain);
  row.append(copy);
  return row;
}

function describeProblem(one) {
  const kind = make("span", {className: "kind"}, one.error ? "Problem" : "Warning");
  const item = make("li", {className: one.error ? "problem" : "warning"}, kind, " ", ...markCode(one.text));
  if (one.where) item.append(make("div", {className: "where"}, one.where));
  if (one.place) item.append(describePlace(one.place));
  return item;
}

const count = (number, word) => number ? `${number} ${word}${number === 1 ? "" : "s"}` : "";

function renderProblems({problems, checking, busy}) {
  const errors = problems.filter(one => one.error);
  const warnings = problems.filter(one => !one.error);
  const [wrong, other] = [count(errors.length, "problem"), count(warnings.length, "warning")];
  get("wrong").hidden = !wrong;
  get("wrong-title").textContent = wrong;
  get("errors").replaceChildren(...errors.map(describeProblem));
  get("other").hidden = Boolean(wrong && !other);
  get("other-title").textContent = other || "Problems";
  const none = make("li", {className: "fine"}, checking ? "None so far; the whole game is being checked …" : "None.");
  get("warnings").replaceChildren(...(other ? warnings.map(describeProblem) : [none]));
  get("show-wrong").textContent = wrong && `${wrong}: show`;
  const badge = wrong && make("a", {className: "badge", href: "#wrong"}, wrong);
  const summary = busy ? "Drawing …" : other || wrong ? other : checking ? "Checking …" : "No problems";
  get("status").replaceChildren(...[badge, summary].filter(Boolean).flatMap((one, at) => at ? [" ", one] : [one]));
  // Problems that are new are seen at once; a check that runs again finds the old ones once more.
  const texts = errors.map(one => `${one.place?.text} ${one.text}`);
  if (texts.some(text => !shownProblems.has(text))) get("wrong").parentElement.scrollTop = 0;
  shownProblems = new Set(busy || checking ? [...shownProblems, ...texts] : texts);
}

async function point(page, event) {
  try {
    if (event.detail === 0) return await listSpots(page); // by keyboard
    const box = page.image.getBoundingClientRect();
    const x = (event.clientX - box.x) / box.width * page.size[0];
    const y = (event.clientY - box.y) / box.height * page.size[1];
    await find(page, x, y);
  } catch (error) {
    complain(error);
  }
}

async function find(page, x, y) {
  const found = await ask("where", {column: page.column.at, index: page.index, x, y});
  document.querySelectorAll(".spot.here").forEach(one => one.remove());
  if (found.box) placeBox(page, found.box, "here");
  const items = found.places.map(place =>
    make("li", {}, make("span", {className: "what"}, place.what || "place"), describePlace(place)));
  if (!items.length) items.push(make("li", {}, "Nothing in the files of the game says what is here."));
  tell(found.title, ...items);
}

async function listSpots(page) {
  const {spots} = await ask("spots", {column: page.column.at, index: page.index});
  const items = spots.map(spot => {
    const [left, top, right, bottom] = spot.box;
    const button = make("button", {type: "button"}, [spot.place || spot.area, spot.place && spot.area].filter(Boolean).join(", "));
    button.onclick = () => find(page, (left + right) / 2, (top + bottom) / 2).catch(complain);
    return make("li", {className: "places"}, button);
  });
  if (!items.length) return find(page, page.size[0] / 2, page.size[1] / 2);
  tell("What is on this page", ...items);
  get("found-list").querySelector("button")?.focus();
}

function placeBox(page, [left, top, right, bottom], kind) {
  const [width, height] = page.size;
  const box = make("span", {className: `spot ${kind}`});
  box.style.left = `${left / width * 100}%`;
  box.style.width = `${(right - left) / width * 100}%`;
  box.style.top = `${top / height * 100}%`;
  box.style.height = `${(bottom - top) / height * 100}%`;
  page.box.append(box);
}

function clearSpots(page) {
  page.spotted = "";
  page.box.querySelectorAll(".spot:not(.here)").forEach(one => one.remove());
}

// Shows cuts and margins of a page that has none yet. Until the server has laid out the page, it has no places:
// they are asked for again when all pages are there.
async function showSpots(page) {
  const {hash} = page;
  if (!get("fit").checked || !hash || page.shown !== hash || page.spotted === hash) return;
  page.spotted = hash;
  const asked = state;
  const found = await ask("spots", {column: page.column.at, index: page.index}).catch(() => null);
  if (page.hash !== hash || page.spotted !== hash || !page.item.isConnected) return;
  clearSpots(page);
  if (!found) {
    if (state !== asked && isSettled()) showSpots(page);
    return;
  }
  page.spotted = hash;
  for (const spot of found.spots) {
    placeBox(page, spot.box, spot.wrong ? "wrong" : "");
    if (spot.safe) placeBox(page, spot.safe, "safe");
  }
}

function showAllSpots() {
  const isOn = get("fit").checked;
  if (isOn && !isSettled()) return; // the next state shows them
  for (const column of columns.values()) column.pages.forEach(isOn ? showSpots : clearSpots);
}

// The state

async function render(given) {
  state = given;
  forget();
  get("note").hidden = !state.note;
  get("note").textContent = state.note;
  get("lost").hidden = true;
  const isShown = Boolean(state.contents && state.view);
  get("old").hidden = !(state.old && isShown);
  get("bar").hidden = !isShown;
  let waits = [];
  if (isShown) {
    renderChoices(state);
    waits = renderColumns(state);
  } else if (state.old) {
    get("pages").replaceChildren(make("p", {}, "There is no picture yet, because the files of the game have problems."));
  }
  renderProblems(state);
  await Promise.all(waits);
  if (state === given) requestAnimationFrame(() => setTimeout(() => {
    document.documentElement.dataset.painted = given.version;
    document.documentElement.dataset.hashes = (given.columns || []).map(one => one.pages.map(page => page[0])).join();
  }));
}

function setZoom(direction) {
  const others = STEPS.filter(step => direction > 0 ? step > zoom + 0.01 : step < zoom - 0.01);
  zoom = (direction > 0 ? others[0] : others.at(-1)) || zoom;
  fits = "";
  resize();
}

get("parts").onclick = event => {
  const tab = event.target.closest("button");
  if (tab) choose({part: tab.value});
};
for (const id of ["shows", "vision", "service"]) get(id).onchange = event => choose({[id]: event.target.value});
get("ink").onchange = event => choose({ink: event.target.checked ? "low" : "full"});
get("fit").onchange = showAllSpots;
get("smaller").onclick = () => setZoom(-1);
get("larger").onclick = () => setZoom(1);
for (const id of ["whole", "wide"]) get(id).onclick = () => { fits = id; resize(); };
function closeFound() {
  get("found").hidden = true;
  document.querySelectorAll(".spot.here").forEach(one => one.remove());
}

get("close").onclick = () => { closeFound(); get("pages").focus(); };
get("print").onclick = async () => {
  const button = get("print");
  printing = button.disabled = true;
  button.textContent = "Writing …";
  try {
    await asking; // the server knows what was chosen last
    const {files, more, notes, warnings} = await ask("print");
    const items = files.map(one => make("li", {},
      make("a", {href: `files/${one.id}`, target: "_blank", rel: "noopener"}, ...breakPath(one.name))));
    if (more) items.push(make("li", {}, more));
    items.unshift(...notes.map(one => make("li", {}, one)));
    items.push(...warnings.map(one => make("li", {}, ...markCode(`Warning: ${one}`))));
    tell("Written", ...items);
  } catch (error) {
    complain(error);
  }
  printing = button.disabled = false;
  renderChoices(state);
};
for (const id of ["status", "old"]) {
  get(id).addEventListener("click", event => {
    if (!event.target.closest("a")) return;
    event.preventDefault();
    get("wrong").scrollIntoView({block: "start"});
    get("wrong").focus();
  });
}
document.addEventListener("keydown", event => {
  const menu = document.querySelector(".menu[open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  } else if (event.key === "Escape") {
    closeFound();
  }
});
document.addEventListener("click", event => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
addEventListener("resize", resize);

const events = new EventSource("events");
events.onmessage = event => render(JSON.parse(event.data));
events.onerror = () => { get("lost").hidden = false; };
