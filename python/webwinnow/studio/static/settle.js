// Differences on a page are settled: only those, with what each annotator says, and the page beside them.

import {get} from "/static/api.js";
import {Acts, SETTLING_PATHS, unsavedActs} from "/static/acts.js";
import {announce, counted, empty, fill, h, toast} from "/static/dom.js";
import {SETTLING} from "/static/keys.js";
import {LABELS, labelOf, MIXED, sharedLabel} from "/static/labels.js";
import {pageAfter, PageView} from "/static/page_view.js";
import {paneSwitch, settling} from "/static/parts.js";
import {Selection} from "/static/selection.js";
import {tool} from "/static/toolbar.js";
import {chip, UnitList, unitText} from "/static/unit_list.js";

// Keys from 1 to 9 take over what an annotator says.
const MOST_KEYS = 9;

export async function show(host, {project, page}) {
  const address = `/api/projects/${encodeURIComponent(project)}/pages/${encodeURIComponent(page)}`;
  await unsavedActs(address, {})?.drained();
  const [about, found] = await Promise.all([get(`/api/projects/${encodeURIComponent(project)}`), get(`${address}/differences`)]);
  const shown = about.pages.find(({id}) => id === Number(page));
  if (!found.differences.length) return nothing(host, about, shown, found.annotators);
  const view = new SettleView(host, about, shown, found, unsavedActs(address, {}) ?? new Acts(address, {}, found, SETTLING_PATHS));
  await view.open();
  return () => view.close();
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
    await this.openFrame();
    this.frame.on("click", (run) => this.placeOf.has(run) && this.go(this.placeOf.get(run)));
    this.go(Math.max(0, this.differences.findIndex((difference) => this.isOpen(difference))));
  }

  draw(host) {
    const {page, project} = this;
    this.counts = h("p", {class: "open-count", role: "status"});
    this.choices = h("div", {class: "brushes", role: "group", "aria-label": "Decide the current difference"});
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
  drawChoices(difference) {
    const theirs = this.annotators.map((name, place) => {
      const label = this.labelBy(name, difference);
      return h("button", {class: `brush ${label.tint ?? "none"}`, onclick: () => this.take(place)},
        place < MOST_KEYS ? h("kbd", {}, String(place + 1)) : null, h("b", {}, name), h("span", {class: "name"}, `${label.sign} ${label.name}`));
    });
    const others = LABELS.map(({number, name, sign, key, tint, meaning}) => (
      h("button", {class: `brush ${tint}`, title: meaning, onclick: () => this.decide(number)},
        h("span", {class: "sign", "aria-hidden": "true"}, sign), h("span", {class: "name"}, name), h("kbd", {}, key))));
    fill(this.choices, h("div", {class: "row"}, theirs), h("span", {class: "quiet"}, "or"), h("div", {class: "row"}, others));
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

  go(place) {
    this.selection.go(place);
    const at = this.selection.current;
    this.drawChoices(this.current);
    this.list.select(at, at, at);
    this.frame.focus(this.current.runs);
  }

  // Whether there is one.
  goToOpen() {
    const open = this.placeAfter(this.selection.current, this.differences.length, (place) => this.isOpen(this.differences[place]));
    if (open !== undefined) this.go(open);
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
    announce(`${name}; ${this.goToOpen() ? "next difference" : "all differences are settled"}`);
  }

  async nextPage() {
    await this.acts.drained();
    const {pages} = await get(`/api/projects/${this.project.id}`);
    const next = pageAfter(pages, this.page.id, ({open}) => open);
    if (!next) toast("No other page has open differences");
    location.hash = next ? settling(this.project.id, next.id) : `#/projects/${this.project.id}`;
  }
}
