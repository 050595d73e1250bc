// The view to label a page: frame, block list and toolbar.

import {at, get, post} from "/static/api.js";
import {chooseInDialog, labelUrl, paneSwitch, problemLine, rememberName, rememberedName} from "/static/components.js";
import {announce, countNoun, fill, h, toast} from "/static/dom.js";
import {ActionQueue, unsavedActions} from "/static/label/action_queue.js";
import {LABELLING} from "/static/label/keys.js";
import {labelButtons, labelOf, sharedLabel, highlightGroups} from "/static/label/labels.js";
import {pageAfter, PageView, tool} from "/static/label/page_view.js";
import {chip, Selection, shortened, UnitList, unitText} from "/static/label/unit_list.js";

export async function show(host, {project, page}, query) {
  const annotator = query.get("as");
  if (!annotator) return askName(host, project, page);
  rememberName(annotator);
  const url = `/api/projects/${encodeURIComponent(project)}/pages/${encodeURIComponent(page)}`;
  const who = {annotator};
  // Reuse the queue if actions of this page are still unsaved.
  const before = unsavedActions(url, who);
  const [about, state] = await Promise.all([
    get(`/api/projects/${encodeURIComponent(project)}`), get(at(url, who))]);
  const view = new LabelView(host, about, state, annotator, before ?? new ActionQueue(url, who, state));
  return view.begin(host);
}

function askName(host, project, page) {
  const name = h("input", {type: "text", required: true, value: rememberedName(), maxlength: 200});
  const {line, showProblem} = problemLine();
  const begin = async (event) => {
    event.preventDefault();
    try {
      const kept = await post(`/api/projects/${encodeURIComponent(project)}/annotators`, {name: name.value});
      if (line.isConnected) location.replace(labelUrl(project, page, kept.name));
    } catch (error) {
      showProblem(error.message);
    }
  };
  fill(host, h("div", {class: "annotating pile"},
    h("h1", {}, "Who are you?"),
    h("form", {class: "row card", onsubmit: begin}, h("label", {}, "Annotate as", name), h("button", {class: "main"}, "Begin"), line)));
}

// At first a click only selects.
const FIRST_BRUSH = null;

export class LabelView extends PageView {
  conflict = "This page was labelled in another window. You now see the saved labels; your last action is not among them.";

  constructor(host, project, state, annotator, actions) {
    const list = new UnitList({name: "Blocks of the page", isMulti: true, picked: (first, last, event) => this.pick(first, last, event)});
    super({project, page: state.page, actions, list, keys: LABELLING});
    this.annotator = annotator;
    // Labels transferred from an earlier parse count as the annotator's own.
    this.prelabelled = state.carried === null ? state.prelabelled : null;
    this.blocks = state.blocks.filter(({visible}) => visible).map(({text, parts}) => ({text, parts, runs: parts.map(({run}) => run)}));
    this.brush = FIRST_BRUSH;
    this.isParts = false;
    this.draw(host, state);
    this.cutUp();
  }

  async open() {
    if (!await this.openFrame()) return;
    this.frame.on("hover", (run) => this.frame.point(this.units[this.placeOf.get(run)]?.runs ?? []));
    this.frame.on("click", (run, event) => this.pickRuns(run, run, event));
    this.frame.on("dragging", (first, last) => this.showDrag(first, last));
    this.frame.on("drag", (first, last) => this.endDrag(first, last));
    const first = (isWanted) => this.units.findIndex(isWanted);
    const open = first((unit) => this.isOpen(unit));
    this.go(Math.max(0, open < 0 ? first((unit) => this.isGuess(unit)) : open));
  }

  close() {
    cancelAnimationFrame(this.painting);
    return super.close();
  }

  draw(host, {carried, problem}) {
    const {page, project} = this;
    this.progress = h("progress", {"aria-label": "Labelled blocks"});
    this.counts = h("span", {class: "quiet"});
    this.reopenTool = h("button", {class: "plain state done", hidden: true, title: "Mark the page as not done", onclick: () => this.actions.done(false)}, "✓ done");
    this.hint = h("p", {class: "quiet prelabelled"}, `Labels with “?” were suggested by ${this.prelabelled}. Check each one (f goes to the next), then mark the page as done.`);
    this.redoTool = tool("Redo", () => this.actions.redo(), {sign: "↷", key: "Control+y"});
    this.partsTool = tool("Parts", () => this.switchParts(), {key: "s", pressed: "false"});
    const neighbour = (id, words, sign, key) => tool(words, () => this.goTo(id), {sign, key, isOff: !id});
    fill(host, h("div", {class: "annotating labelling"},
      h("header", {class: "page-head"},
        h("div", {class: "titles"},
          h("h1", {title: page.title ?? page.name}, page.name),
          h("span", {class: "quiet"}, h("a", {href: `#/projects/${project.id}`}, project.name), ` · page ${page.position} of ${page.count} · as `, h("b", {}, this.annotator))),
        h("div", {class: "row"},
          this.reopenTool, this.saving,
          neighbour(page.previous, "Previous page", "◂", "Shift+n"), neighbour(page.next, "Next page", "▸", "n"),
          tool("Done", () => this.finish(), {key: "Enter", isMain: true}))),
      h("div", {class: "page-notes"},
        notices(project, {carried, problem}), this.hint,
        h("div", {class: "how-far"}, this.progress, this.counts)),
      h("div", {class: "brush-bar"},
        labelButtons(this.brush, (number) => (this.brush = number)),
        h("div", {class: "row"}, this.undoTool, this.redoTool, this.partsTool, this.stylesTool, this.keysTool)),
      paneSwitch([{title: "Page", pane: this.framePane}, {title: "Blocks", pane: this.listPane}], "Visible pane"),
      h("div", {class: "page-and-list"}, this.framePane, this.listPane)));
  }

  // Units are blocks, or their parts between two tags.
  cutUp() {
    this.units = this.isParts
      ? this.blocks.flatMap(({parts}) => parts.map(({run, text}) => ({runs: [run], text})))
      : this.blocks;
    this.placeOf = new Map(this.units.flatMap(({runs}, place) => runs.map((run) => [run, place])));
    this.selection = new Selection(this.units.length);
    this.signs = [];
    this.list.fill(this.units, ({text}) => [h("span"), unitText(text)]);
  }

  // Update what has changed.
  refresh() {
    this.units.forEach((unit, place) => {
      const label = sharedLabel(this.actions.labels, unit.runs);
      const isSuggested = label.number !== 0 && unit.runs.some((run) => this.isSuggested(run));
      const sign = `${label.name} ${isSuggested}`;
      if (this.signs[place] === sign) return;
      this.signs[place] = sign;
      this.list.sign(place, chip(label, {isSuggested}));
    });
    this.paint();
    this.count();
    const isDone = this.actions.state === "done";
    if (!isDone && document.activeElement === this.reopenTool) this.list.element.focus({preventScroll: true});
    this.reopenTool.hidden = !isDone;
    this.hint.hidden = isDone || !this.prelabelled;
    this.redoTool.disabled = !this.actions.canRedo;
  }

  // Labels that only a method gave do not count as labelled.
  count() {
    const all = this.blocks.length;
    const open = this.blocks.filter((block) => this.isOpen(block)).length;
    const suggested = this.blocks.filter((block) => this.isGuess(block)).length;
    const labelled = all - open - suggested;
    Object.assign(this.progress, {max: Math.max(1, all), value: labelled});
    this.counts.textContent = suggested
      ? [`${labelled.toLocaleString("en")} checked`, `${suggested.toLocaleString("en")} suggested`, open ? `${open.toLocaleString("en")} without a label` : null].filter(Boolean).join(", ")
      : `${labelled.toLocaleString("en")} of ${countNoun(all, "block")} labelled`;
  }

  // Paint once per frame, and only after a change: the browser processes all texts of the page.
  paint(dragged = []) {
    this.dragged = dragged;
    this.painting ??= requestAnimationFrame(() => {
      this.painting = null;
      if (!this.frame.document) return;
      const groups = {...highlightGroups(this.actions.labels, (run) => this.isSuggested(run)), selected: this.dragged};
      const painted = JSON.stringify(groups);
      if (painted !== this.painted) this.frame.paint(groups);
      this.painted = painted;
    });
  }

  isSuggested(run) {
    return this.prelabelled && this.actions.state !== "done" && !this.actions.touched.has(run);
  }

  isOpen({runs}) {
    return runs.some((run) => !this.actions.labels[run]);
  }

  // True if only a method labelled the unit.
  isGuess(unit) {
    return !this.isOpen(unit) && unit.runs.some((run) => this.isSuggested(run));
  }

  keyActions() {
    const page = (id, words) => () => (id ? this.goTo(id) : announce(words));
    return {
      next: () => this.go(this.selection.current + 1),
      previous: () => this.go(this.selection.current - 1),
      extendNext: () => this.extend(this.selection.current + 1),
      extendPrevious: () => this.extend(this.selection.current - 1),
      first: () => this.go(0),
      last: () => this.go(this.units.length - 1),
      unlabelled: () => this.goToOpen(),
      ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((number) => [`label ${number}`, () => this.labelAndGoOn(number)])),
      redo: () => this.actions.redo(),
      parts: () => this.switchParts(),
      done: () => this.finish(),
      nextPage: page(this.page.next, "This is the last page"),
      previousPage: page(this.page.previous, "This is the first page"),
    };
  }

  // `prefix` is the announcement of the previous action.
  go(place, prefix = "") {
    this.selection.go(place);
    this.showSelection();
    this.announceUnit(prefix + this.words());
  }

  extend(place) {
    this.selection.extend(place);
    this.showSelection();
    this.announceUnit(`${countNoun(this.selection.places.length, "block")} selected; ${this.words()}`);
  }

  // Description of the current unit for screen readers.
  words() {
    const unit = this.units[this.selection.current];
    if (!unit) return "No blocks";
    const {name} = sharedLabel(this.actions.labels, unit.runs);
    return `${name}${this.isGuess(unit) ? ", suggested" : ""}: ${shortened(unit.text)}`;
  }

  goToOpen() {
    const after = (isWanted) => this.placeAfter(this.selection.current, this.units.length, (place) => isWanted(this.units[place]));
    const open = after((unit) => this.isOpen(unit)) ?? after((unit) => this.isGuess(unit));
    if (open === undefined) announce("Every block has a label");
    else this.go(open);
  }

  showSelection({scroll = true} = {}) {
    const {current, first, last, places} = this.selection;
    this.list.select(current, first, last);
    this.frame.point([]);
    this.frame.focus(places.flatMap((place) => this.units[place].runs), {scroll});
  }

  labelAndGoOn(number) {
    const announcement = this.label(number);
    this.go(this.selection.last + 1, `${announcement}; next: `);
  }

  // Returns the announcement.
  label(number) {
    const {places} = this.selection;
    const runs = places.flatMap((place) => this.units[place].runs);
    if (!runs.length) return "No blocks";
    const announcement = `${labelOf(number).name}: ${places.length === 1 ? shortened(this.units[places[0]].text) : countNoun(places.length, "block")}`;
    announce(announcement);
    this.actions.label(runs, number);
    return announcement;
  }

  // Select and label units by click or drag.
  pick(first, last, event) {
    if (event?.shiftKey) this.selection.extend(first);
    else this.selection.set(first, last);
    this.showSelection({scroll: false});
    if (this.brush !== null) this.label(this.brush);
  }

  pickRuns(first, last, event) {
    const places = [first, last].map((run) => this.placeOf.get(run));
    if (!places.includes(undefined)) this.pick(Math.min(...places), Math.max(...places), event);
  }

  showDrag(first, last) {
    const places = [first, last].map((run) => this.placeOf.get(run));
    if (places.includes(undefined)) return;
    this.dragEnd = last;
    this.paint(this.units.slice(Math.min(...places), Math.max(...places) + 1).flatMap(({runs}) => runs));
  }

  // A drag that ends on an invisible text ends at the last visible one.
  endDrag(first, last) {
    this.paint();
    this.pickRuns(first, this.placeOf.has(last) ? last : this.dragEnd);
  }

  switchParts() {
    const [run] = this.units[this.selection.first]?.runs ?? [];
    this.isParts = !this.isParts;
    this.partsTool.setAttribute("aria-pressed", this.isParts);
    this.cutUp();
    this.refresh();
    this.go(this.placeOf.get(run) ?? 0);
    announce(this.isParts ? "Parts of blocks" : "Whole blocks");
  }

  // Mark the page as done and go to the next page that is not.
  async finish() {
    const open = this.blocks.filter((block) => this.isOpen(block));
    const rest = open.length ? await this.askForRest(open) : null;
    if (this.hasLeft) return null;
    if (rest === "back") return this.go(this.placeOf.get(open[0].runs.find((run) => !this.actions.labels[run])));
    if (await this.isUnread()) return this.hasLeft ? null : this.go(this.units.findIndex((unit) => this.isGuess(unit)));
    if (this.hasLeft || !await this.actions.done(true, rest) || this.hasLeft) return null;
    return this.goOn();
  }

  askForRest(open) {
    return chooseInDialog({
      title: `${countNoun(open.length, "block")} ${open.length === 1 ? "has" : "have"} no label`,
      text: "A page is done when every visible block has a label.",
      choices: [["back", "Back to the first"], ["boilerplate", "Label all as boilerplate", "b"]],
      signal: this.closing.signal,
    });
  }

  // True if all labels are suggestions and the annotator does not accept them unseen.
  async isUnread() {
    const guesses = this.blocks.filter((block) => this.isGuess(block)).length;
    if (!guesses || this.actions.touched.size) return false;
    const choice = await chooseInDialog({
      title: "No label was changed",
      text: `Accept the labels of ${this.prelabelled} for ${countNoun(guesses, "block")}?`,
      choices: [["back", "Check them first"], ["take", "Accept all", "t"]],
      signal: this.closing.signal,
    });
    return choice === "back";
  }

  async goOn() {
    const project = await this.request(get(`/api/projects/${this.project.id}`));
    if (!project) return;
    const {pages} = project;
    const next = pageAfter(pages, this.page.id, ({states}) => states[this.annotator] !== "done");
    const done = next ? `${this.page.name} is done` : `You have done ${pages.length === 1 ? "the page" : `all ${pages.length} pages`}`;
    toast([`${done}. `, h("a", {href: labelUrl(this.project.id, this.page.id, this.annotator)}, next ? "Back to it" : `Back to ${this.page.name}`)]);
    if (next) this.goTo(next.id);
    else location.hash = `#/projects/${this.project.id}`;
  }

  goTo(id) {
    location.hash = labelUrl(this.project.id, id, this.annotator);
  }
}

function notices(project, {carried, problem}) {
  return [
    project.instructions ? h("details", {class: "instructions"}, h("summary", {}, "Instructions"), h("p", {}, project.instructions)) : null,
    problem ? h("p", {class: "notice"}, `The page was not prelabelled: ${problem}.`) : null,
    carried ? h("p", {class: "notice"}, `This version of webwinnow parses the page differently. Labels were transferred; ${countNoun(carried, "part")} ${carried === 1 ? "is" : "are"} new.`) : null,
  ];
}
