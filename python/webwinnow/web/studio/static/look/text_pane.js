// Text pane: lines of the extracted text, or the text in any format, with copy and download.

import {at, get} from "/static/api.js";
import {fill, h, realMoves, toast} from "/static/dom.js";

const NAMES = {text: "Text", markdown: "Markdown", html: "HTML", cleaneval: "CleanEval", xml: "XML", tei: "TEI", vertical: "Vertical", json: "JSON"};
// Options and the formats that they affect.
const MARKED_UP = ["markdown", "html"];
const OPTIONS = {links: MARKED_UP, images: MARKED_UP, tables: Object.keys(NAMES), metadata: ["xml", "tei", "vertical", "json"]};

export class TextPane {
  // `onHover` and `onPick` get runs.
  constructor({page, formats, to, onFormat, onHover, onPick}) {
    this.page = page;
    this.to = to;
    this.options = {links: false, images: false, tables: true, metadata: false};
    this.requests = 0;
    this.lines = new Map(); // run → its lines
    this.select = h("select", {id: "format", onchange: () => { this.turn(this.select.value); onFormat(this.to); this.ask(); }}, formats.map((name) => h("option", {value: name, selected: name === this.to}, NAMES[name] ?? name)));
    const hasMoved = realMoves();
    const runAt = (event) => Number(event.target.closest(".text-line")?.dataset.run ?? NaN);
    this.body = h("div", {
      class: "texts",
      onmousemove: (event) => hasMoved(event) && onHover(runOrNull(runAt(event))),
      onmouseleave: () => onHover(null),
      onclick: (event) => onPick(runOrNull(runAt(event))),
    });
    this.element = h("div", {class: "text-pane"},
      h("div", {class: "row text-tools"},
        h("label", {for: "format"}, "Format"), this.select,
        Object.keys(OPTIONS).map((name) => h("label", {dataset: {option: name}}, h("input", {type: "checkbox", checked: this.options[name], onchange: (event) => { this.options[name] = event.target.checked; this.ask(); }}), name))),
      this.body);
    this.turn(this.to);
  }

  // Switch the format without loading the text.
  turn(to) {
    this.to = this.select.value = to;
    for (const label of this.element.querySelectorAll("[data-option]")) label.hidden = !OPTIONS[label.dataset.option].includes(to);
  }

  // Sides are {name, choice: {method, preset, threshold}, problem}. A hidden pane loads nothing.
  show(sides) {
    this.sides = sides;
    this.isStale = true;
    this.wake();
  }

  wake() {
    if (this.isStale && !this.element.hidden) this.ask();
  }

  url(side, more = {}) {
    const options = Object.fromEntries(Object.entries(this.options).map(([name, isOn]) => [name, isOn ? "1" : "0"]));
    return at(`/api/pages/${encodeURIComponent(this.page.id)}/text`, {...side.choice, to: this.to, ...options, ...more});
  }

  async ask() {
    if (!this.sides) return;
    this.isStale = false;
    const mine = ++this.requests;
    const sides = this.sides;
    const to = this.to;
    this.body.setAttribute("aria-busy", "true");
    const texts = await Promise.all(sides.map((side) => this.textOf(side).catch((error) => ({error: error.message}))));
    if (mine !== this.requests) return;
    this.body.removeAttribute("aria-busy");
    this.lines = new Map();
    fill(this.body, sides.map((side, place) => this.column(side, texts[place], to)));
    this.focus(this.current ?? []);
  }

  async textOf(side) {
    if (side.problem) return {error: side.problem};
    // The JSON format lists the runs of each line.
    if (this.to === "text") return {lines: await get(this.url(side, {to: "json", metadata: "0"})).then((text) => JSON.parse(text).blocks)};
    return {text: await get(this.url(side))};
  }

  column(side, {error, lines, text}, to) {
    const isEmpty = !error && !(lines ?? text)?.length;
    const download = h("a", {class: "button", href: this.url(side, {download: "1"}), download: true, "aria-label": `Download ${side.name} as ${NAMES[to]}`}, "Download");
    const copy = h("button", {onclick: () => this.copy(side), "aria-label": `Copy ${side.name} as ${NAMES[to]}`}, "Copy");
    return h("section", {class: "text-column", "aria-label": `${side.name}: ${NAMES[to]}`},
      h("div", {class: "row between text-head"}, h("h2", {class: "ellipsis"}, side.name), h("span", {class: "row"}, !error && copy, !error && download)),
      error && h("p", {class: "error"}, error),
      isEmpty && h("p", {class: "quiet"}, `No text: ${side.why ?? "nothing is kept"}.`),
      lines && h("div", {class: "text-lines", tabindex: "0", role: "group", "aria-label": `Text by ${side.name}`}, lines.map((line) => this.line(line, side))),
      text && h("pre", {class: "raw", tabindex: "0"}, text));
  }

  line({kind, level, text, runs, cell}, side) {
    const isDifferent = runs.some((run) => side.isDifferent?.(run));
    const line = h("p", {class: ["text-line", `is-${kind.replace(" ", "-")}`, level && `level-${level}`, cell && "cell", isDifferent && `apart ${side.tint}`].filter(Boolean).join(" ")}, isDifferent && h("span", {class: "apart-sign", title: "The other drops it"}, "≠ "), text);
    line.dataset.run = runs[0];
    for (const run of runs) {
      if (this.lines.has(run)) this.lines.get(run).push(line);
      else this.lines.set(run, [line]);
    }
    return line;
  }

  // Mark the lines of these runs and scroll to them.
  focus(runs, {scroll = true} = {}) {
    this.current = runs;
    for (const line of this.marked ?? []) line.classList.remove("is-current");
    this.marked = [...new Set(runs.flatMap((run) => this.lines.get(run) ?? []))];
    const seen = new Set();
    for (const line of this.marked) {
      line.classList.add("is-current");
      const column = line.closest(".text-lines");
      if (scroll && !seen.has(column)) scrollTo(line, column);
      seen.add(column);
    }
  }

  async copy(side) {
    try {
      await navigator.clipboard.writeText(await get(this.url(side)));
      toast(`Copied as ${NAMES[this.to]}`);
    } catch (error) {
      toast(error.status ? error.message : "The browser does not allow copying; select the text and copy it yourself", {isError: true});
    }
  }
}

function runOrNull(run) {
  return Number.isNaN(run) ? null : run;
}

// Scroll the column only. Browsers estimate the height of lines that were never rendered, so this takes
// several attempts.
function scrollTo(line, column, goes = 5) {
  const [inside, outside] = [line.getBoundingClientRect(), column.getBoundingClientRect()];
  const isInSight = inside.top >= outside.top && inside.bottom <= outside.bottom;
  if (!isInSight) column.scrollTop += inside.top - outside.top - outside.height / 3;
  if (goes > 1) requestAnimationFrame(() => scrollTo(line, column, goes - 1));
}
