// The view in which a page is labelled: frame, list and tools, and how they follow each other.

import {get} from "/static/api.js";
import {announce, counted, fill, h, toast} from "/static/dom.js";
import {LABELLING} from "/static/keys.js";
import {labelOf, sharedLabel, tints} from "/static/labels.js";
import {pageAfter, PageView} from "/static/page_view.js";
import {chosen, labelling, paneSwitch} from "/static/parts.js";
import {Selection} from "/static/selection.js";
import {brushes, tool} from "/static/toolbar.js";
import {chip, shortened, UnitList, unitText} from "/static/unit_list.js";

// A click does nothing to a page until somebody has chosen what.
const FIRST_BRUSH = null;

export class LabelView extends PageView {
  conflict = "This page was labelled in another window meanwhile. What you see now is what is saved; what you did last is not part of it.";

  constructor(host, project, state, annotator, acts) {
    const list = new UnitList({name: "Blocks of the page", isMulti: true, picked: (first, last, event) => this.pick(first, last, event)});
    super({project, page: state.page, acts, list, keys: LABELLING});
    this.annotator = annotator;
    // Labels that were carried over from another reading of the page are taken for the annotator's own.
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
    this.progress = h("progress", {"aria-label": "Blocks that have a label"});
    this.counts = h("span", {class: "quiet"});
    this.reopenTool = h("button", {class: "plain state done", hidden: true, title: "Say that it is not done after all", onclick: () => this.acts.done(false)}, "✓ done");
    this.hint = h("p", {class: "quiet prelabelled"}, `Labels with “?” are those of ${this.prelabelled}, until you change them or say that the page is done. Look at each: f goes to the next.`);
    this.redoTool = tool("Redo", () => this.acts.redo(), {sign: "↷", key: "Control+y"});
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
        brushes(this.brush, (number) => (this.brush = number)),
        h("div", {class: "row"}, this.undoTool, this.redoTool, this.partsTool, this.stylesTool, this.keysTool)),
      paneSwitch([{title: "Page", pane: this.framePane}, {title: "Blocks", pane: this.listPane}], "What is shown"),
      h("div", {class: "page-and-list"}, this.framePane, this.listPane)));
  }

  // Units are whole blocks, or the parts of them between two tags.
  cutUp() {
    this.units = this.isParts
      ? this.blocks.flatMap(({parts}) => parts.map(({run, text}) => ({runs: [run], text})))
      : this.blocks;
    this.placeOf = new Map(this.units.flatMap(({runs}, place) => runs.map((run) => [run, place])));
    this.selection = new Selection(this.units.length);
    this.signs = [];
    this.list.fill(this.units, ({text}) => [h("span"), unitText(text)]);
  }

  // Draws what has changed.
  refresh() {
    this.units.forEach((unit, place) => {
      const label = sharedLabel(this.acts.labels, unit.runs);
      const isSuggested = label.number !== 0 && unit.runs.some((run) => this.isSuggested(run));
      const sign = `${label.name} ${isSuggested}`;
      if (this.signs[place] === sign) return;
      this.signs[place] = sign;
      this.list.sign(place, chip(label, {isSuggested}));
    });
    this.paint();
    this.count();
    const isDone = this.acts.state === "done";
    if (!isDone && document.activeElement === this.reopenTool) this.list.element.focus({preventScroll: true});
    this.reopenTool.hidden = !isDone;
    this.hint.hidden = isDone || !this.prelabelled;
    this.redoTool.disabled = !this.acts.canRedo;
  }

  // What a method has said and nobody has touched does not count as labelled.
  count() {
    const all = this.blocks.length;
    const open = this.blocks.filter((block) => this.isOpen(block)).length;
    const suggested = this.blocks.filter((block) => this.isGuess(block)).length;
    const labelled = all - open - suggested;
    Object.assign(this.progress, {max: Math.max(1, all), value: labelled});
    this.counts.textContent = suggested
      ? [`${labelled.toLocaleString("en")} looked at`, `${suggested.toLocaleString("en")} suggested`, open ? `${open.toLocaleString("en")} without a label` : null].filter(Boolean).join(", ")
      : `${labelled.toLocaleString("en")} of ${counted(all, "block")} labelled`;
  }

  // Once for each picture on the screen, however much has changed since the last; not at all where nothing has, as the
  // browser goes through all texts of the page then.
  paint(dragged = []) {
    this.dragged = dragged;
    this.painting ??= requestAnimationFrame(() => {
      this.painting = null;
      if (!this.frame.document) return;
      const groups = {...tints(this.acts.labels, (run) => this.isSuggested(run)), selected: this.dragged};
      const painted = JSON.stringify(groups);
      if (painted !== this.painted) this.frame.paint(groups);
      this.painted = painted;
    });
  }

  isSuggested(run) {
    return this.prelabelled && this.acts.state !== "done" && !this.acts.touched.has(run);
  }

  isOpen({runs}) {
    return runs.some((run) => !this.acts.labels[run]);
  }

  // Whether the label of a unit is only a method's.
  isGuess(unit) {
    return !this.isOpen(unit) && unit.runs.some((run) => this.isSuggested(run));
  }

  keyActs() {
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
      redo: () => this.acts.redo(),
      parts: () => this.switchParts(),
      done: () => this.finish(),
      nextPage: page(this.page.next, "This is the last page"),
      previousPage: page(this.page.previous, "This is the first page"),
    };
  }

  // `told` is what has been said of the one before.
  go(place, told = "") {
    this.selection.go(place);
    this.showSelection();
    this.tellPlace(told + this.words());
  }

  extend(place) {
    this.selection.extend(place);
    this.showSelection();
    this.tellPlace(`${counted(this.selection.places.length, "block")} selected; ${this.words()}`);
  }

  // The current unit, to be read out.
  words() {
    const unit = this.units[this.selection.current];
    if (!unit) return "No blocks";
    const {name} = sharedLabel(this.acts.labels, unit.runs);
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
    const told = this.label(number);
    this.go(this.selection.last + 1, `${told}; next: `);
  }

  // Answers what it has said.
  label(number) {
    const {places} = this.selection;
    const runs = places.flatMap((place) => this.units[place].runs);
    if (!runs.length) return "No blocks";
    const told = `${labelOf(number).name}: ${places.length === 1 ? shortened(this.units[places[0]].text) : counted(places.length, "block")}`;
    announce(told);
    this.acts.label(runs, number);
    return told;
  }

  // What was clicked or dragged over, by a pointer.
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

  // What has no label of its own, such as a text that cannot be seen, ends a drag where it was before.
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

  // Says that the page is done, and goes to the next one that is not.
  async finish() {
    const open = this.blocks.filter((block) => this.isOpen(block));
    const rest = open.length ? await this.askForRest(open) : null;
    if (this.hasLeft) return null;
    if (rest === "back") return this.go(this.placeOf.get(open[0].runs.find((run) => !this.acts.labels[run])));
    if (await this.isUnread()) return this.hasLeft ? null : this.go(this.units.findIndex((unit) => this.isGuess(unit)));
    if (this.hasLeft || !await this.acts.done(true, rest) || this.hasLeft) return null;
    return this.goOn();
  }

  askForRest(open) {
    return chosen({
      title: `${counted(open.length, "block")} ${open.length === 1 ? "has" : "have"} no label`,
      text: "A page is done when every block that can be seen has a label.",
      choices: [["back", "Back to the first"], ["boilerplate", "All of them are boilerplate", "b"]],
      signal: this.closing.signal,
    });
  }

  // Whether nobody has said anything of labels that a method gave, nor wants to take them as they are.
  async isUnread() {
    const guesses = this.blocks.filter((block) => this.isGuess(block)).length;
    if (!guesses || this.acts.touched.size) return false;
    const choice = await chosen({
      title: "Nothing was changed",
      text: `Take all of ${this.prelabelled}’s labels, of ${counted(guesses, "block")}, as yours?`,
      choices: [["back", "Look at them first"], ["take", "Take them all", "t"]],
      signal: this.closing.signal,
    });
    return choice === "back";
  }

  async goOn() {
    const project = await this.asked(get(`/api/projects/${this.project.id}`));
    if (!project) return;
    const {pages} = project;
    const next = pageAfter(pages, this.page.id, ({states}) => states[this.annotator] !== "done");
    const done = next ? `${this.page.name} is done` : `You have done ${pages.length === 1 ? "the page" : `all ${pages.length} pages`}`;
    toast([`${done}. `, h("a", {href: labelling(this.project.id, this.page.id, this.annotator)}, next ? "Back to it" : `Back to ${this.page.name}`)]);
    if (next) this.goTo(next.id);
    else location.hash = `#/projects/${this.project.id}`;
  }

  goTo(id) {
    location.hash = labelling(this.project.id, id, this.annotator);
  }
}

function notices(project, {carried, problem}) {
  return [
    project.instructions ? h("details", {class: "instructions"}, h("summary", {}, "Instructions"), h("p", {}, project.instructions)) : null,
    problem ? h("p", {class: "notice"}, `No labels to begin with: ${problem}.`) : null,
    carried ? h("p", {class: "notice"}, `This version of webwinnow reads the page a little differently. Labels were carried over; ${counted(carried, "part")} ${carried === 1 ? "is" : "are"} new.`) : null,
  ];
}
