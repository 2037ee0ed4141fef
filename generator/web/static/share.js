// The page of a shared game. The program decides everything; the page shows it and sends what was tapped.

import {find, introduce, isNews, keyOf, listItems, listen, make, say, send, showLost} from "./page.js";
import {
  changeZoom, drawBoard, fadeEnds, fitBoard, makeCard, makeEnd, makeLine, makeNews, makeNoted, makeView, showLive, showRefusal,
} from "./share_views.js";

const isNarrow = () => matchMedia("(max-width: 600px)").matches;
const SCROLLED = ["#meant-moves", "#moves", "#news div", "#lesson p"];
const LIGHTS = [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]];

const game = {
  about: null, now: null, // as the program sends them
  actor: "", question: "", // who answers, and what
  board: "", shown: "", spots: new Map(), buttons: new Map(), // boards that are chosen and shown; places by file, buttons by place
  focused: "", zoom: 0,
  chosen: [], tapped: null, // places of a move, and the button of the last one
};

// What goes to the program.

async function refresh() {
  try {
    show(await send("state"));
  } catch {
    showLost(true);
  }
}

// Sends what somebody does; null if it is refused.
async function request(path, body) {
  try {
    return await send(path, body);
  } catch ({status, message}) {
    if (status === 409) await refresh(); // What is shown anew hides what was said before.
    if (status) showRefusal({reason: message, rule: "", paragraph: "", legal: []});
    return null;
  }
}

async function act(path, values) {
  const answer = await request(path, {after: game.now.version, ...values});
  if (!answer) return;
  if (answer.state) {
    clear();
    show(answer.state);
    // What comes next is asked at the top.
    if (isNarrow()) scrollTo({top: 0});
  } else if (answer.refused) {
    game.chosen.pop();
    showChosen();
    showRefusal(answer.refused);
  } else {
    showRefusal(null);
    showMeant(answer.choices);
  }
}

// What is shown.

const findTurn = () => game.now.turns.find(turn => turn.actor === game.actor);
const isSameTurn = (turn, other) => JSON.stringify({...turn, is_new: 0}) === JSON.stringify({...other, is_new: 0});

function show(now) {
  if (game.now && now.version <= game.now.version) return; // It is shown already.
  const before = game.now && findTurn();
  game.now = now;
  const actors = now.turns.map(turn => turn.actor);
  // Who marks a sheet goes on; otherwise, the one who is asked comes first.
  const keeps = now.boards.some(board => board.owner);
  if (!actors.includes(game.actor) || !keeps) game.actor = actors[0] ?? "";
  const turn = findTurn();
  if (turn?.question !== game.question) game.board = ""; // A new question is about the actor's own sheet.
  game.question = turn?.question;
  showView(!now.boards.length);
  showPrepare(now);
  // If others have marked their sheets, what the actor was doing goes on.
  if (!turn || !before || !isSameTurn(turn, before)) {
    clear();
    showTurn(turn);
  }
  showActors();
  find("cards").replaceChildren(...now.cards.map(card => makeCard(card, button => tap([card.area, ""], button))));
  find("news").hidden = !now.news.length;
  find("news").querySelector("div").replaceChildren(...now.news.flatMap(makeNews));
  find("end").hidden = !now.end;
  find("end").replaceChildren(...(now.end ? makeEnd(now.end) : []));
  find("undo").hidden = !now.undo;
  find("undo").textContent = say("undo", {words: now.undo});
  if (find("log").open) showLog();
  showBoard(); // below all this, which says how much room there is
  SCROLLED.forEach(fadeEnds);
}

// What is prepared before the first turn; it is open where there is room beside the board.
function showPrepare({prepare}) {
  const place = find("prepare"), shown = JSON.stringify(prepare);
  place.hidden = !prepare.length;
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.open = !isNarrow();
  place.querySelector("ol").replaceChildren(...prepare.map(step => make("li", {}, step)));
}

function showActors() {
  const {turns, boards} = game.now, owners = boards.map(board => board.owner);
  find("actors").hidden = turns.every(({actor}) => owners.includes(actor)); // The tabs of the sheets choose them.
  find("actors").replaceChildren(...(turns.length > 1 ? turns : []).map(({actor, name}) => make("button", {
    "aria-pressed": actor === game.actor, onclick: () => chooseActor(actor),
  }, name)));
}

function chooseActor(actor) {
  game.actor = actor;
  game.board = "";
  clear();
  showTurn(findTurn());
  showActors();
  showBoard();
}

function showTurn(turn) {
  const {waiting} = game.now, lesson = find("lesson");
  find("question").textContent = turn ? turn.question : waiting.length ? say("wait", {players: listItems(waiting)}) : "";
  lesson.hidden = !turn || !turn.lesson;
  if (turn) {
    lesson.querySelector("p").textContent = turn.lesson;
    lesson.open = turn.is_new && turn.lesson && isNews(turn.lesson);
  }
  document.querySelector("main").classList.toggle("plain", Boolean(turn && !turn.spots.length));
  for (const id of ["moves", "typed"]) find(id).hidden = !turn;
  find("draw").hidden = !turn || !turn.may_draw;
  find("moves").classList.toggle("dice", Boolean(turn && turn.is_dice));
  find("moves").replaceChildren(...(turn ? turn.choices.map(makeMove) : []));
}

async function showView(isOpen) {
  const view = find("view");
  if (isOpen && !view.dataset.seen) {
    // Without a board, this is what lies on the table.
    view.open = true;
    find("table").append(view);
  }
  view.dataset.seen = "yes";
  if (!view.open) return;
  const {now} = game, blocks = await send("view");
  if (now !== game.now) return;
  view.hidden = !blocks.length;
  view.querySelector("div").replaceChildren(...blocks.flatMap(makeView));
}

async function showLog() {
  const lines = await send("log");
  find("log").querySelector("ol").replaceChildren(...lines.map(makeLine));
}

// Moves, and what was tapped.

function makeMove({text, words, said, count, spots, is_noted: isNoted}) {
  const isGroup = count > 1, isDice = find("moves").classList.contains("dice");
  const button = make("button", {
    class: isGroup ? "group" : "", title: isDice ? text : said,
    onclick: () => isGroup ? openGroup(words) : act("move", {actor: game.actor, words}),
  }, isDice ? said : text, ...(isGroup ? [make("small", {}, `${count}`)] : isNoted ? [makeNoted(said)] : []));
  for (const [event, isOn] of LIGHTS) button.addEventListener(event, () => {
    for (const spot of spots) game.buttons.get(keyOf(...spot))?.classList.toggle("meant", isOn);
  });
  return button;
}

async function openGroup(start) {
  game.tapped = null;
  const answer = await request("list", {actor: game.actor, start});
  if (answer) showMeant(answer.choices);
}

function showMeant(choices) {
  const meant = find("meant"), list = find("meant-moves");
  meant.hidden = false;
  list.replaceChildren(...choices.map(makeMove));
  list.scrollTop = 0;
  showChosen(choices);
  SCROLLED.forEach(fadeEnds);
  if (getComputedStyle(meant).position !== "fixed") {
    meant.scrollIntoView({block: "nearest"});
    return;
  }
  // The list covers the lower part of the window: what was tapped goes to the rest.
  document.documentElement.style.setProperty("--covered", `${meant.offsetHeight}px`);
  game.tapped?.scrollIntoView({block: "nearest", inline: "nearest"});
}

function tap(spot, button) {
  if (!findTurn()) return;
  game.tapped = button;
  const others = game.chosen.filter(other => keyOf(...other) !== keyOf(...spot));
  game.chosen = others.length < game.chosen.length ? others : [...game.chosen, spot];
  showRefusal(null);
  showChosen();
  if (game.chosen.length) act("point", {actor: game.actor, spots: game.chosen});
}

function showChosen(choices = []) {
  const chosen = new Set(game.chosen.map(spot => keyOf(...spot)));
  const meant = new Set(choices.flatMap(({spots}) => spots).map(spot => keyOf(...spot)));
  const many = find("page").querySelectorAll(".live").length / 2;
  if (!chosen.size && meant.size > many) meant.clear(); // They are marked already, as what can be tapped.
  for (const [key, button] of game.buttons) {
    button.classList.toggle("chosen", chosen.has(key));
    button.classList.toggle("meant", meant.has(key) && !chosen.has(key));
  }
  if (choices.length) return;
  find("meant").hidden = true;
  document.documentElement.style.removeProperty("--covered");
}

function clear() {
  game.chosen = [];
  showRefusal(null);
  showChosen();
}

// Boards.

const nameBoard = ({part, owner}) => keyOf(part, owner);

async function showBoard() {
  const {now} = game, {boards} = now;
  find("table").hidden = !boards.length && !now.cards.length && !find("table").contains(find("view"));
  find("board").hidden = find("bar").hidden = !boards.length;
  if (!boards.length) return;
  const owner = ["", "nature"].includes(game.actor) ? game.about.who : game.actor;
  const wanted = boards.find(board => nameBoard(board) === game.board) ?? boards.find(board => board.owner && board.owner === owner) ?? boards[0];
  find("tabs").replaceChildren(...(boards.length > 1 ? boards : []).map(board => make("button", {
    "aria-pressed": board === wanted, onclick: () => chooseBoard(board),
  }, board.title)));
  const page = find("page"), name = nameBoard(wanted);
  game.shown = name;
  if (page.dataset.name !== name) {
    if (!game.spots.has(wanted.spots)) game.spots.set(wanted.spots, send(`files/${wanted.spots}`));
    const spots = await game.spots.get(wanted.spots);
    // Something newer may have been shown meanwhile.
    if (game.now !== now || game.shown !== name) return;
    if (page.dataset.name !== name) drawBoard(game, wanted, spots, tap);
    page.dataset.name = name;
    page.dataset.fits = "";
  }
  const layers = page.querySelectorAll("img");
  wanted.layers.forEach((layer, index) => {
    const address = `files/${layer}`;
    if (layers[index].getAttribute("src") !== address) layers[index].src = address;
  });
  const turn = findTurn(), isOwn = turn && (!wanted.owner || wanted.owner === turn.actor);
  showLive(game, isOwn ? turn.spots.map(spot => keyOf(...spot)) : [], isOwn, wanted);
  fitBoard(game, isOwn ? turn.focus : []);
}

function chooseBoard(board) {
  const turn = game.now.turns.find(({actor}) => actor === board.owner);
  if (turn) chooseActor(turn.actor);
  game.board = nameBoard(board);
  showBoard();
}

// The beginning.

async function claim(who) {
  const answer = await request("claim", {who});
  if (answer) location.href = `../${answer.key}/`;
}

function showAbout() {
  const {about} = game;
  introduce(about, about.who ? `${about.title}: ${about.who}` : about.title);
  find("title").textContent = about.title;
  find("self").hidden = !about.who;
  find("self").textContent = about.who;
  const others = about.who ? [] : about.pages.filter(({who}) => who);
  find("people").hidden = !others.length;
  find("who").replaceChildren(...others.map(({key, who}) => key ? make("a", {href: `../${key}/`}, who) : make("a", {
    href: "", onclick: event => { event.preventDefault(); claim(who); }, // The key of a page with secrets is sent once.
  }, who)));
  for (const [selector, key] of [
    ["#who-text", "who"], ["#lost", "lost"], ["#lesson summary", "explain"], ["#view summary", "table"], ["#log summary", "log"],
    ["#news h3", "news"], ["#prepare summary", "prepare"], ["#meant h3", "which"], ["#clear", "clear"], ["#draw", "draw"], ["#typed button", "send"],
  ]) document.querySelector(selector).textContent = say(key).replace(/\s*[:：]$/, "");
  find("words").placeholder = say("type");
  find("words").setAttribute("aria-label", say("type"));
  for (const id of ["smaller", "larger"]) {
    find(id).title = say(id);
    find(id).setAttribute("aria-label", say(id));
  }
}

find("smaller").addEventListener("click", () => changeZoom(game, -1));
find("larger").addEventListener("click", () => changeZoom(game, 1));
find("clear").addEventListener("click", clear);
find("undo").addEventListener("click", () => act("undo", {}));
find("draw").addEventListener("click", () => act("draw", {}));
find("log").addEventListener("toggle", () => find("log").open && showLog());
find("lesson").addEventListener("toggle", () => fadeEnds("#lesson p"));
find("view").addEventListener("toggle", () => showView(false));
find("typed").addEventListener("submit", event => {
  event.preventDefault();
  const words = find("words").value.trim();
  if (words) act("move", {actor: game.actor, words}).then(() => { find("words").value = ""; });
});
for (const selector of SCROLLED) document.querySelector(selector).addEventListener("scroll", () => fadeEnds(selector));
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return; // A keyboard on the screen changes the height alone.
  width = innerWidth;
  find("page").dataset.fits = "";
  if (game.now) showBoard();
});

async function begin() {
  game.about = await send("about");
  showAbout();
  await refresh();
  listen(refresh, refresh);
}

begin();
