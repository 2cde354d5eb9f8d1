/* Lets the recorder open without network. It keeps the site's own files, and the pages that say for whom they may
   be kept (X-Keep-Offline): of one reader only, dropped when he signs out, is sent away or another one comes. */
"use strict";

const FILES = "files-1";
const PAGES = "pages-1";
const OWNER = "/kept-for";
const KEPT_FOR = "X-Keep-Offline";
const KEPT_AT = "X-Kept-At";
const KEPT_HOURS = 48;
const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;
const SIGNING = /^\/sign-(in|out)\/$/;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (![FILES, PAGES].includes(name)) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && SIGNING.test(url.pathname)) {
    event.respondWith(signed(request));
    return;
  }
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(opened(request, (work) => event.waitUntil(work)));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url));
});

self.addEventListener("message", (event) => {
  const { page, files } = event.data || {};
  if (!Array.isArray(files)) return;
  event.waitUntil((async () => {
    await keepFiles(files);
    if (typeof page !== "string") return;
    const request = new Request(new URL(page, self.location.origin), { credentials: "same-origin", headers: { Accept: "text/html" } });
    const turn = takeTurn();
    await keep(request, await fetch(request), turn);
  })());
});

/* From the network; without it, as this reader saw it last. */
async function opened(request, also) {
  const turn = takeTurn();
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const kept = await found(request);
    if (kept) return kept;
    throw error;
  }
  also(keep(request, answer.clone(), turn));
  return answer;
}

/* Whoever signs in or out: what was asked for before the answer to that is of the one before. */
async function signed(request) {
  await inOrder(() => dropAll(takeTurn()));
  try {
    return await fetch(request);
  } finally {
    await inOrder(() => dropAll(takeTurn()));
  }
}

/* Answers come in any order: what was asked for later has the last word, and keeping is done one at a time. A page
   asked for before its reader was sent away, or before another reader came, is not kept when it comes after. */
let turns = 0;
let droppedAll = 0;
const settled = new Map();
let order = Promise.resolve();
const takeTurn = () => ++turns;
const inOrder = (act) => {
  order = order.then(act, act);
  return order;
};

const keep = (request, answer, turn) => inOrder(() => settle(new URL(request.url).pathname, answer, turn));

async function settle(address, answer, turn) {
  if (turn < droppedAll || turn < (settled.get(address) ?? 0)) return;
  settled.set(address, turn);
  const who = answer.headers.get(KEPT_FOR);
  if (!who || !answer.ok || answer.redirected) {
    await (await caches.open(PAGES)).delete(address);
    return;
  }
  const owner = await (await caches.open(PAGES)).match(OWNER);
  if (owner && (await owner.text()) !== who) await dropAll(turn);
  const pages = await caches.open(PAGES);
  await pages.put(OWNER, new Response(who));
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(Date.now()));
  await pages.put(address, new Response(await answer.blob(), { headers }));
}

async function dropAll(turn) {
  droppedAll = Math.max(droppedAll, turn);
  await caches.delete(PAGES);
}

async function found(request) {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(new URL(request.url).pathname);
  if (!kept) return null;
  const hours = (Date.now() - Number(kept.headers.get(KEPT_AT))) / 3600000;
  return hours >= 0 && hours <= KEPT_HOURS ? kept : null;
}

/* A file with a hash in its name never changes; any other is asked for while there is a network. */
async function file(request, url) {
  const files = await caches.open(FILES);
  const kept = await files.match(url.pathname);
  if (kept && HASHED.test(url.pathname)) return kept;
  try {
    const answer = await fetch(request);
    if (kept && answer.ok) await files.put(url.pathname, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/* What the recorder's page loads, and nothing of an older site. One that is here is up to date: `file` saw to it. */
async function keepFiles(addresses) {
  const wanted = addresses.map((one) => new URL(one, self.location.origin))
    .filter((url) => url.origin === self.location.origin && url.pathname.startsWith("/static/"))
    .map((url) => url.pathname);
  const files = await caches.open(FILES);
  for (const old of await files.keys()) if (!wanted.includes(new URL(old.url).pathname)) await files.delete(old);
  for (const path of wanted) {
    if (await files.match(path)) continue;
    const answer = await fetch(path);
    if (answer.ok) await files.put(path, answer);
  }
}
