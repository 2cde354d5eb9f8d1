/* What the recorder's form does at once, without asking: quick chips, chips that do not go together, the tile pad. */
(() => {
  "use strict";

  const entry = document.getElementById("entry");
  if (!entry) return;

  const count = () => entry.dispatchEvent(new Event("count"));
  const named = (name) => [...entry.elements].filter((field) => field.name === name);

  function choose(name, value) {
    for (const field of named(name)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
      else field.value = value;
    }
  }

  function untick(win) {
    for (const field of win.querySelectorAll(".way-patterns input")) {
      field.checked = field.type === "radio" && field.value === "0";
    }
  }

  /* Quick chips fill in the commonest hands; Enter in a field shows the payments and does not press one. */
  for (const button of entry.querySelectorAll("[data-quick]")) {
    button.type = "button";
    button.addEventListener("click", () => {
      const win = button.closest("[data-win]");
      untick(win);
      choose(`${win.dataset.win}way`, "patterns");
      for (const pair of button.dataset.quick.split(" ")) choose(...pair.split("="));
      count();
    });
  }

  entry.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.hasAttribute("data-count")) {
      event.preventDefault();
      count();
    }
  });

  /* One who wins does not win off himself; a plain hand has no patterns; a foul wants its offender. */
  entry.addEventListener("change", (event) => {
    const field = event.target;
    if (field.name === "ending" || field.name === "from") {
      const own = named("from").find((one) => one.checked && one.value === chosen("ending"));
      if (own) own.checked = false;
    }
    if (field.name === "ending" && field.value === "foul") entry.querySelector("[data-fouls]").open = true;
    const ticks = field.closest(".way-patterns");
    if (ticks && field.hasAttribute("data-plain") && field.checked) {
      untick(ticks);
      field.checked = true;
    } else if (ticks && field.checked && field.value !== "0") {
      ticks.querySelector("[data-plain]").checked = false;
    }
  });

  function chosen(name) {
    const field = named(name).find((one) => one.checked);
    return field ? field.value : "";
  }

  /* Chips that cannot be ticked now: greyed, and a tap on one says why. */
  function bar(reasons) {
    for (const chip of entry.querySelectorAll(".way-patterns .chip:not(.plain-chip), .way-patterns .chip-count")) {
      const fields = [...chip.querySelectorAll("input")];
      const why = reasons[fields[0].name] || "";
      for (const field of fields) field.disabled = Boolean(why) && !field.checked && field.value !== "0";
      chip.querySelector(".why").textContent = why;
      if (why) chip.dataset.why = why;
      else delete chip.dataset.why;
    }
  }

  document.addEventListener("htmx:afterSettle", () => {
    const preview = document.getElementById("preview");
    if (preview) bar(JSON.parse(preview.dataset.barred || "{}"));
  });

  entry.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-why]");
    if (chip) say(chip.dataset.why);
  });

  function say(text) {
    const head = document.querySelector("#preview .preview-head");
    const said = document.createElement("span");
    said.className = "preview-error";
    said.textContent = text;
    head.replaceChildren(said);
  }

  /* No network: what is entered stays; what it comes to is counted when there is one again. */
  for (const kind of ["htmx:sendError", "htmx:responseError"]) {
    entry.addEventListener(kind, () => say(entry.dataset.unheard));
  }

  /* The tile pad writes into the fields that one may also type into. */
  for (const pad of entry.querySelectorAll("[data-pad]")) tilePad(pad);

  function tilePad(pad) {
    const field = (name) => pad.querySelector(`[data-tiles="${name}"]`);
    const kinds = [...pad.querySelectorAll(".pad-kinds input")];
    const laid = pad.querySelector("[data-laid]");
    const empty = laid.innerHTML;
    const kind = () => kinds.find((one) => one.checked).value;
    const read = (text) => [...text.matchAll(/([1-9]+)([mpszf])/g)].flatMap(([, ns, s]) => [...ns].map((n) => n + s));
    const sets = (name) => field(name).value.split(/[\s,、]+/).filter(Boolean);

    for (const one of kinds) one.addEventListener("change", (event) => event.stopPropagation());

    pad.addEventListener("click", (event) => {
      const key = event.target.closest("[data-tile]");
      const laidTile = event.target.closest("[data-from]");
      if (key) lay(key.dataset.tile);
      else if (laidTile) take(laidTile.dataset.from, Number(laidTile.dataset.at));
      else return;
      show();
      count();
    });
    pad.addEventListener("input", (event) => { if (event.target.dataset.tiles) show(); });

    function lay(tile) {
      const [number, suit] = [Number(tile[0]), tile[1]];
      if (suit === "f") return toggleFlower(tile);
      if (kind() === "win") field("win").value = tile;
      else if (kind() === "concealed") hand(tile);
      else if (kind() === "chow") {
        if (suit === "z") return;
        const low = Math.min(number, 7);
        add("melds", `${low}${low + 1}${low + 2}${suit}`);
      } else if (kind() === "pung") add("melds", `${number}`.repeat(3) + suit);
      else add(kind() === "kong" ? "melds" : "kongs", `${number}`.repeat(4) + suit);
    }

    /* The tile that fills the hand is the winning one. */
    function hand(tile) {
      const tiles = read(field("concealed").value);
      const room = 16 - 3 * (sets("melds").length + sets("kongs").length);
      if (tiles.length >= room) field("win").value = tile;
      else field("concealed").value = [...tiles, tile].sort(order).join("");
    }

    const order = (a, b) => "mpsz".indexOf(a[1]) - "mpsz".indexOf(b[1]) || a.localeCompare(b);

    function add(name, set) {
      field(name).value = [...sets(name), set].join(" ");
    }

    function toggleFlower(tile) {
      const tiles = read(field("flowers").value);
      field("flowers").value = (tiles.includes(tile) ? tiles.filter((one) => one !== tile) : [...tiles, tile]).sort().join("");
    }

    function take(name, at) {
      const list = name === "melds" || name === "kongs" ? sets(name) : read(field(name).value);
      list.splice(at, 1);
      field(name).value = list.join(name === "melds" || name === "kongs" ? " " : "");
    }

    function show() {
      laid.replaceChildren();
      for (const name of ["melds", "kongs", "concealed", "win", "flowers"]) {
        const apart = name === "melds" || name === "kongs";
        const list = apart ? sets(name) : read(field(name).value);
        const group = document.createElement("span");
        group.className = `laid-group ${name}`;
        list.forEach((set, at) => group.append(taker(name, at, apart ? read(set) : [set])));
        if (list.length) laid.append(group);
      }
      if (!laid.children.length) laid.innerHTML = empty;
    }

    function taker(name, at, tiles) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.from = name;
      button.dataset.at = at;
      for (const tile of tiles) {
        const drawn = pad.querySelector(`[data-tile="${tile}"] svg`);
        if (drawn) button.append(drawn.cloneNode(true));
      }
      return button;
    }

    show();
  }
})();
