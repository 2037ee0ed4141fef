// Dialogues: players with options, and files.

import {find, make} from "./table_dom.js";
import {ask, form, say, state, takeState} from "./table_store.js";

export function addSeat(name = "") {
  const input = make("input", {value: name, maxLength: 60, "aria-label": say("name"), required: true, autocomplete: "off"});
  input.before_ = name;
  const remove = make("button", {type: "button", class: "icon", "aria-label": say("remove", {player: name}), title: say("remove", {player: name}), onclick: () => row.remove()}, "×");
  const row = make("li", {}, input, remove);
  find("seats-list").append(row);
  return input;
}

export function openSeats() {
  find("menu").open = false;
  find("seats-list").replaceChildren();
  state.players.forEach(addSeat);
  find("seats-wrong").textContent = "";
  find("setup").replaceChildren(...form.options.map(({key, title, example, values}) => {
    // The first value is what holds without a choice.
    const now = state.setup[key] ?? "";
    const field = values.length
      ? make("select", {"data-option": key}, ...values.map(({value, title: text}, index) => make("option", {value: index ? value : "", selected: value === now}, text)))
      : make("input", {value: now, "data-option": key, maxLength: 300, autocomplete: "off", placeholder: example});
    return make("label", {}, make("span", {}, title), field);
  }));
  find("seats").showModal();
}

export async function applySeats(event) {
  event.preventDefault();
  const seats = [...find("seats-list").querySelectorAll("input")].map(one => ({before: one.before_, now: one.value}));
  const setup = Object.fromEntries([...find("setup").querySelectorAll("[data-option]")].map(one => [one.dataset.option, one.value.trim()]));
  const {value, wrong} = await ask("seats", {seats, setup});
  find("seats-wrong").textContent = wrong ?? "";
  if (!value) return;
  find("seats").close();
  await takeState(value);
}

export function openFile() {
  find("menu").open = false;
  find("file-wrong").textContent = find("file-text").value = find("file-input").value = "";
  find("file").showModal();
}

export async function applyFile(event) {
  event.preventDefault();
  const [file] = find("file-input").files;
  const text = file ? await file.text() : find("file-text").value;
  const {value, wrong} = await ask("open", {name: file?.name ?? "", text});
  find("file-wrong").textContent = wrong ?? "";
  if (!value) return;
  find("file").close();
  await takeState(value);
}
