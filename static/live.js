/* Keeps a page up to date: server-sent events where they work, else asking every other second. docs/live.md */
(() => {
  "use strict";

  const ASKS_EVERY = 1500;
  const SILENT_FOR = 25000;
  const OPENS_WITHIN = 4000;
  const STREAM_AGAIN = 60000;

  const lost = document.querySelector("[data-live-lost]");
  const told = document.querySelector("[data-live-told]");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  class Follower {
    constructor(root) {
      this.root = root;
      this.version = root.dataset.liveVersion;
      this.etag = "";
      this.seen = Date.now();
      this.said = this.words(root);
      this.failures = 0;
      this.wake = this.wake.bind(this);
      for (const name of ["online", "pageshow", "focus", "live:check"]) window.addEventListener(name, this.wake);
      window.addEventListener("offline", () => this.mark(true));
      window.addEventListener("pagehide", () => this.close());
      document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.wake()));
      this.stream();
    }

    /* A stream that says when something is new, and shows by its signs of life that it still reaches us. */
    stream() {
      this.close();
      if (!window.EventSource || !this.root.dataset.liveEvents) return this.poll();
      const source = new EventSource(this.root.dataset.liveEvents);
      this.source = source;
      this.guard(OPENS_WITHIN);
      for (const name of ["version", "alive"]) {
        source.addEventListener(name, (event) => {
          window.clearTimeout(this.timer);
          this.timer = null;
          this.guard(SILENT_FOR);
          this.alive();
          if (event.data !== this.version) this.refresh();
        });
      }
      source.onerror = () => this.poll(source.readyState === EventSource.CLOSED);
    }

    /* Silence for longer than the server ever keeps is as good as no stream. */
    guard(wait) {
      window.clearTimeout(this.guarding);
      this.guarding = window.setTimeout(() => { this.close(); this.poll(true); }, wait);
    }

    /* Asking goes on beside a stream that tries to come back; where there is none, one is tried again later. */
    poll(gone = true) {
      if (gone) {
        this.close();
        window.clearTimeout(this.again);
        this.again = window.setTimeout(() => { if (!document.hidden) this.stream(); }, STREAM_AGAIN);
      }
      if (this.timer) return;
      const ask = async () => {
        await this.refresh();
        if (this.timer) this.timer = window.setTimeout(ask, ASKS_EVERY * Math.min(1 + this.failures, 5));
      };
      this.timer = window.setTimeout(ask, ASKS_EVERY * Math.random());
    }

    close() {
      window.clearTimeout(this.guarding);
      if (this.source) this.source.close();
      this.source = null;
    }

    rest() {
      window.clearTimeout(this.timer);
      this.timer = null;
    }

    /* A phone that slept, or came back to the page or to the network, looks at once. */
    wake() {
      if (document.hidden) return;
      this.refresh();
      if (!this.source || this.source.readyState === EventSource.CLOSED) this.stream();
    }

    async refresh() {
      if (this.asking) { this.asked = true; return; }
      this.asking = true;
      try {
        do {
          this.asked = false;
          await this.fetch();
        } while (this.asked);
      } catch {
        this.failures += 1;
        if (this.failures > 1) this.mark(true);
      } finally {
        this.asking = false;
      }
    }

    /* Is there anything new? A page that is large says where to ask that, and is fetched only if there is. */
    async fetch() {
      const { liveCheck, liveFrom } = this.root.dataset;
      const answer = await ask(liveCheck || liveFrom, this.etag);
      this.alive();
      if (answer.status === 304) return;
      const version = answer.headers.get("X-Live-Version");
      const text = await (version !== this.version && liveCheck ? await ask(liveFrom) : answer).text();
      this.etag = answer.headers.get("ETag") || "";
      const news = version !== this.version;
      this.version = version;
      this.root.dataset.liveVersion = version;
      if (news) this.show(text);
    }

    alive() {
      this.seen = Date.now();
      this.failures = 0;
      this.mark(false);
    }

    mark(isLost) {
      if (!lost) return;
      const time = lost.querySelector("[data-live-seen]");
      if (isLost && lost.hidden) time.textContent = new Date(this.seen).toLocaleTimeString(document.documentElement.lang);
      lost.hidden = !isLost;
    }

    /* The whole root, or only its parts where it has any: what somebody is filling in between them stays. */
    show(text) {
      const page = new DOMParser().parseFromString(text, "text/html");
      const parts = document.querySelectorAll("[data-live-part]");
      const before = sums();
      if (parts.length) {
        for (const part of parts) {
          const fresh = page.querySelector(`[data-live-part="${CSS.escape(part.dataset.livePart)}"]`);
          if (fresh) swap(part, fresh);
        }
      } else {
        swap(this.root, page.body);
      }
      count(before);
      const said = this.words(page);
      if (told && said && said !== this.said) told.textContent = said;
      this.said = said;
      this.root.dispatchEvent(new CustomEvent("live:changed", { bubbles: true, detail: { version: this.version } }));
    }

    words(from) {
      const place = from.querySelector("[data-live-say]");
      return place ? place.textContent.trim() : "";
    }
  }

  async function ask(address, etag = "") {
    const answer = await fetch(address, {
      headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(8000),
    });
    if (answer.status !== 304 && (!answer.ok || answer.redirected)) throw new Error(String(answer.status));
    return answer;
  }

  /* New content in the same element; what was open stays open, and the focus stays where it was. */
  function swap(element, fresh) {
    const open = [...element.querySelectorAll("details[open][id]")].map((one) => one.id);
    const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
    const nodes = [...fresh.childNodes].map((node) => document.importNode(node, true));
    element.replaceChildren(...nodes);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    if (window.htmx) window.htmx.process(element);
  }

  const totals = () => [...document.querySelectorAll("[data-live] .seat .sum, [data-live] .wall-four .sum")];
  const number = (text) => Number(text.replace(/[^0-9−-]/g, "").replace("−", "-"));
  const sums = () => totals().map((one) => number(one.textContent));

  /* A total that changes counts there: so one sees which did. */
  function count(before) {
    const after = totals();
    if (calm.matches || after.length !== before.length) return;
    after.forEach((element, index) => {
      const [from, to, last] = [before[index], number(element.textContent), element.textContent];
      if (from === to || Number.isNaN(from) || Number.isNaN(to)) return;
      const began = performance.now();
      const step = (now) => {
        const share = Math.min(1, (now - began) / 200);
        const shown = Math.round(from + (to - from) * share);
        element.textContent = share < 1 ? `${shown > 0 ? "+" : ""}${shown.toLocaleString("en")}`.replace("-", "−") : last;
        if (share < 1) window.requestAnimationFrame(step);
      };
      window.requestAnimationFrame(step);
    });
  }

  for (const root of document.querySelectorAll("[data-live]")) new Follower(root);
})();
