"use strict";
(() => {
  const table = document.getElementById("all");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const form = document.getElementById("filters");
  const shown = document.getElementById("shown");
  const field = (name) => document.getElementById(`filter-${name}`);
  const words = (row, name) => (row.dataset[name] || "").split(" ");
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  /* What a cell is sorted by; what is empty comes last, whichever way. */
  const keyOf = (cell, kind) => {
    const text = cell.dataset.value || cell.textContent.trim();
    if (kind === "text") return text || null;
    const number = parseFloat(text);
    return Number.isNaN(number) ? null : number;
  };

  const compare = (one, other, sign) => {
    if (one === null || other === null) return (one === null) - (other === null);
    return sign * (typeof one === "number" ? one - other : collator.compare(one, other));
  };

  const sortBy = (heading) => {
    const isAscending = heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", isAscending ? "descending" : "ascending");
    const sign = isAscending ? -1 : 1;
    const keys = new Map(
      rows.map((row) => [row, keyOf(row.cells[heading.cellIndex], heading.dataset.sort)]),
    );
    rows.sort((one, other) => compare(keys.get(one), keys.get(other), sign));
    body.append(...rows);
  };

  const hasReason = (row, reason) =>
    reason === "*" ? "reasons" in row.dataset : words(row, "reasons").includes(reason);

  const filter = () => {
    const asked = field("text").value.trim().toLowerCase().split(/\s+/);
    const status = field("status").value;
    const check = field("check").value;
    const reason = field("reason") ? field("reason").value : "";
    let count = 0;
    for (const row of rows) {
      const isWanted =
        asked.every((word) => texts.get(row).includes(word)) &&
        (!status || row.dataset.status === status) &&
        (!check || words(row, "checks").includes(check)) &&
        (!reason || hasReason(row, reason));
      row.hidden = !isWanted;
      count += isWanted;
    }
    shown.textContent = shown.dataset.words
      .replace("{shown}", count)
      .replace("{all}", rows.length);
  };

  for (const heading of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent.trim();
    button.addEventListener("click", () => sortBy(heading));
    heading.replaceChildren(button);
  }
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("show-all").addEventListener("click", () => {
    form.reset();
    filter();
  });
  for (const link of document.querySelectorAll("a.choose")) {
    link.addEventListener("click", () => {
      form.reset();
      field("check").value = link.dataset.check;
      filter();
    });
  }
  form.hidden = false;
  filter();
})();
