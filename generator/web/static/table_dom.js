// Elements and strokes of the page.

const SVG = "http://www.w3.org/2000/svg";
export const find = id => document.getElementById(id);
export const keyOf = (...parts) => parts.join("\n");
export const isNarrow = () => window.matchMedia("(max-width: 800px)").matches;
export const drawIcon = name => draw("svg", {class: "drawn", viewBox: "0 0 24 24", "aria-hidden": "true"}, draw("path", {d: ICONS[name]}));

const ICONS = { // strokes in a box of 24
  tap: "M9 11 V4.5 a1.6 1.6 0 0 1 3.2 0 V10 l5 1 a2 2 0 0 1 1.7 2.3 L18 18.5 a2.5 2.5 0 0 1 -2.5 2 H12 a3 3 0 0 1 -2.3 -1.1 L5.5 14.5 a1.5 1.5 0 0 1 2.2 -2 L9 13.5",
  erase: "M14.5 4.5 L20 10 L10.5 19.5 H7 L4 16.5 a1 1 0 0 1 0 -1.5 Z M9 10 L14.5 15.5 M10.5 19.5 H20",
  undo: "M8 5 L4 9 L8 13 M4 9 H14 a5 5 0 0 1 0 10 H9",
  redo: "M16 5 L20 9 L16 13 M20 9 H10 a5 5 0 0 0 0 10 H15",
  menu: "M4 7 H20 M4 12 H20 M4 17 H20",
};

export function make(tag, values = {}, ...children) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (name === "class") one.className = value;
    else if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
    else if (name in one) one[name] = value;
    else one.setAttribute(name, value);
  }
  one.append(...children);
  return one;
}

export function draw(tag, values, ...children) {
  const one = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) one.setAttribute(name, value);
  one.append(...children);
  return one;
}

// Fills an element anew only if something is different: a tap needs the same button when it begins and ends.
export function refill(one, values, makeAll) {
  const shown = JSON.stringify(values);
  if (one.shown === shown) return;
  one.shown = shown;
  one.replaceChildren(...makeAll());
}

// Ends of a row that can be scrolled fade.
export function fade(row) {
  const {left, right} = row.getBoundingClientRect(), boxes = [...row.children].map(one => one.getBoundingClientRect());
  row.classList.toggle("more-left", boxes.some(box => box.left < left - 1));
  row.classList.toggle("more-right", boxes.some(box => box.right > right + 1));
}
