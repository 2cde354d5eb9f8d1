/* Where hands wait on this phone, and how one of them is sent. queue.js says when, and what is shown. docs/live.md */
(() => {
  "use strict";

  const ANSWER_WITHIN = 15000;
  const LEASE = 25000;

  /* Names of hands need no secure page: randomUUID would. */
  function uuid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  const me = tab();

  /* A tab keeps its name when its page is loaded anew: what the page before held, the next one holds. */
  function tab() {
    if (!/^sender-/.test(window.name)) window.name = `sender-${uuid()}`;
    return window.name;
  }

  const database = new Promise((resolve, reject) => {
    const asked = indexedDB.open("recorder", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("hands", { keyPath: "uid" });
      asked.result.createObjectStore("leases", { keyPath: "name" });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  const kept = async (name, mode = "readonly") => (await database).transaction(name, mode).objectStore(name);

  /* Done when it is on the phone's disk, not before: the battery may be empty next. */
  const write = async (act) => {
    const writing = (await database).transaction("hands", "readwrite", { durability: "strict" });
    return new Promise((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
      act(writing.objectStore("hands"));
    });
  };

  const everything = async () => (await done((await kept("hands")).getAll()))
    .sort((a, b) => a.jiang.localeCompare(b.jiang) || a.number - b.number || a.made - b.made);
  const put = (hand) => write((hands) => hands.put(hand));
  /* A hand that is new never takes the place of one that waits. */
  const add = (hand) => write((hands) => hands.add(hand));
  const drop = (uid) => write((hands) => hands.delete(uid));

  /* Hands behind one move with it, so that their numbers stay the ones that come next. */
  async function shift(hand, by) {
    if (!by) return;
    for (const one of await everything()) {
      if (one.who === hand.who && one.jiang === hand.jiang && one.number >= hand.number) await put({ ...one, number: one.number + by });
    }
  }

  /* One tab at a time sends: a lease in the database, as locks would want a secure page. */
  async function lease() {
    const leases = await kept("leases", "readwrite");
    const held = await done(leases.get("sender"));
    const now = Date.now();
    if (held && held.by !== me && held.until > now && held.until <= now + LEASE) return false;
    await done(leases.put({ name: "sender", by: me, until: now + LEASE }));
    return true;
  }

  async function giveBack() {
    const leases = await kept("leases", "readwrite");
    const held = await done(leases.get("sender"));
    if (held && held.by === me) await done(leases.delete("sender"));
  }

  const LOCKED = [0, 401, 403, 404];
  const REFUSED = [400, 409, 413, 422];
  const cookie = (name) => (`; ${document.cookie}`.split(`; ${name}=`)[1] || "").split(";")[0];

  async function post(hand) {
    const body = new URLSearchParams(hand.fields);
    body.set("number", hand.number);
    body.set("uid", hand.uid);
    const headers = { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") };
    return fetch(hand.url, {
      method: "POST", body, headers, credentials: "same-origin", redirect: "manual", signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
  }

  /* What became of a hand: saved, refused, locked (signed out, or no right any more), or still waiting. */
  async function send(hand) {
    try {
      const answer = await post(hand);
      const told = await answer.json().catch(() => ({}));
      if (answer.ok && told.uid === hand.uid) return { became: "saved", told };
      if (LOCKED.includes(answer.status)) return { became: "locked", told };
      if (REFUSED.includes(answer.status) && told.message) return { became: "refused", told };
      return { became: "waiting", trouble: true };
    } catch {
      return { became: "waiting", trouble: false };
    }
  }

  /* The hand in one line, in the words that stand on the form. */
  function story(form, fields, said) {
    const value = (name) => (fields.find(([one]) => one === name) || [])[1] || "";
    const label = (name, given = value(name)) => {
      const chosen = [...form.elements].find((one) => one.name === name && one.value === given);
      return (chosen?.closest("label")?.querySelector("span")?.textContent || "").trim();
    };
    const ending = value("ending");
    if (!/^[0-3]$/.test(ending)) return label("ending");
    const names = { winner: label("ending"), discarder: label("from") };
    const parts = [value("from") === "self" ? said("self", names) : said("off", names)];
    const way = value("way") || "patterns";
    if (way === "face") parts.push(said("tai", { count: value("face_more") || value("face") }));
    if (way === "patterns") parts.push(patterns(form, fields, said("and")));
    if (way === "tiles") parts.push(said("tiles"));
    return parts.filter(Boolean).join(said("dot"));
  }

  function patterns(form, fields, and) {
    const found = [];
    for (const [name, value] of fields) {
      if (!name.startsWith("pattern.") || !Number(value)) continue;
      const one = [...form.elements].find((input) => input.name === name);
      const named = one?.closest(".chip-count")?.querySelector(".chip-name") || one?.closest("label")?.querySelector("span");
      found.push((named?.textContent || name.slice(8)).trim() + (Number(value) > 1 ? ` ×${value}` : ""));
    }
    return found.join(and);
  }

  window.waitingHands = { uuid, everything, add, put, drop, shift, lease, giveBack, send, story };
})();
