"use strict";
(() => {
  const root = document.documentElement;
  const editions = [...document.querySelectorAll(".edition")];
  const every = (selector) => editions.flatMap((edition) => [...edition.querySelectorAll(selector)]);
  let shown = editions[0];
  root.classList.add("js");

  // Languages: only the edition that is shown is in the document, so that browsers need not draw the others.
  const frame = document.createComment("");
  editions[0].before(frame);
  const find = (address) => {
    const id = decodeURIComponent(address.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    if (!id) return [];
    for (const edition of editions) {
      const found = edition.id === id ? edition : edition.querySelector(`#${CSS.escape(id)}`);
      if (found) return [edition, found];
    }
    return [];
  };
  const show = (edition) => {
    shown = edition;
    for (const one of editions) if (one !== edition) one.remove();
    frame.after(edition);
    root.lang = edition.lang;
    root.dir = edition.dir;
    document.title = edition.dataset.title;
  };
  const follow = () => {
    const [edition, target] = find(location.hash.slice(1));
    if (!edition) return;
    const isNew = edition !== shown;
    show(edition);
    if (target !== edition) target.scrollIntoView();
    else if (isNew) target.querySelector("[aria-current]")?.focus();
  };
  const spoken = navigator.languages.map((tag) => editions.find((one) => one.lang.split("-")[0] === tag.split("-")[0]));
  show(spoken.find(Boolean) || editions[0]);
  addEventListener("hashchange", follow);
  follow();

  // Search: what has no match is hidden.
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const edition of editions) {
    const form = edition.querySelector(".search"), output = form.querySelector("output");
    if (!form) continue;
    const search = () => {
      const wanted = fold(form.querySelector("input").value.trim());
      let count = 0;
      for (const section of edition.querySelectorAll("section")) {
        let found = 0;
        for (const card of section.querySelectorAll(".card")) {
          card.hidden = !fold(card.textContent).includes(wanted);
          found += !card.hidden;
        }
        for (const page of section.querySelectorAll(".text > [data-page]")) {
          page.hidden = !fold(page.textContent).includes(wanted);
          found += !page.hidden;
          const leaf = section.querySelectorAll(":scope > .leaves > figure")[page.dataset.page];
          if (leaf) leaf.hidden = page.hidden;
        }
        section.hidden = Boolean(wanted) && !found;
        count += found;
      }
      output.textContent = wanted ? `${output.dataset.found}: ${count.toLocaleString(edition.lang)}` : "";
    };
    form.addEventListener("input", search);
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  // Printing: one part, or everything that is shown. Sheets of cards are in the document when they are needed.
  const sheets = every(".sheets").map((details) => {
    const leaves = details.querySelector(".leaves");
    const update = (isPrinting) => (details.open || isPrinting ? details.append(leaves) : leaves.remove());
    details.addEventListener("toggle", () => update(false));
    update(false);
    return { details, update };
  });
  const unfolds = !CSS.supports("selector(::details-content)");
  addEventListener("beforeprint", () => {
    for (const { details, update } of sheets) {
      const isWanted = shown.contains(details) && (!root.matches(".printing") || details.closest(".chosen"));
      if (isWanted) update(true);
      if (isWanted && unfolds && !details.open) details.open = details.unfolded = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const { details, update } of sheets) {
      if (details.unfolded) details.open = details.unfolded = false;
      update(false);
    }
    root.classList.remove("printing");
    shown.querySelector(".chosen")?.classList.remove("chosen");
  });
  for (const button of every("button.print")) {
    button.addEventListener("click", () => {
      button.closest("section").classList.add("chosen");
      root.classList.add("printing");
      print();
    });
  }

  // On a small screen, a booklet is read as text; on a large one, there is room for it beside a single page.
  const opened = matchMedia("(max-width: 40rem)").matches ? ".book" : ".single > .book";
  for (const text of every(opened)) text.open = true;

  // The menu marks the part that is being read.
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = shown.querySelector(`.contents a[href="#${CSS.escape(target.id)}"]`);
      if (!isIntersecting || !link) continue;
      shown.querySelector(".contents [aria-current]")?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "location");
      const list = link.closest("ul"), from = link.offsetLeft - list.offsetLeft;
      if (from < list.scrollLeft || from + link.offsetWidth > list.scrollLeft + list.clientWidth) list.scrollTo(from - 24, 0);
    }
  }, { rootMargin: "-40% 0px -55%" });
  for (const section of every("section, footer")) seen.observe(section);

  // The viewer: hands of cards, or pages, one after the other.
  let hands = [], place = 0, isBack = false, zoom = 1, isTurning = false;
  const viewer = () => shown.querySelector(".viewer");
  const stage = () => viewer().querySelector(".stage");
  const sides = (leaf) => [...leaf.querySelectorAll("svg")];
  const name = (leaf) => {
    const card = leaf.closest(".card");
    return card ? card.querySelector(".name").firstChild.textContent.trim() : leaf.querySelector("svg").getAttribute("aria-label");
  };
  const fit = () => {
    const drawn = [...stage().children], gap = 12;
    stage().classList.toggle("zoomed", zoom > 1);
    if (!drawn.length) return;
    const boxes = drawn.map((svg) => svg.viewBox.baseVal);
    const wide = Math.max(...boxes.map((box) => box.width)), high = Math.max(...boxes.map((box) => box.height));
    const room = [stage().clientWidth, stage().clientHeight];
    let scale = 0;
    for (let columns = 1; columns <= drawn.length; columns++) {
      const rows = Math.ceil(drawn.length / columns);
      scale = Math.max(scale, Math.min((room[0] - gap * (columns + 1)) / columns / wide, (room[1] - gap * (rows + 1)) / rows / high));
    }
    drawn.forEach((svg, index) => {
      svg.style.width = `${Math.floor(boxes[index].width * scale * zoom)}px`;
      svg.style.height = `${Math.floor(boxes[index].height * scale * zoom)}px`;
    });
  };
  const draw = () => {
    const hand = hands[place], dialog = viewer();
    stage().replaceChildren(...hand.map((leaf) => {
      const both = sides(leaf), svg = both[isBack && both[1] ? 1 : 0].cloneNode(true);
      svg.setAttribute("class", `${leaf.closest(".card") ? "" : "sheet"} ${isTurning ? "turned" : ""}`);
      svg.setAttribute("role", "img");
      svg.removeAttribute("aria-hidden");
      const words = leaf.closest(".card")?.querySelectorAll(".words > span")[isBack ? 1 : 0]?.textContent ?? "";
      svg.setAttribute("aria-label", words ? `${name(leaf)}. ${words}` : name(leaf));
      return svg;
    }));
    isTurning = false;
    const canTurn = hand.some((leaf) => sides(leaf).length > 1);
    dialog.querySelector(".turn_over").hidden = !canTurn;
    for (const other of dialog.querySelectorAll(".previous, .next")) other.hidden = hands.length < 2;
    const parts = [hand.map(name).join(", ")];
    if (canTurn) parts.push(isBack ? dialog.dataset.back : dialog.dataset.front);
    if (hands.length > 1 && hand[0].closest(".card")) parts.push(`${(place + 1).toLocaleString(shown.lang)} / ${hands.length.toLocaleString(shown.lang)}`);
    dialog.querySelector(".bar p").textContent = parts.join(" · ");
    fit();
  };
  const open = (given, at = 0) => {
    [hands, place, isBack, zoom] = [given, at, false, 1];
    viewer().showModal();
    draw();
    stage().focus();
  };
  const go = (by) => {
    place = (place + by + hands.length) % hands.length;
    [isBack, zoom] = [false, 1];
    draw();
    stage().scrollTo(0, 0);
  };
  const turn = () => {
    if (viewer().querySelector(".turn_over").hidden) return;
    [isBack, isTurning] = [!isBack, true];
    draw();
  };
  // What is at a point of the window stays there; by default, that in its middle.
  const enlarge = (by, x, y) => {
    const box = stage(), around = box.getBoundingClientRect(), svg = box.firstElementChild;
    [x, y] = [x ?? around.left + around.width / 2, y ?? around.top + around.height / 2];
    const before = svg.getBoundingClientRect();
    zoom = by ? Math.min(8, Math.max(1, zoom * by)) : 1;
    fit();
    const after = svg.getBoundingClientRect(), grown = after.width / before.width;
    box.scrollBy(after.left + (x - before.left) * grown - x, after.top + (y - before.top) * grown - y);
  };
  const shuffle = (cards) => {
    for (let last = cards.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  };
  for (const edition of editions) {
    edition.addEventListener("click", (event) => {
      const place = event.target.closest(".fan li")?.dataset.of;
      const listed = place && edition.querySelector(`#${CSS.escape(place)}`);
      const leaf = listed?.querySelector("button, .leaf") ?? event.target.closest(".card button, .leaf");
      if (!leaf) return;
      const group = leaf.closest(".deck, .leaves, figure.board");
      const leaves = [...group.querySelectorAll(".card:not([hidden]) button, figure:not([hidden]) > .leaf")];
      const all = leaves.length ? leaves : [leaf];
      open(all.map((one) => [one]), Math.max(0, all.indexOf(leaf)));
    });
  }
  for (const button of every(".shuffle, .draw")) {
    button.addEventListener("click", () => {
      const cards = [...button.closest("section").querySelectorAll(".card")];
      const copies = shuffle(cards.flatMap((card) => Array(Number(card.dataset.count)).fill(card.querySelector("button"))));
      const size = Number(button.dataset.count), dealt = [];
      while (copies.length) dealt.push(copies.splice(0, size));
      open(dealt);
    });
  }
  const actions = {
    previous: () => go(-1), next: () => go(1), turn_over: turn, smaller: () => enlarge(1 / 1.5), larger: () => enlarge(1.5),
    close: () => viewer().close(),
  };
  for (const dialog of every(".viewer")) {
    for (const [action, act] of Object.entries(actions)) dialog.querySelector(`.${action}`).addEventListener("click", act);
    dialog.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const onward = shown.dir === "rtl" ? -1 : 1;
      const keys = {
        ArrowRight: () => go(onward), ArrowLeft: () => go(-onward), PageDown: () => go(1), PageUp: () => go(-1),
        Home: () => go(-place), End: () => go(hands.length - 1 - place), f: turn, "+": actions.larger, "=": actions.larger,
        "-": actions.smaller, 0: () => enlarge(0),
      };
      if (event.target.tagName !== "BUTTON") keys[" "] = keys.Enter = turn;
      const [x, y] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] ?? [0, 0];
      if (zoom > 1 && (x || y)) stage().scrollBy(x * stage().clientWidth / 4, y * stage().clientHeight / 4);
      else if (keys[event.key]) keys[event.key]();
      else return;
      event.preventDefault();
    });
    watchStage(dialog.querySelector(".stage"));
  }

  // The wheel enlarges, one finger or the mouse pushes what is enlarged or goes on, two fingers pinch.
  function watchStage(box) {
    const fingers = new Map();
    let start = null, apart = 0, waiting = null;
    // Many events come in the time of one drawing.
    const enlargeSoon = (by, x, y) => {
      if (!waiting) requestAnimationFrame(() => {
        enlarge(waiting.by, waiting.x, waiting.y);
        waiting = null;
      });
      waiting = { by: by * (waiting?.by ?? 1), x, y };
    };
    const spread = () => {
      const [one, two] = [...fingers.values()];
      return { apart: Math.hypot(one.x - two.x, one.y - two.y), x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
    };
    box.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.shiftKey) box.scrollBy(event.deltaY || event.deltaX, 0);
      else enlargeSoon(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : event.ctrlKey ? 0.01 : 0.002)), event.clientX, event.clientY);
    }, { passive: false });
    box.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start = fingers.size === 1 ? { x: event.clientX, y: event.clientY, on: event.target.closest("svg") } : null;
      if (fingers.size === 2) apart = spread().apart;
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 1 && zoom > 1) {
        box.scrollBy(last.x - event.clientX, last.y - event.clientY);
        box.classList.add("dragged");
      } else if (fingers.size === 2) {
        const now = spread();
        enlargeSoon(now.apart / apart, now.x, now.y);
        box.scrollBy((last.x - event.clientX) / 2, (last.y - event.clientY) / 2);
        apart = now.apart;
      }
    });
    const end = (event) => {
      fingers.delete(event.pointerId);
      box.classList.remove("dragged");
      if (!start || event.type === "pointercancel") return;
      const [x, y, on] = [event.clientX - start.x, event.clientY - start.y, start.on];
      start = null;
      if (zoom === 1 && Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) go((x < 0 ? 1 : -1) * (shown.dir === "rtl" ? -1 : 1));
      else if (Math.hypot(x, y) < 8 && on) {
        if (viewer().querySelector(".turn_over").hidden) enlarge(zoom > 1 ? 0 : 2.5, event.clientX, event.clientY);
        else turn();
      }
    };
    box.addEventListener("pointerup", end);
    box.addEventListener("pointercancel", end);
  }
  addEventListener("resize", () => { if (viewer()?.open) fit(); });
})();
