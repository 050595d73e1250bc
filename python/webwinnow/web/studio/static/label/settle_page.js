// The view to settle differences: differing blocks with the labels of each annotator, and the page.

import {get} from "/static/api.js";
import {paneSwitch, settleUrl} from "/static/components.js";
import {announce, countNoun, empty, fill, h, toast} from "/static/dom.js";
import {ActionQueue, SETTLING_PATHS, withTimeout, unsavedActions} from "/static/label/action_queue.js";
import {SETTLING} from "/static/label/keys.js";
import {labelOf, LABELS, MIXED, sharedLabel} from "/static/label/labels.js";
import {pageAfter, PageView, tool} from "/static/label/page_view.js";
import {chip, Selection, shortened, UnitList, unitText} from "/static/label/unit_list.js";

// The keys 1 to 9 take the label of an annotator.
const MAX_KEYS = 9;

export async function show(host, {project, page}) {
  const url = `/api/projects/${encodeURIComponent(project)}/pages/${encodeURIComponent(page)}`;
  const before = unsavedActions(url, {});
  const [about, found] = await Promise.all([get(`/api/projects/${encodeURIComponent(project)}`), get(`${url}/differences`)]);
  const shown = about.pages.find(({id}) => id === Number(page));
  if (!found.differences.length) return showNothing(host, about, shown, found.annotators);
  const view = new SettleView(host, about, shown, found, before ?? new ActionQueue(url, {}, found, SETTLING_PATHS));
  return view.begin(host);
}

function showNothing(host, project, page, annotators) {
  fill(host, h("a", {href: `#/projects/${project.id}`}, `← ${project.name}`), h("h1", {}, `Differences: ${page.name}`),
    empty("Nothing to settle here", annotators.length < 2 ? "Differences appear when two annotators have done this page." : "All annotators agree on this page."));
}

class SettleView extends PageView {
  conflict = "Differences of this page were settled elsewhere. You now see the saved decisions; your last action is not among them.";

  constructor(host, project, page, found, actions) {
    const list = new UnitList({name: "Differences", picked: (place) => this.go(place)});
    super({project, page, actions, list, keys: SETTLING});
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
      paneSwitch([{title: "Page", pane: this.framePane}, {title: "Differences", pane: this.listPane}], "Visible pane"),
      h("div", {class: "page-and-list"}, this.framePane, this.listPane)));
  }

  unit(difference) {
    const votes = this.annotators.map((name) => h("div", {}, h("dt", {}, name), h("dd", {}, chip(this.labelBy(name, difference)))));
    const against = difference.is_overruled ? h("p", {class: "quiet"}, "≠ decision overrules all annotators") : null;
    return [h("span"), h("div", {}, unitText(difference.text), against, h("dl", {class: "votes"}, votes))];
  }

  labelBy(name, {labels}) {
    return labels[name] === null ? MIXED : labelOf(labels[name]);
  }

  refresh() {
    this.differences.forEach((difference, place) => {
      const label = sharedLabel(this.actions.labels, difference.differs);
      this.list.sign(place, label.number === 0 ? h("span", {class: "chip none"}, "? open") : chip(label));
    });
    const open = this.differences.filter((difference) => this.isOpen(difference)).length;
    const all = countNoun(this.differences.length, "difference");
    this.counts.textContent = open ? `${open} of ${all} open` : `✓ settled: ${all} decided`;
    this.counts.classList.toggle("settled", !open);
    this.paint();
  }

  paint() {
    const groups = {mixed: [], ...Object.fromEntries(LABELS.map(({tint}) => [tint, []]))};
    for (const run of this.differences.flatMap(({differs}) => differs)) groups[labelOf(this.actions.labels[run]).tint ?? "mixed"].push(run);
    this.frame.paint(groups);
  }

  // Buttons for the current difference: labels of the annotators, then all labels.
  drawnChoices() {
    this.theirs = this.annotators.map((name, place) => h("button", {onclick: () => this.take(place)},
      place < MAX_KEYS ? h("kbd", {}, String(place + 1)) : null, h("b", {}, name), h("span", {class: "name"})));
    const others = LABELS.map(({number, name, sign, key, tint, meaning}) => (
      h("button", {class: `brush ${tint}`, title: meaning, onclick: () => this.decide(number)},
        h("span", {class: "sign", "aria-hidden": "true"}, sign), h("span", {class: "name"}, name), h("kbd", {}, key))));
    return h("div", {class: "brushes", role: "group", "aria-label": "Decide the current difference"},
      h("div", {class: "row"}, this.theirs), h("span", {class: "quiet"}, "or"), h("div", {class: "row"}, others));
  }

  // Update the buttons in place: one of them may have the focus.
  showChoices(difference) {
    this.annotators.forEach((name, place) => {
      const label = this.labelBy(name, difference);
      this.theirs[place].className = `brush ${label.tint ?? "none"}`;
      this.theirs[place].lastElementChild.textContent = `${label.sign} ${label.name}`;
    });
  }

  isOpen({differs}) {
    return differs.some((run) => !this.actions.labels[run]);
  }

  keyActions() {
    return {
      next: () => this.go(this.selection.current + 1),
      previous: () => this.go(this.selection.current - 1),
      open: () => this.goToOpen(),
      ...Object.fromEntries(this.annotators.slice(0, MAX_KEYS).map((_, place) => [`take ${place}`, () => this.take(place)])),
      ...Object.fromEntries(LABELS.map(({number}) => [`label ${number}`, () => this.decide(number)])),
      nextPage: () => this.nextPage(),
    };
  }

  get current() {
    return this.differences[this.selection.current];
  }

  // `prefix` is the announcement of the previous action.
  go(place, prefix = "") {
    this.selection.go(place);
    const at = this.selection.current;
    this.showChoices(this.current);
    this.list.select(at, at, at);
    this.frame.focus(this.current.runs);
    const votes = this.annotators.map((name) => `${name}: ${this.labelBy(name, this.current).name}`);
    this.announceUnit(`${prefix}${shortened(this.current.text)}; ${votes.join(", ")}`);
  }

  // Returns true if there is one.
  goToOpen(prefix) {
    const open = this.placeAfter(this.selection.current, this.differences.length, (place) => this.isOpen(this.differences[place]));
    if (open !== undefined) this.go(open, prefix);
    return open !== undefined;
  }

  // An annotator may have given the parts of a block different labels: one action for each label.
  take(place) {
    const {runs, differs, by_run: labelsByRun} = this.current;
    const theirs = labelsByRun[this.annotators[place]];
    const label = this.labelBy(this.annotators[place], this.current);
    for (const number of new Set(theirs)) {
      const some = runs.filter((run, at) => theirs[at] === number && differs.includes(run));
      if (some.length) this.actions.label(some, number);
    }
    this.goOn(label);
  }

  decide(number) {
    this.actions.label(this.current.differs, number);
    this.goOn(labelOf(number));
  }

  goOn({name}) {
    const open = this.differences.filter((difference) => this.isOpen(difference)).length;
    announce(`${name}; ${open ? `${countNoun(open, "difference")} open` : "all differences are settled"}`);
    this.goToOpen(`${name}; next: `);
  }

  async nextPage() {
    await withTimeout(this.actions.drained());
    const project = await this.request(get(`/api/projects/${this.project.id}`));
    if (!project) return;
    const next = pageAfter(project.pages, this.page.id, ({open}) => open);
    if (!next) toast("No other page has open differences");
    location.hash = next ? settleUrl(this.project.id, next.id) : `#/projects/${this.project.id}`;
  }
}
