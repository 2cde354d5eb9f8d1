/* The few things a page cannot do by itself: remember light or dark, send a filter when it changes, print, copy. */
(() => {
  "use strict";

  const root = document.documentElement;
  root.classList.add("scripted");

  const systemDark = () => window.matchMedia("(prefers-color-scheme: dark)").matches;
  const shown = () => root.dataset.theme || (systemDark() ? "dark" : "light");

  function markToggles() {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.setAttribute("aria-pressed", String(shown() === "dark"));
    }
  }

  function chooseTheme(theme) {
    root.dataset.theme = theme;
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    markToggles();
  }

  async function copy(button) {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    const said = button.querySelector("[data-copied]");
    if (said) {
      said.hidden = false;
      window.setTimeout(() => { said.hidden = true; }, 2500);
    }
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target) return;
    if (target.closest("[data-theme-toggle]")) chooseTheme(shown() === "dark" ? "light" : "dark");
    if (target.closest("[data-print]")) window.print();
    const copier = target.closest("[data-copy]");
    if (copier) copy(copier);
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  document.addEventListener("change", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-auto-submit]") : null;
    if (form) form.requestSubmit();
  });

  document.addEventListener("DOMContentLoaded", markToggles);
})();
