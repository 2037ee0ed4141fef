// Marks as they are seen: strokes of a pen, and pictures of pieces.

import {draw, make} from "./table_dom.js";

const CROWDED = 0.5, STANDING = 0.9, WIDEST = 1.24, APART = 1.04; // as positions are printed

export function drawInk(spot, signs) {
  const [width, height] = spot.size.map(one => 10 * one), size = Math.min(width, height, 140), x = width / 2, y = height / 2, r = size / 2;
  const at = (dx, dy) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  const strokes = signs.map(({sign, text}) => {
    if (sign === "text") {
      const high = Math.min(size * 0.68, 1.75 * width / Math.max(text.length, 1));
      return draw("text", {x, y, "font-size": high, class: "words"}, text);
    }
    const path = {
      fill: `M${at(-0.72, -0.3)} L${at(-0.3, -0.74)} L${at(-0.72, 0.22)} L${at(0.22, -0.74)} L${at(-0.72, 0.7)} L${at(0.7, -0.72)} L${at(-0.22, 0.74)} L${at(0.74, -0.22)} L${at(0.3, 0.74)} L${at(0.74, 0.3)}`,
      cross: `M${at(-0.66, -0.62)} Q${at(0.05, -0.06)} ${at(0.62, 0.66)} M${at(0.64, -0.66)} Q${at(0.02, 0.04)} ${at(-0.64, 0.62)}`,
      circle: `M${at(0.1, -0.86)} C${at(-0.7, -0.98)} ${at(-1.06, 0.1)} ${at(-0.62, 0.62)} C${at(-0.2, 1.08)} ${at(0.8, 0.9)} ${at(0.88, 0.06)} C${at(0.94, -0.6)} ${at(0.4, -0.94)} ${at(-0.22, -0.8)}`,
    }[sign];
    return draw("path", {d: path, "stroke-width": size * (sign === "fill" ? 0.13 : 0.09)});
  });
  return draw("svg", {class: "ink", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"}, ...strokes);
}

// Pieces are as large, and beside each other, as on printed positions.
export function drawPieces(spot, pieces) {
  const [width, height] = spot.size, inRow = pieces.length <= 4 ? 2 : 3, isAlone = pieces.length === 1;
  const rows = [];
  for (let start = 0; start < pieces.length; start += inRow) rows.push(pieces.slice(start, start + inRow));
  const sizes = rows.map(row => {
    const found = row.map(({mark: {size: [w, h], standing}}) => {
      const share = isAlone ? 1 : CROWDED;
      const by = standing ? Math.min(1, width * STANDING / w) : Math.min(1, width * share / w, height * share / h);
      return [w * by, h * by];
    });
    const by = Math.min(1, width * WIDEST / found.reduce((sum, one) => sum + one[0] * APART, 0));
    return found.map(([w, h]) => [w * by, h * by]);
  });
  const highs = sizes.map(row => APART * Math.max(...row.map(one => one[1])));
  const images = [];
  let y = (height - highs.reduce((sum, one) => sum + one, 0)) / 2;
  rows.forEach((row, number) => {
    let x = (width - APART * sizes[number].reduce((sum, one) => sum + one[0], 0)) / 2;
    row.forEach(({mark, badge}, index) => {
      const [w, h] = sizes[number][index];
      const image = make("img", {class: "piece", src: `pictures/${mark.picture}.svg`, alt: "", draggable: false});
      const left = x + w * (APART - 1) / 2, top = y + (highs[number] - h) / 2;
      Object.assign(image.style, {left: `${100 * left / width}%`, top: `${100 * top / height}%`, width: `${100 * w / width}%`, height: `${100 * h / height}%`});
      images.push(image);
      if (badge) images.push(make("span", {class: "badge"}, String(badge)));
      x += w * APART;
    });
    y += highs[number];
  });
  return images;
}

// Of a card, the upper half is seen, which tells it from others.
export function showMark(mark) {
  if (mark.sign) return drawInk({size: [8, 8]}, [{sign: mark.sign}]);
  const isCard = !mark.standing && mark.size[1] > 1.2 * mark.size[0];
  return make("img", {src: `pictures/${mark.picture}.svg`, alt: "", class: isCard ? "card" : ""});
}
