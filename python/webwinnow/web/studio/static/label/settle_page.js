// Differences on a page are settled: only those, with what each annotator says, and the page beside them.

import {get} from "/static/api.js";
import {Acts, SETTLING_PATHS, soon, unsavedActs} from "/static/acts.js";
import {announce, counted, empty, fill, h, toast} from "/static/dom.js";
import {SETTLING} from "/static/keys.js";
import {LABELS, labelOf, MIXED, sharedLabel} from "/static/labels.js";
import {pageAfter, PageView} from "/static/page_view.js";
import {paneSwitch, settling} from "/static/parts.js";
import {Selection} from "/static/selection.js";
import {tool} from "/static/toolbar.js";
import {chip, shortened, UnitList, unitText} from "/static/unit_list.js";

// Keys from 1 to 9 take over what an annotator says.
const MOST_KEYS = 9;

export async function show(host, {project, page}) {
  const address = `/api/projects/${encodeURIComponent(project)}/pages/${encodeURIComponent(page)}`;
  const before = unsavedActs(address, {});
  const [about, found] = await Promise.all([get(`/api/projects/${encodeURIComponent(project)}`), get(`${address}/differences`)]);
  const shown = about.pages.find(({id}) => id === Number(page));
  if (!found.differences.length) return nothing(host, about, shown, found.annotators);
  const view = new SettleView(host, about, shown, found, before ?? new Acts(address, {}, found, SETTLING_PATHS));
  return view.begin(host);
}

function nothing(host, project, page, annotators) {
  fill(host, h("a", {href: `#/projects/${project.id}`}, `← ${project.name}`), h("h1", {}, `Differences: ${page.name}`),
    empty("Nothing to settle here", annotators.length < 2 ? "Differences appear when two annotators have done this page." : "All annotators say the same of this page."));
}

class SettleView extends PageView {
  conflict = "Somebody else has settled something here meanwhile. What you see now is what is saved; what you did last is not part of it.";

  constructor(host, project, page, found, acts) {
    const list = new UnitList({name: "Differences", picked: (place) => this.go(place)});
    super({project, page, acts, list, keys: SETTLING});
    Object.assign(this, {differences: found.differences, annotators: found.annotators});
    this.selection = new Selection(this.differences.length);
    this.placeOf = new Map(this.differences.flatMap(({runs}, place) => runs.map((run) => [run, place])));
    this.list.fill(this.differences, (difference) => this.unit(difference));
    this.draw(host);
  }

  async open() {
    if (!await this.openFrame()) return;
    this.frame.on("click", (run) => this.placeOf.has(run) && this.go(this.placeOf.get(run)));
    this.go(Math.max(0, this.differences.findIndex((difference) => this.isOpen(difference))));
  }

  draw(host) {
    const {page, project} = this;
    this.counts = h("p", {class: "open-count"});
    this.choices = this.drawnChoices();
    fill(host, h("div", {class: "annotating labelling settling"},
      h("header", {class: "page-head"},
        h("div", {class: "titles"},
          h("h1", {title: page.title ?? page.name}, `Differences: ${page.name}`),
          h("span", {class: "quiet"}, h("a", {href: `#/projects/${project.id}`}, project.name), ` · done by ${this.annotators.join(", ")}`)),
        h("div", {class: "row"}, this.saving, this.undoTool, this.stylesTool, this.keysTool,
          tool("Next page", () => this.nextPage(), {key: "n", isMain: true}))),
      this.counts,
      h("div", {class: "brush-bar"}, this.choices),
      paneSwitch([{title: "Page", pane: this.framePane}, {title: "Differences", pane: this.listPane}], "What is shown"),
      h("div", {class: "page-and-list"}, this.framePane, this.listPane)));
  }

  unit(difference) {
    const votes = this.annotators.map((name) => h("div", {}, h("dt", {}, name), h("dd", {}, chip(this.labelBy(name, difference)))));
    const against = difference.is_overruled ? h("p", {class: "quiet"}, "≠ decided against what all say now") : null;
    return [h("span"), h("div", {}, unitText(difference.text), against, h("dl", {class: "votes"}, votes))];
  }

  labelBy(name, {labels}) {
    return labels[name] === null ? MIXED : labelOf(labels[name]);
  }

  refresh() {
    this.differences.forEach((difference, place) => {
      const label = sharedLabel(this.acts.labels, difference.differs);
      this.list.sign(place, label.number === 0 ? h("span", {class: "chip none"}, "? open") : chip(label));
    });
    const open = this.differences.filter((difference) => this.isOpen(difference)).length;
    const all = counted(this.differences.length, "difference");
    this.counts.textContent = open ? `${open} of ${all} open` : `✓ settled: ${all} decided`;
    this.counts.classList.toggle("settled", !open);
    this.paint();
  }

  paint() {
    const groups = {mixed: [], ...Object.fromEntries(LABELS.map(({tint}) => [tint, []]))};
    for (const run of this.differences.flatMap(({differs}) => differs)) groups[labelOf(this.acts.labels[run]).tint ?? "mixed"].push(run);
    this.frame.paint(groups);
  }

  // What can be said of the current difference: what the annotators say first, then every label.
  drawnChoices() {
    this.theirs = this.annotators.map((name, place) => h("button", {onclick: () => this.take(place)},
      place < MOST_KEYS ? h("kbd", {}, String(place + 1)) : null, h("b", {}, name), h("span", {class: "name"})));
    const others = LABELS.map(({number, name, sign, key, tint, meaning}) => (
      h("button", {class: `brush ${tint}`, title: meaning, onclick: () => this.decide(number)},
        h("span", {class: "sign", "aria-hidden": "true"}, sign), h("span", {class: "name"}, name), h("kbd", {}, key))));
    return h("div", {class: "brushes", role: "group", "aria-label": "Decide the current difference"},
      h("div", {class: "row"}, this.theirs), h("span", {class: "quiet"}, "or"), h("div", {class: "row"}, others));
  }

  // The buttons stay: one of them may have the focus.
  showChoices(difference) {
    this.annotators.forEach((name, place) => {
      const label = this.labelBy(name, difference);
      this.theirs[place].className = `brush ${label.tint ?? "none"}`;
      this.theirs[place].lastElementChild.textContent = `${label.sign} ${label.name}`;
    });
  }

  isOpen({differs}) {
    return differs.some((run) => !this.acts.labels[run]);
  }

  keyActs() {
    return {
      next: () => this.go(this.selection.current + 1),
      previous: () => this.go(this.selection.current - 1),
      open: () => this.goToOpen(),
      ...Object.fromEntries(this.annotators.slice(0, MOST_KEYS).map((_, place) => [`take ${place}`, () => this.take(place)])),
      ...Object.fromEntries(LABELS.map(({number}) => [`label ${number}`, () => this.decide(number)])),
      nextPage: () => this.nextPage(),
    };
  }

  get current() {
    return this.differences[this.selection.current];
  }

  // `told` is what has been said of the one before.
  go(place, told = "") {
    this.selection.go(place);
    const at = this.selection.current;
    this.showChoices(this.current);
    this.list.select(at, at, at);
    this.frame.focus(this.current.runs);
    const votes = this.annotators.map((name) => `${name}: ${this.labelBy(name, this.current).name}`);
    this.tellPlace(`${told}${shortened(this.current.text)}; ${votes.join(", ")}`);
  }

  // Whether there is one.
  goToOpen(told) {
    const open = this.placeAfter(this.selection.current, this.differences.length, (place) => this.isOpen(this.differences[place]));
    if (open !== undefined) this.go(open, told);
    return open !== undefined;
  }

  // An annotator may have said different things of the parts of a block: one act for each of them.
  take(place) {
    const {runs, differs, by_run: said} = this.current;
    const theirs = said[this.annotators[place]];
    const label = this.labelBy(this.annotators[place], this.current);
    for (const number of new Set(theirs)) {
      const some = runs.filter((run, at) => theirs[at] === number && differs.includes(run));
      if (some.length) this.acts.label(some, number);
    }
    this.goOn(label);
  }

  decide(number) {
    this.acts.label(this.current.differs, number);
    this.goOn(labelOf(number));
  }

  goOn({name}) {
    const open = this.differences.filter((difference) => this.isOpen(difference)).length;
    announce(`${name}; ${open ? `${counted(open, "difference")} open` : "all differences are settled"}`);
    this.goToOpen(`${name}; next: `);
  }

  async nextPage() {
    await soon(this.acts.drained());
    const project = await this.asked(get(`/api/projects/${this.project.id}`));
    if (!project) return;
    const next = pageAfter(project.pages, this.page.id, ({open}) => open);
    if (!next) toast("No other page has open differences");
    location.hash = next ? settling(this.project.id, next.id) : `#/projects/${this.project.id}`;
  }
}
