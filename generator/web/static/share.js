// The page of a shared game. The program decides everything; the page shows it and sends what was tapped.

const find = id => document.getElementById(id);
const state = {about: null, now: null, actor: "", question: "", board: "", shown: "", focused: "", chosen: [], tapped: null, zoom: 0, spots: new Map(), buttons: new Map()};
const EDGE = 12; // CSS pixels left beside places that are scrolled to
const ZOOMS = [1, 1.4, 2, 2.8, 4, 5.6];
const SCROLLED = ["#meant-moves", "#moves", "#news div"];
const SMALLEST = matchMedia("(pointer: coarse)").matches ? 30 : 18; // CSS pixels that a finger, or a mouse, hits

function make(tag, text = "", kind = "") {
  const one = document.createElement(tag);
  one.textContent = text;
  if (kind) one.className = kind;
  return one;
}

// The notation of moves runs from the left in all languages.
function make_noted(words) {
  const small = make("small"), noted = make("bdi", words);
  noted.dir = "ltr";
  small.append(noted);
  return small;
}

function make_button(text, act, kind = "") {
  const one = make("button", text, kind);
  one.type = "button";
  one.addEventListener("click", act);
  return one;
}

const same = (one, other) => one[0] === other[0] && one[1] === other[1];
const key_of = spot => spot.join("\n");
const text_of = key => state.about.texts[key];

// What comes from the program, and goes there.

async function load(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function refresh() {
  try {
    show(await load("state"));
    find("lost").hidden = true;
  } catch {
    report_lost();
  }
}

function report_lost() {
  find("lost").textContent = text_of("lost");
  find("lost").hidden = false;
}

async function send(path, body) {
  let answer;
  try {
    answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
  } catch {
    report_lost();
    return null;
  }
  if (answer.ok) return answer.json();
  const reason = (await answer.text()).trim();
  if (answer.status === 409) await refresh(); // What is shown anew hides what was said before.
  refuse({reason, rule: "", paragraph: "", legal: []});
  return null;
}

async function act(path, values) {
  const found = await send(path, {after: state.now.version, ...values});
  if (!found) return;
  if (found.state) {
    clear();
    show(found.state);
  } else if (found.refused) {
    state.chosen.pop();
    show_chosen();
    refuse(found.refused);
  } else {
    refuse(null);
    show_meant(found.choices);
  }
}

function refuse(refused) {
  const place = find("refused"), legal = find("legal");
  place.hidden = !refused;
  place.textContent = refused ? refused.reason : "";
  if (refused?.paragraph) place.append(make("small", refused.paragraph));
  if (refused?.rule) place.append(make_noted(refused.rule));
  legal.replaceChildren(...(refused ? refused.legal : []).map(words => {
    const item = make("li");
    item.append(make_noted(words));
    return item;
  }));
  legal.hidden = !refused || !refused.legal.length;
  if (refused) place.scrollIntoView({block: "nearest"});
}

// What is shown.

function show(now) {
  if (state.now && now.version <= state.now.version) return; // It is shown already.
  const before = state.now && find_turn();
  state.now = now;
  const actors = now.turns.map(turn => turn.actor);
  // Who marks a sheet goes on; otherwise, the one who is asked comes first.
  const keeps = now.boards.some(board => board.owner);
  if (!actors.includes(state.actor) || !keeps) state.actor = actors[0] ?? "";
  const turn = find_turn();
  if (turn?.question !== state.question) state.board = ""; // A new question is about the actor's own sheet.
  state.question = turn?.question;
  show_view(!now.boards.length);
  // If others have marked their sheets, what the actor was doing goes on.
  if (!turn || !before || !is_same_turn(turn, before)) {
    clear();
    show_turn(turn);
  }
  show_actors(now);
  show_board();
  show_cards();
  show_news(now);
  show_end(now.end);
  const undo = find("undo");
  undo.hidden = !now.undo;
  undo.textContent = text_of("undo").replace("{words}", now.undo);
  find("prepare").hidden = !now.prepare.length;
  find("prepare").querySelector("ol").replaceChildren(...now.prepare.map(step => make("li", step)));
  if (find("log").open) show_log();
  SCROLLED.forEach(show_ends);
}

const is_same_turn = (one, other) => JSON.stringify({...one, is_new: 0}) === JSON.stringify({...other, is_new: 0});

const find_turn = () => state.now.turns.find(turn => turn.actor === state.actor);

function show_actors(now) {
  const owners = now.boards.map(board => board.owner);
  find("actors").hidden = now.turns.every(one => owners.includes(one.actor)); // The tabs of the sheets choose them.
  find("actors").replaceChildren(...(now.turns.length > 1 ? now.turns : []).map(one => {
    const button = make_button(one.name, () => choose_actor(one.actor));
    button.setAttribute("aria-pressed", one.actor === state.actor);
    return button;
  }));
}

function show_turn(turn) {
  const {waiting} = state.now;
  find("question").textContent = turn ? turn.question
    : waiting.length ? text_of("wait").replace("{players}", waiting.join(", ")) : "";
  const lesson = find("lesson");
  lesson.hidden = !turn || !turn.lesson;
  if (turn) {
    lesson.querySelector("p").textContent = turn.lesson;
    lesson.open = turn.is_new;
  }
  document.querySelector("main").classList.toggle("plain", Boolean(turn && !turn.spots.length));
  for (const id of ["moves", "typed"]) find(id).hidden = !turn;
  find("draw").hidden = !turn || !turn.may_draw;
  find("moves").classList.toggle("dice", Boolean(turn && turn.is_dice));
  find("moves").replaceChildren(...(turn ? turn.choices.map(make_move) : []));
}

function choose_actor(actor) {
  state.actor = actor;
  state.board = "";
  clear();
  show_turn(find_turn());
  show_actors(state.now);
  show_board();
}

function make_move(choice) {
  const is_group = choice.count > 1, is_dice = find("moves").classList.contains("dice");
  const button = make_button(is_dice ? choice.words : choice.text, () => is_group
    ? open_group(choice.words) : act("move", {actor: state.actor, words: choice.words}), is_group ? "group" : "");
  button.title = is_dice ? choice.text : choice.words;
  if (is_group) button.append(make("small", `${choice.count}`));
  else if (choice.is_noted) button.append(make_noted(choice.words));
  const light = is_on => () => choice.spots.forEach(spot => {
    state.buttons.get(key_of(spot))?.classList.toggle("meant", is_on);
  });
  for (const [event, is_on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]])
    button.addEventListener(event, light(is_on));
  return button;
}

async function open_group(start) {
  state.tapped = null;
  const found = await send("list", {actor: state.actor, start});
  if (found) show_meant(found.choices);
}

function show_meant(choices) {
  const meant = find("meant");
  meant.hidden = false;
  const list = find("meant-moves");
  list.replaceChildren(...choices.map(make_move));
  list.scrollTop = 0;
  show_chosen(choices);
  SCROLLED.forEach(show_ends);
  if (getComputedStyle(meant).position !== "fixed") {
    meant.scrollIntoView({block: "nearest"});
    return;
  }
  // The list covers the lower part of the window: what was tapped goes to the rest.
  document.documentElement.style.setProperty("--covered", `${meant.offsetHeight}px`);
  state.tapped?.scrollIntoView({block: "nearest", inline: "nearest"});
}

// Fade the edges of a list behind which there is more.
function show_ends(selector) {
  const list = document.querySelector(selector);
  list.classList.toggle("above", list.scrollTop > 1);
  list.classList.toggle("below", list.scrollTop + list.clientHeight < list.scrollHeight - 1);
}

function show_news(now) {
  const {news} = now, place = find("news");
  place.hidden = !news.length;
  place.querySelector("div").replaceChildren(...news.flatMap(entry => {
    const events = make("ul");
    events.append(...entry.events.map(event => make("li", event)));
    return [make("p", `${entry.who}: ${entry.words}`), events];
  }));
}

async function show_view(is_open) {
  const view = find("view");
  if (is_open && !view.dataset.seen) {
    // Without a board, this is what lies on the table.
    view.open = true;
    find("table").append(view);
  }
  view.dataset.seen = "yes";
  if (!view.open) return;
  const {now} = state, blocks = await load("view");
  if (now !== state.now) return;
  view.hidden = !blocks.length;
  view.querySelector("div").replaceChildren(...blocks.flatMap(make_block));
}

// A title without rows, and a single cell, are paragraphs: in a table, they would be as narrow as its columns.
function make_block(block) {
  const cells = block.rows.flat(), head = block.title ? [make("p", block.title, "strong")] : [];
  if (!block.heads.length && cells.length < 2) return [...head, ...cells.map(([text, tone]) => make("p", text, tone))];
  const table = make("table", "", block.grid ? "grid" : ""), width = Math.max(...[block.heads, ...block.rows].map(row => row.length));
  for (const [rows, tag] of [[block.heads.length ? [block.heads] : [], "th"], [block.rows, "td"]])
    for (const row of rows) {
      const line = make("tr");
      line.append(...row.map(([text, tone]) => make(tag, text, tone)));
      if (!block.grid && row.length) line.lastChild.colSpan = width - row.length + 1; // The rest of the line is free.
      table.append(line);
    }
  const scroll = make("div", "", "scroll");
  scroll.append(table);
  return [...head, scroll];
}

function show_end(end) {
  const place = find("end");
  place.hidden = !end;
  place.replaceChildren();
  if (!end) return;
  place.append(make("h2", end.text));
  for (const score of end.scores) {
    const table = make("table");
    if (score.who) table.append(make("caption", `${score.who}: ${score.total}`));
    for (const [label, points] of score.lines) {
      const line = make("tr");
      line.append(make("td", label), make("td", points, "number"));
      table.append(line);
    }
    place.append(table);
    if (score.note) place.append(make("p", score.note));
  }
}

async function show_log() {
  const lines = await load("log");
  find("log").querySelector("ol").replaceChildren(...lines.map(line => {
    const item = make("li", `${line.who}: `), noted = make("bdi", line.words);
    noted.dir = "ltr";
    item.append(noted);
    if (line.text) item.append(make("small", line.text));
    return item;
  }));
}

// The boards.

const name_board = board => `${board.part}\n${board.owner}`;

async function show_board() {
  const {now} = state, {boards} = now, place = find("table");
  place.hidden = !boards.length && !now.cards.length && !find("table").contains(find("view"));
  find("board").hidden = find("bar").hidden = !boards.length;
  if (!boards.length) return;
  const wanted = boards.find(board => name_board(board) === state.board)
    ?? boards.find(board => board.owner && board.owner === (state.actor in {"": 0, nature: 0} ? state.about.who : state.actor))
    ?? boards[0];
  find("tabs").replaceChildren(...(boards.length > 1 ? boards : []).map(board => {
    const tab = make_button(board.title, () => {
      const turn = state.now.turns.find(one => one.actor === board.owner);
      if (turn) choose_actor(turn.actor);
      state.board = name_board(board);
      show_board();
    });
    tab.setAttribute("aria-pressed", board === wanted);
    return tab;
  }));
  const page = find("page"), name = name_board(wanted);
  state.shown = name;
  if (page.dataset.name !== name) {
    if (!state.spots.has(wanted.spots)) state.spots.set(wanted.spots, load(`files/${wanted.spots}`));
    const spots = await state.spots.get(wanted.spots);
    // Something newer may have been shown meanwhile.
    if (state.now !== now || state.shown !== name) return;
    if (page.dataset.name !== name) draw_page(page, wanted, spots);
    page.dataset.name = name;
    page.dataset.fits = "";
  }
  const layers = page.querySelectorAll("img");
  wanted.layers.forEach((layer, index) => {
    const address = `files/${layer}`;
    if (layers[index].getAttribute("src") !== address) layers[index].src = address;
  });
  const turn = find_turn();
  const is_own = turn && (!wanted.owner || wanted.owner === turn.actor);
  show_live(is_own ? turn.spots.map(key_of) : [], is_own, wanted);
  fit(page, is_own ? turn.focus : []);
}

// Frames are for places where something is possible; if these are most of an area, the others are shaded instead.
function show_live(keys, is_own, board) {
  const live = new Set(keys), areas = new Set(keys.map(find_area));
  const near = [...state.buttons.keys()].filter(key => areas.has(find_area(key)));
  const is_crowded = near.filter(key => live.has(key)).length > near.length / 2;
  find("page").classList.toggle("crowded", is_crowded);
  for (const [key, button] of state.buttons) {
    button.classList.toggle("live", live.has(key));
    button.classList.toggle("shut", areas.has(find_area(key)) && !live.has(key));
    button.tabIndex = live.has(key) ? 0 : -1;
    button.disabled = !is_own;
  }
  find("hint").textContent = near.length ? text_of(is_crowded ? "most" : "some") : board.owner ? "" : board.title;
}

const find_area = key => key.split("\n")[0];

function draw_page(page, board, spots) {
  const [width, height] = board.size;
  state.buttons = new Map();
  page.style.aspectRatio = `${width} / ${height}`;
  const images = board.layers.map(() => {
    const image = make("img");
    image.alt = "";
    return image;
  });
  page.replaceChildren(...images, ...spots.map(([area, place, name, left, top, wide, high]) => {
    const button = make_button("", () => tap([area, place], button), "spot");
    button.setAttribute("aria-label", name);
    button.title = name;
    button.style.left = `${left / width * 100}%`;
    button.style.top = `${top / height * 100}%`;
    button.style.width = `${wide / width * 100}%`;
    button.style.height = `${high / height * 100}%`;
    button.addEventListener("keydown", event => move_focus(event, button));
    state.buttons.set(key_of([area, place]), button);
    return button;
  }));
}

// Zoom in until a finger hits the places. Scroll to what a new question is about, or else to a place that can be tapped.
function fit(page, focus) {
  const shown = [...state.buttons.values()].filter(one => one.classList.contains("live"));
  const frame = find("board");
  if (!page.dataset.fits) {
    const some = shown.length ? shown : [...state.buttons.values()];
    const sizes = some.map(one => parseFloat(one.style.width) / 100).sort((one, other) => one - other);
    const wanted = sizes.length ? SMALLEST / (sizes[sizes.length >> 1] * frame.clientWidth) : 1;
    state.zoom = ZOOMS.findIndex(zoom => zoom >= wanted);
    if (state.zoom < 0) state.zoom = ZOOMS.length - 1;
    page.dataset.fits = "yes";
    state.focused = "";
    set_zoom();
  }
  const about = focus.map(spot => state.buttons.get(key_of(spot))).filter(Boolean);
  const question = JSON.stringify([state.actor, state.question, focus]);
  if (about.length) {
    if (question !== state.focused && !about.every(is_central)) scroll_to(about);
  } else if (shown.length && !shown.some(is_seen)) {
    const area = find_area([...state.buttons].find(([, one]) => one === shown[0])[0]);
    scroll_to([...state.buttons].filter(([key, one]) => find_area(key) === area && shown.includes(one)).map(([, one]) => one));
  }
  state.focused = question;
}

function scroll_to(some) {
  const frame = find("board");
  const [left, top] = [Math.min(...some.map(one => one.offsetLeft)), Math.min(...some.map(one => one.offsetTop))];
  const right = Math.max(...some.map(one => one.offsetLeft + one.offsetWidth));
  const bottom = Math.max(...some.map(one => one.offsetTop + one.offsetHeight));
  const [x, y] = [frame.clientWidth - (right - left), frame.clientHeight - (bottom - top)];
  frame.scrollTo(left - Math.max(x / 2, EDGE), top - Math.max(y / 2, EDGE));
}

// In the middle half of what is seen, so that its neighbours are seen, too.
function is_central(button) {
  const frame = find("board").getBoundingClientRect(), box = button.getBoundingClientRect();
  const x = (box.left + box.width / 2 - frame.left) / frame.width, y = (box.top + box.height / 2 - frame.top) / frame.height;
  return Math.max(Math.abs(x - .5), Math.abs(y - .5)) < .25;
}

function is_seen(button) {
  const frame = find("board").getBoundingClientRect(), box = button.getBoundingClientRect();
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

function set_zoom() {
  find("page").style.width = `${ZOOMS[state.zoom] * 100}%`;
  find("smaller").disabled = state.zoom === 0;
  find("larger").disabled = state.zoom === ZOOMS.length - 1;
}

function change_zoom(step) {
  const frame = find("board"), before = ZOOMS[state.zoom];
  state.zoom = Math.min(Math.max(state.zoom + step, 0), ZOOMS.length - 1);
  const x = frame.scrollLeft + frame.clientWidth / 2, y = frame.scrollTop + frame.clientHeight / 2;
  const factor = ZOOMS[state.zoom] / before;
  set_zoom();
  frame.scrollTo(x * factor - frame.clientWidth / 2, y * factor - frame.clientHeight / 2);
}

// Arrow keys go to the nearest place in their direction.
function move_focus(event, from) {
  const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  if (!step) return;
  event.preventDefault();
  const middle = one => [one.offsetLeft + one.offsetWidth / 2, one.offsetTop + one.offsetHeight / 2];
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const one of state.buttons.values()) {
    const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
    const along = dx * step[0] + dy * step[1], across = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
    if (along > 1 && along + 3 * across < least) [best, least] = [one, along + 3 * across];
  }
  best?.focus();
}

function tap(spot, button) {
  if (!find_turn()) return;
  state.tapped = button;
  const is_chosen = state.chosen.some(one => same(one, spot));
  state.chosen = is_chosen ? state.chosen.filter(one => !same(one, spot)) : [...state.chosen, spot];
  refuse(null);
  show_chosen();
  if (state.chosen.length) act("point", {actor: state.actor, spots: state.chosen});
}

function show_chosen(choices = []) {
  const chosen = new Set(state.chosen.map(key_of));
  const meant = new Set(choices.flatMap(choice => choice.spots).map(key_of));
  const many = find("page").querySelectorAll(".live").length / 2;
  if (!chosen.size && meant.size > many) meant.clear(); // They are marked already, as what can be tapped.
  for (const [key, button] of state.buttons) {
    button.classList.toggle("chosen", chosen.has(key));
    button.classList.toggle("meant", meant.has(key) && !chosen.has(key));
  }
  if (choices.length) return;
  find("meant").hidden = true;
  document.documentElement.style.removeProperty("--covered");
}

function show_cards() {
  find("cards").replaceChildren(...state.now.cards.map(card => {
    const button = make_button("", () => tap([card.area, ""], button), "card");
    const image = make("img");
    image.src = `files/${card.picture}`;
    image.alt = card.name;
    button.append(image, make("small", card.name));
    return button;
  }));
}

// The beginning.

function clear() {
  state.chosen = [];
  refuse(null);
  show_chosen();
}

async function begin() {
  const about = state.about = await load("about");
  document.documentElement.lang = about.language;
  document.documentElement.dir = about.direction;
  document.title = about.who ? `${about.title}: ${about.who}` : about.title;
  find("title").textContent = about.title;
  find("who-text").textContent = text_of("who");
  find("who").replaceChildren(...about.pages.map(page => {
    const option = make("option", page.who || text_of("everybody"));
    option.value = page.key;
    option.selected = page.who === about.who;
    return option;
  }));
  find("who").addEventListener("change", event => location.assign(`../${event.target.value}/`));
  for (const [id, key] of [["lesson", "explain"], ["view", "table"], ["log", "log"]])
    find(id).querySelector("summary").textContent = text_of(key);
  for (const [id, key] of [["news", "news"], ["prepare", "prepare"], ["meant", "which"]])
    find(id).querySelector("h3").textContent = text_of(key);
  for (const selector of SCROLLED) document.querySelector(selector).addEventListener("scroll", () => show_ends(selector));
  find("clear").textContent = text_of("clear");
  find("draw").textContent = text_of("draw");
  find("words").placeholder = text_of("type");
  find("words").setAttribute("aria-label", text_of("type"));
  find("typed").querySelector("button").textContent = text_of("send");
  for (const id of ["smaller", "larger"]) {
    find(id).title = text_of(id);
    find(id).setAttribute("aria-label", text_of(id));
  }
  find("smaller").addEventListener("click", () => change_zoom(-1));
  find("larger").addEventListener("click", () => change_zoom(1));
  find("clear").addEventListener("click", clear);
  find("undo").addEventListener("click", () => act("undo", {}));
  find("draw").addEventListener("click", () => act("draw", {}));
  find("log").addEventListener("toggle", () => find("log").open && show_log());
  find("view").addEventListener("toggle", () => show_view(false));
  find("typed").addEventListener("submit", event => {
    event.preventDefault();
    const words = find("words").value.trim();
    if (words) act("move", {actor: state.actor, words}).then(() => { find("words").value = ""; });
  });
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return; // A keyboard on the screen changes the height alone.
    width = innerWidth;
    find("page").dataset.fits = "";
    if (state.now) show_board();
  });
  await refresh();
  const events = new EventSource("events");
  events.addEventListener("message", refresh);
  events.addEventListener("error", report_lost);
  events.addEventListener("open", refresh);
}

begin();
