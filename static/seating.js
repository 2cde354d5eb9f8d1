/* Seating by thumb: a tap on a name puts it on the next free seat, another tap takes it off. */
(() => {
  "use strict";

  const form = document.querySelector("[data-seating]");
  if (!form) return;
  const seats = [...form.querySelectorAll("[data-seat]")];
  const people = [...form.querySelectorAll("[data-person]")];

  function mark() {
    for (const one of people) {
      const seated = seats.some((seat) => seat.value === one.dataset.person);
      one.setAttribute("aria-pressed", String(seated));
    }
  }

  for (const one of people) {
    one.addEventListener("click", () => {
      const name = one.dataset.person;
      const seated = seats.find((seat) => seat.value === name);
      const free = seated || seats.find((seat) => !seat.value.trim());
      if (free) free.value = seated ? "" : name;
      mark();
    });
  }
  for (const seat of seats) seat.addEventListener("input", mark);
  for (const field of form.querySelectorAll('[name="base"], [name="per_tai"]')) {
    field.addEventListener("input", () => { form.querySelector('[name="stakes"][value="free"]').checked = true; });
  }
  mark();
})();
