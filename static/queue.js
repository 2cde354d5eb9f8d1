/* Hands that wait for the network: kept on this phone, sent in order, each of them once. docs/live.md */
(() => {
  "use strict";

  const box = document.querySelector("[data-queue]");
  if (!box || !window.indexedDB) return;

  const form = document.querySelector(box.dataset.form);
  const words = JSON.parse(box.dataset.words);
  const { jiang, who } = box.dataset;
  const { uuid, everything, add, put, drop, shift, lease, giveBack, send, story } = window.waitingHands;
  const own = async () => (await everything()).filter((hand) => hand.who === who);
  const here = async () => (await own()).filter((hand) => hand.jiang === jiang);
  const GO_ON_AFTER = 4000;
  const TRIES_EVERY = 8000;

  const said = (name, values = {}) => (words[name] || "").replace(/%\((\w+)\)s/g, (_all, key) => values[key] ?? "");

  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("recorder") : null;
  if (tabs) tabs.onmessage = () => { show(); };
  const tell = () => { if (tabs) tabs.postMessage("changed"); };

  /* ── Sending ──────────────────────────────────────────────────────────────────────────────────── */

  let sending = false;
  let locked = false;
  let trouble = false;
  let page = "";
  const ends = new Map();

  async function drain() {
    if (sending) return;
    sending = true;
    const stopped = new Set();
    try {
      while (await lease()) {
        const hands = await own();
        for (const one of hands) if (one.state === "refused") stopped.add(one.jiang);
        const hand = hands.find((one) => !stopped.has(one.jiang) && one.uid !== editing);
        if (!hand) break;
        if (hands.some((one) => one.uid === editing && one.jiang === hand.jiang && one.number < hand.number)) break;
        const result = await send(hand);
        locked = result.became === "locked";
        trouble = Boolean(result.trouble);
        if (result.became === "saved") {
          await drop(hand.uid);
          if (hand.jiang === jiang) page = result.told.page || location.pathname;
        } else if (result.became === "refused") {
          await put({ ...hand, state: "refused", told: result.told });
        }
        if (ends.has(hand.uid)) ends.get(hand.uid)(result);
        tell();
        await show();
        if (locked || result.became === "waiting") break;
      }
    } finally {
      await giveBack();
      sending = false;
    }
    await goOn();
  }

  /* Everything is up and nobody is in the middle of an entry: on to the next hand, as the server has it. */
  async function goOn() {
    if (!page || (await here()).length) return false;
    if (touched || editing) {
      window.dispatchEvent(new Event("live:check"));
      return false;
    }
    const next = page;
    page = "";
    location.assign(next);
    return true;
  }

  /* ── The form ─────────────────────────────────────────────────────────────────────────────────── */

  let touched = false;
  let busy = false;
  let editing = "";
  let sure = "";
  const opened = new Set();

  const field = (name) => form.elements.namedItem(name);
  const number = () => Number(field("number").value);
  document.addEventListener("input", (event) => { if (event.isTrusted) touched = true; });
  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-quick], [data-tile]")) touched = true; });

  function entry(submitter) {
    const given = [...new FormData(form, submitter)];
    return given.filter(([name, value]) => typeof value === "string" && !["csrfmiddlewaretoken", "number", "uid"].includes(name));
  }

  async function save(submitter) {
    const fields = entry(submitter);
    const uid = editing || field("uid").value || uuid();
    const hand = {
      uid, jiang, who, fields, number: number(), url: new URL(form.action).pathname, page: location.pathname,
      story: story(form, fields, said), state: "waiting", made: Date.now(),
    };
    const edited = editing;
    try {
      await (edited ? put(hand) : add(hand));
    } catch {
      /* Nothing can be kept here (a private window, a full disk): the form goes up as any form does. */
      form.submit();
      return;
    }
    editing = "";
    const result = await outcome(uid);
    if (result.became === "saved") {
      touched = false;
      if (await goOn()) return;
    }
    if (result.became === "refused" && !edited) {
      await drop(uid);
      field("uid").value = uid;
      form.inert = false;
      refuse(hand, result.told);
      return;
    }
    await clear();
  }

  /* What became of it, or that it still waits after a few seconds: then the next hand can be entered. */
  function outcome(uid) {
    const wait = new Promise((resolve) => { window.setTimeout(() => resolve({ became: "waiting" }), GO_ON_AFTER); });
    const answer = new Promise((resolve) => { ends.set(uid, resolve); });
    const tried = drain().catch(() => {}).then(() => ({ became: "waiting" }));
    return Promise.race([answer, tried, wait]).finally(() => ends.delete(uid));
  }

  async function clear() {
    form.reset();
    touched = false;
    field("uid").value = uuid();
    await count();
    form.dispatchEvent(new Event("change", { bubbles: true }));
    form.dispatchEvent(new CustomEvent("queue:kept", { bubbles: true }));
    if (navigator.storage?.persist) navigator.storage.persist();
    await show();
    box.scrollIntoView({ block: "nearest" });
  }

  let first = form ? number() : 0;

  /* The next number counts on from what the server had and what waits here. */
  async function count() {
    const last = (await here()).reduce((most, hand) => Math.max(most, hand.number + 1), first);
    field("number").value = last;
    const button = form.querySelector("[data-save]");
    if (button) button.textContent = said("save", { number: last });
  }

  function fill(fields) {
    form.reset();
    for (const one of form.elements) {
      if (!one.name || ["csrfmiddlewaretoken", "number", "uid"].includes(one.name)) continue;
      const values = fields.filter(([name]) => name === one.name).map(([, value]) => value);
      if (one.type === "radio" || one.type === "checkbox") one.checked = values.includes(one.value);
      else if ("value" in one && one.type !== "submit") one.value = values[0] ?? "";
      if (one.checked) one.disabled = false;
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /* ── What is shown ────────────────────────────────────────────────────────────────────────────── */

  const make = (tag, className, text = "") => {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  };

  function button(text, act, kind = "") {
    const made = make("button", `button ${kind}`, text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  let onScreen = "";

  async function show() {
    const [all, mine] = [await everything(), await here()];
    /* A list that is drawn anew under a thumb swallows the tap. */
    const drawn = JSON.stringify([all, locked, trouble, editing, sure]);
    if (drawn === onScreen) return;
    onScreen = drawn;
    const elsewhere = all.filter((hand) => hand.who === who && hand.jiang !== jiang);
    const strangers = all.filter((hand) => hand.who !== who).length;
    const list = make("ol", "queue-hands");
    list.append(...mine.map(row));
    const lines = [];
    if (mine.length) lines.push(head(mine));
    if (locked && all.some((hand) => hand.who === who)) lines.push(closed());
    if (mine.length) lines.push(list);
    for (const [other, hands] of grouped(elsewhere)) {
      const link = make("a", "", said(hands.length === 1 ? "other_one" : "other_many", { count: hands.length }));
      link.href = other;
      const line = make("p", "queue-line");
      line.append(link);
      lines.push(line);
    }
    if (strangers) lines.push(make("p", "queue-line", said(strangers === 1 ? "stranger_one" : "stranger_many", { count: strangers })));
    const body = box.querySelector("[data-queue-body]");
    body.replaceChildren(...lines);
    box.hidden = !lines.length && !box.querySelector("[data-queue-refused]").childElementCount;
  }

  function grouped(hands) {
    const groups = new Map();
    for (const hand of hands) groups.set(hand.page, [...(groups.get(hand.page) || []), hand]);
    return groups;
  }

  function head(mine) {
    const refused = mine.some((hand) => hand.state === "refused");
    const line = make("p", "queue");
    line.setAttribute("role", "status");
    const name = refused ? "stopped" : mine.length === 1 ? "waiting_one" : "waiting_many";
    line.append(make("span", "", said(name, { count: mine.length }) + (trouble && !refused ? ` ${said("trouble")}` : "")));
    if (!refused) line.append(button(said("now"), () => drain(), "quiet"));
    return line;
  }

  function closed() {
    const line = make("div", "notice error");
    line.setAttribute("role", "alert");
    const inside = make("div", "");
    const actions = make("p", "cluster");
    const link = make("a", "button", said("sign_in"));
    link.href = `${box.dataset.signIn}?next=${encodeURIComponent(location.pathname)}`;
    actions.append(link, button(said("now"), () => drain()));
    inside.append(make("p", "notice-title", said("locked")), make("p", "", said("locked_why")), actions);
    line.append(inside);
    return line;
  }

  /* One line for each; what can be done with it opens on a tap, and stands open where something must be done. */
  function row(hand) {
    const item = make("li", `queue-hand ${hand.state}`);
    item.dataset.uid = hand.uid;
    const state = hand.uid === editing ? "editing" : hand.state;
    const text = make("span", "");
    text.append(make("span", "queue-story", hand.story));
    text.append(make("span", "soft", state === "refused" ? reason(hand.told) : said(state)));
    const summary = make("summary", "");
    summary.append(make("span", "hand-no", String(hand.number)), text);
    const actions = make("p", "cluster");
    actions.append(...choices(hand));
    const details = document.createElement("details");
    details.open = state === "refused" || opened.has(hand.uid);
    details.addEventListener("toggle", () => (details.open ? opened.add(hand.uid) : opened.delete(hand.uid)));
    details.append(summary, actions);
    item.append(details);
    return item;
  }

  function reason(told) {
    const standing = told.standing ? ` ${told.standing.story}` : "";
    return `${told.message}${standing}`;
  }

  const movable = (told) => ["hand_exists", "not_the_next_hand"].includes(told?.code);
  const ownAlready = (hand) => hand.told?.standing?.uid === hand.uid;

  function choices(hand) {
    const stands = hand.state === "refused" && hand.told.standing;
    const shown = [];
    if (movable(hand.told) && !ownAlready(hand)) {
      shown.push(button(said("as_next", { number: hand.told.next }), async () => {
        await shift(hand, hand.told.next - hand.number);
        await put({ ...hand, number: hand.told.next, state: "waiting", told: undefined });
        await changed();
      }));
    }
    if (!ownAlready(hand)) shown.push(button(said("edit"), () => edit(hand)));
    const discard = sure === hand.uid ? said("discard_sure", { number: hand.number }) : said("discard");
    const away = button(stands ? said("same") : discard, async () => {
      if (!stands && sure !== hand.uid) {
        sure = hand.uid;
        await show();
        box.querySelector(`[data-uid="${hand.uid}"] .danger`)?.focus();
        return;
      }
      sure = "";
      await drop(hand.uid);
      if (!stands) await shift({ ...hand, number: hand.number + 1 }, -1);
      if (editing === hand.uid) { editing = ""; form.reset(); touched = false; }
      await changed();
    }, "danger");
    shown.push(away);
    return shown;
  }

  async function changed() {
    tell();
    if (form) await count();
    await show();
    await drain();
    if (!(await own()).length && !touched) location.reload();
  }

  function edit(hand) {
    if (!form) return;
    editing = hand.uid;
    touched = true;
    fill(hand.fields);
    field("number").value = hand.number;
    field("uid").value = hand.uid;
    const save = form.querySelector("[data-save]");
    if (save) save.textContent = said("save", { number: hand.number });
    show();
    form.scrollIntoView();
  }

  /* Refused at once: the entry still stands in the form, with the reason above it. */
  function refuse(hand, told) {
    const notice = make("div", `notice ${told.standing ? "warning" : "error"}`);
    notice.setAttribute("role", "alert");
    notice.tabIndex = -1;
    const inside = make("div", "");
    inside.append(make("p", "notice-title", reason(told)));
    inside.append(make("p", "", said(told.standing ? "stands" : "put_right")));
    const actions = make("p", "cluster");
    if (told.standing) actions.append(button(said("same"), () => location.assign(location.pathname)));
    if (movable(told) && told.standing?.uid !== hand.uid) {
      actions.append(button(said("as_next", { number: told.next }), () => {
        first = told.next;
        field("number").value = told.next;
        form.requestSubmit(form.querySelector("[data-save]"));
      }));
    }
    inside.append(actions);
    notice.append(inside);
    const place = box.querySelector("[data-queue-refused]");
    place.replaceChildren(notice);
    box.hidden = false;
    notice.focus();
    notice.scrollIntoView({ block: "center" });
    form.dispatchEvent(new CustomEvent("queue:refused", { bubbles: true, detail: told }));
  }

  /* ── When ─────────────────────────────────────────────────────────────────────────────────────── */

  if (form) {
    form.addEventListener("submit", async (event) => {
      const button = event.submitter;
      if (event.defaultPrevented || (button && button.hasAttribute("formaction"))) return;
      event.preventDefault();
      if (busy) return;
      busy = true;
      form.setAttribute("aria-busy", "true");
      form.inert = true;
      box.querySelector("[data-queue-refused]").replaceChildren();
      try {
        await save(button);
      } finally {
        busy = false;
        form.inert = false;
        form.removeAttribute("aria-busy");
      }
    });
  }

  /* Somebody else's hand: an untouched form goes on to the next one, one in use stays as it is. */
  document.addEventListener("live:changed", async () => {
    if (!touched && !busy && !editing && !(await own()).length) location.reload();
  });

  const wake = () => { if (!document.hidden) drain().catch(() => {}); };
  for (const name of ["online", "pageshow", "focus"]) window.addEventListener(name, wake);
  document.addEventListener("visibilitychange", wake);
  window.setInterval(async () => { if ((await own()).some((hand) => hand.state === "waiting")) drain().catch(() => {}); }, TRIES_EVERY);

  async function begin() {
    /* A page that was kept comes with the same name each time it opens: no hand may take another's. */
    if (form) field("uid").value = uuid();
    const waiting = await here();
    if (form && waiting.length) await count();
    await show();
    await drain();
  }

  /* A page that came through the worker is kept already; one that was claimed later is not. */
  const throughWorker = Boolean(navigator.serviceWorker?.controller);

  /* The page itself opens without network where the browser lets a worker keep it: over HTTPS, or on this machine. */
  async function work() {
    if (!("serviceWorker" in navigator)) return;
    await navigator.serviceWorker.register(box.dataset.worker);
    const { active } = await navigator.serviceWorker.ready;
    const sources = ["script[src]", "link[rel=stylesheet][href]", "link[rel=icon][href]", "svg use[href]"];
    const found = sources.flatMap((each) => [...document.querySelectorAll(each)]);
    const files = found.map((one) => new URL(one.getAttribute("src") || one.getAttribute("href"), location.href));
    const page = throughWorker ? null : location.pathname;
    active.postMessage({ page, files: [...new Set(files.map((one) => one.origin + one.pathname))] });
  }

  begin().catch(() => {});
  work().catch(() => {});
})();
