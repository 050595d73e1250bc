// One page: as it looks, with what a method keeps tinted, and its text beside it.

import {at, get} from "/static/api.js";
import {BlockList, inspected, spoken} from "/static/blocks.js";
import {announce, counted, empty, fill, h, settled} from "/static/dom.js";
import {PageFrame} from "/static/frame.js";
import {counts} from "/static/look_counts.js";
import {keyOf} from "/static/look_keys.js";
import {dropZone, fileTaker, opener} from "/static/look_open.js";
import {addressOf, stateIn} from "/static/look_state.js";
import {TextPane} from "/static/look_text.js";
import {Tools, againstOf, keysDialog, nameOf} from "/static/look_tools.js";
import {arrows, select} from "/static/tabs.js";
import {canTint} from "/static/tints.js";
import {Verdicts} from "/static/verdicts.js";

export async function show(host, {page: id}, query) {
  let page, choices;
  try {
    [page, choices] = await Promise.all([get(`/api/pages/${encodeURIComponent(id)}`), get("/api/methods")]);
  } catch (error) {
    if (error.status !== 404) throw error;
    fill(host, h("h1", {class: "sr"}, "Look"), empty("This page is no longer open", "The studio keeps the last 64 pages in memory, and forgets them when it ends.", h("p", {}, h("a", {href: at("#/look", Object.fromEntries(query)), class: "button"}, "Open it again"))));
    return null;
  }
  const view = new Look(host, page, choices, stateIn(query, choices));
  // Not waited for: whoever leaves before the page is there must be able to.
  view.begin();
  const leave = () => view.leave();
  leave.follow = (parameters, asked) => parameters.page === id && (view.follow(stateIn(asked, choices)), true);
  return leave;
}

class Look {
  constructor(host, page, {methods, formats}, state) {
    this.host = host;
    this.page = page;
    this.state = state;
    this.blockOf = new Map(page.blocks.flatMap(({runs}, place) => runs.map((run) => [run, place])));
    this.current = null; // the place of a block
    this.hovered = null;
    this.isPinned = false;
    this.decisions = new Map(); // the server's answers, by what was asked
    this.answers = []; // those to what is chosen; none before the first have come
    this.isDeciding = false;
    this.leaving = new AbortController();
    this.turn = 0;
    this.tools = new Tools({methods, hasGold: page.has_gold, onChange: (part, isSmall) => this.change(part, isSmall), onHelp: () => this.help.showModal()});
    this.help = keysDialog();
    this.list = new BlockList({onPick: (place) => this.go(place), onHover: (place) => this.hover(place)});
    this.text = new TextPane({page, formats, to: state.to, onFormat: (to) => this.change({to}, true), onHover: (run) => this.hover(this.placeOf(run)), onPick: (run) => this.go(this.placeOf(run))});
    const unlessLeft = (act) => () => this.hasLeft || act();
    this.remember = settled(unlessLeft(() => history.replaceState(null, "", addressOf(page.id, this.state))), 200);
    this.askText = settled(unlessLeft(() => this.text.show(this.sides())), 150);
    this.build();
  }

  build() {
    const {page} = this;
    const about = [page.author, page.date, page.set && `of ${page.set}`, page.encoding, counted(page.words, "word")].filter(Boolean).join(" · ");
    this.notices = h("div", {class: "notices"});
    // Buttons are no news, and stand beside them.
    this.told = h("div", {class: "told", role: "status"});
    this.steps = h("div", {class: "steps row", hidden: true}, this.step(-1, "Difference before", "↑ ", "p"), this.step(1, "Next difference", "↓ ", "n"));
    this.counts = h("div", {class: "counts"}, this.told, this.steps);
    this.inspector = h("section", {class: "inspector", "aria-label": "The block in detail"});
    this.frameHost = h("div", {class: "look-pane pane-page", id: "pane-page"});
    this.frame = new PageFrame(this.frameHost, {title: `The page: ${page.name}`, plain: this.state.isPlain});
    this.sidePane = h("div", {class: "look-pane pane-side", id: "pane-side"}, this.tabs(), this.text.element, this.list.element);
    this.panes = h("div", {class: "look-panes", dataset: {pane: "page"}}, this.paneTabs(), this.frameHost, this.sidePane, this.inspector);
    this.host.classList.add("look");
    fill(this.host,
      h("div", {class: "look-head"},
        h("h1", {class: "ellipsis", title: page.title ?? page.name}, page.title || page.name),
        h("span", {class: "quiet about ellipsis"}, about),
        h("a", {class: "button", href: "#/look"}, "Open another")),
      this.tools.element, this.notices, this.counts, this.panes, this.help);
  }

  step(by, name, sign, key) {
    return h("button", {onclick: () => this.difference(by), "aria-label": name}, sign, h("kbd", {}, key));
  }

  tabs() {
    const tab = (name, label) => h("button", {role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, dataset: {tab: name}, onclick: () => this.change({tab: name}, true)}, label);
    this.tabList = h("div", {class: "tabs", role: "tablist", "aria-label": "Beside the page", onkeydown: (event) => arrows(event)}, tab("text", "Text"), tab("blocks", "Blocks"));
    for (const [name, pane] of [["text", this.text], ["blocks", this.list]]) {
      pane.element.setAttribute("role", "tabpanel");
      pane.element.id = `panel-${name}`;
      pane.element.setAttribute("aria-labelledby", `tab-${name}`);
    }
    return this.tabList;
  }

  // Where there is room for one pane only.
  paneTabs() {
    const tab = (name, label) => h("button", {role: "tab", "aria-controls": `pane-${name}`, dataset: {pane: name}, onclick: () => this.turnTo(name)}, label);
    this.paneList = h("div", {class: "tabs pane-tabs", role: "tablist", "aria-label": "Panes", onkeydown: (event) => arrows(event)}, tab("page", "Page"), tab("side", "Text and blocks"));
    select(this.paneList, ({pane}) => pane === "page");
    return this.paneList;
  }

  turnTo(name) {
    this.panes.dataset.pane = name;
    select(this.paneList, ({pane}) => pane === name);
    // What could not be scrolled while it had no room.
    requestAnimationFrame(() => {
      this.notice();
      if (this.current !== null) this.mark(this.current);
    });
  }

  async begin() {
    this.frame.on("hover", (run) => this.hover(this.placeOf(run)));
    this.frame.on("click", (run) => this.go(this.placeOf(run)));
    this.frame.on("key", (event) => this.key(event));
    document.addEventListener("keydown", (event) => this.key(event), {signal: this.leaving.signal});
    const accept = (target) => dropZone(target, (files) => this.take(files), {host: this.host, signal: this.leaving.signal});
    accept(document);
    this.inspect();
    const loaded = this.frame.load(`/frame/page/${encodeURIComponent(this.page.id)}`).then(() => this.hasLeft || accept(this.frame.document), (error) => (this.frameProblem = error.message));
    await Promise.all([loaded, this.decide()]);
    if (this.hasLeft) return;
    this.paint();
    this.notice();
    this.begins();
  }

  // Another page, looked at with the same method.
  take(files) {
    const {method, preset} = this.state;
    fileTaker(opener(new URLSearchParams(preset ? {method, preset} : {method})).open)(files);
  }

  // Pages begin with menus: what is kept is brought into sight, unless somebody is elsewhere already.
  begins() {
    if (!this.verdicts || this.current !== null || this.frame.window?.scrollY !== 0) return;
    const first = this.list.places.find((place) => this.verdicts.isKeptByAny(place) && this.frame.isSeen(this.runsOf(place)));
    if (first !== undefined) this.frame.reveal(this.runsOf(first));
  }

  leave() {
    this.leaving.abort();
    this.hasLeft = true;
    this.frame.remove();
    this.list.remove();
    this.tools.remove();
    this.host.classList.remove("look", "dropping");
  }

  // The address has changed by going back or forth.
  follow(state) {
    this.state = state;
    this.frame.plain(state.isPlain);
    this.text.turn(state.to);
    return this.decide();
  }

  // Takes what is new of the state, and whether that is too small a change to go back to.
  change(part, isSmall = false) {
    const before = this.state;
    const next = {...before, ...part};
    const isNew = ["method", "preset", "against"].some((name) => next[name] !== before[name]);
    // Differences are seen best among the blocks.
    if (next.against && !before.against) next.tab = "blocks";
    this.state = next;
    if (isSmall) this.remember();
    else history.pushState(null, "", addressOf(this.page.id, next));
    if (next.isPlain !== before.isPlain) {
      this.frame.plain(next.isPlain);
      this.notice();
    }
    if (isNew) this.decide();
    else if (this.isDeciding) this.arrange();
    else this.refresh(next.threshold !== before.threshold);
  }

  // Who decides: the first side has the threshold.
  asked() {
    const {method, preset, against} = this.state;
    return [{method, preset}, againstOf(against)].filter(Boolean);
  }

  async decide() {
    const mine = ++this.turn;
    const asked = this.asked();
    this.isDeciding = true;
    this.panes.setAttribute("aria-busy", "true");
    // What is still on the page and in the lists is of those before.
    this.steps.hidden = true;
    fill(this.told, h("span", {class: "quiet"}, `${asked.map(nameOf).join(" and ")} at work …`));
    this.arrange();
    const answers = await Promise.all(asked.map((choice) => this.decisionOf(choice)));
    if (mine !== this.turn || this.hasLeft) return;
    this.isDeciding = false;
    this.panes.removeAttribute("aria-busy");
    this.answers = answers;
    this.refresh(true);
  }

  // Controls and panes, as the state says.
  arrange() {
    const {tab} = this.state;
    this.tools.show(this.state, {isGraded: Boolean(this.answers[0]?.decision?.graded)});
    select(this.tabList, (button) => button.tab === tab);
    this.text.element.hidden = tab !== "text";
    this.list.element.hidden = tab !== "blocks";
  }

  decisionOf(choice) {
    const address = at(`/api/pages/${encodeURIComponent(this.page.id)}/decision`, choice);
    if (!this.decisions.has(address)) {
      const answer = get(address).then((decision) => ({choice, decision}), (error) => {
        this.decisions.delete(address);
        return {choice, problem: error.message};
      });
      this.decisions.set(address, answer);
    }
    return this.decisions.get(address);
  }

  // All that follows from state and decisions; what the server has to be asked for comes later.
  refresh(isJudged) {
    const {threshold} = this.state;
    const usable = this.answers.filter(({decision}) => decision);
    if (isJudged) {
      this.verdicts = new Verdicts(this.page, usable.map(({choice, decision}) => ({name: nameOf(choice), decision, threshold: choice === this.answers[0].choice ? threshold : null})));
      this.paint();
      this.askText();
    }
    this.arrange();
    this.list.show(this.verdicts, this.verdicts.listed(this.state.withHidden));
    this.text.wake();
    this.list.focus(this.current);
    this.count();
    this.notice();
    this.inspect();
  }

  paint() {
    if (this.verdicts?.sides.length) this.frame.paint(this.verdicts.groups());
    else this.frame.paint({});
  }

  // What the text pane shows: the sides that decide, also those that failed.
  sides() {
    const tints = ["only-first", "only-second"];
    return this.answers.map(({choice, decision, problem}, side) => ({
      name: nameOf(choice),
      choice: {...choice, threshold: side ? null : this.state.threshold},
      problem,
      why: side === 0 && this.state.threshold !== null ? "nothing scores as high as the threshold" : decision?.why_nothing,
      tint: tints[side],
      isApart: this.verdicts.isCompared ? (run) => this.verdicts.sides[0].keep[run] !== this.verdicts.sides[1].keep[run] : null,
    }));
  }

  count() {
    const {verdicts} = this;
    fill(this.told, counts(verdicts, this.page));
    this.steps.hidden = !verdicts.isCompared;
    for (const button of this.steps.children) button.disabled = !verdicts.differences;
  }

  // What somebody should know before trusting what is shown.
  notice() {
    const {page, frame} = this;
    const told = [];
    if (page.not_html) told.push(`This is no HTML but ${page.not_html}: there is nothing to show.`);
    else if (!page.words) told.push("The page has no visible text.");
    if (page.truncated) told.push("The page is too large: only its beginning was read.");
    if (!canTint()) told.push("This browser cannot tint texts on the page; a newer one can. All else works.");
    if (frame.isCut) told.push("The page has too many elements to show them all: the end is missing on the left, but not in the text.");
    if (this.frameProblem) told.push(`The page cannot be shown: ${this.frameProblem}`);
    for (const {problem, choice} of this.answers) if (problem) told.push(h("span", {class: "error"}, `${nameOf(choice)}: ${problem}`));
    const lines = told.map((what) => h("p", {class: "notice"}, what));
    if (this.isBlank()) lines.push(h("p", {class: "notice row"}, "The page hides its text as long as its scripts do not run.", h("button", {onclick: () => this.change({isPlain: true})}, "Show it without its styles")));
    fill(this.notices, lines);
  }

  // Whether none of the first texts can be seen, though they should be.
  isBlank() {
    // Nothing is seen of a pane that has no room, either.
    if (!this.frame.document || !this.frame.frame.clientHeight || this.state.isPlain) return false;
    const first = this.page.blocks.filter(({hidden, runs}) => !hidden && this.frame.has(runs[0])).slice(0, 40);
    return first.length > 0 && !first.some(({runs}) => this.frame.isSeen(runs));
  }

  placeOf(run) {
    return run === null ? null : this.blockOf.get(run) ?? null;
  }

  runsOf(place) {
    return place === null ? [] : this.page.blocks[place].runs;
  }

  hover(place) {
    if (place === this.hovered) return;
    this.hovered = place;
    this.frame.point(this.runsOf(place));
    if (!this.isPinned) this.inspect();
  }

  go(place) {
    if (place === null) return;
    this.current = place;
    this.hovered = null;
    this.frame.point([]);
    this.mark(place);
    this.inspect();
    const {verdicts, page} = this;
    if (verdicts) announce(spoken(page.blocks[place], verdicts.sides.map((_, side) => verdicts.verdict(side, place)), verdicts.isApart[place]));
  }

  mark(place) {
    const runs = this.runsOf(place);
    this.frame.focus(runs);
    this.list.focus(place);
    this.text.focus(runs);
  }

  inspect() {
    if (!this.verdicts?.sides.length) return fill(this.inspector);
    const place = this.isPinned ? this.current : this.hovered ?? this.current;
    return fill(this.inspector, inspected(this.verdicts, place, {isPinned: this.isPinned, isSeen: place === null || this.frame.isSeen(this.runsOf(place))}));
  }

  difference(step) {
    const {places} = this.list;
    const here = this.list.rank.get(this.current) ?? (step > 0 ? -1 : places.length);
    const apart = places.filter((place) => this.verdicts.isApart[place]);
    const next = step > 0 ? apart.find((place) => this.list.rank.get(place) > here) : apart.findLast((place) => this.list.rank.get(place) < here);
    if (next !== undefined) this.go(next);
    else announce(apart.length ? "No more differences that way" : "There is no difference");
  }

  key(event) {
    if (this.help.open || !this.verdicts) return;
    const act = {
      PageDown: () => this.frame.scrollScreen(1),
      PageUp: () => this.frame.scrollScreen(-1),
      " ": () => this.frame.scrollScreen(event.shiftKey ? -1 : 1),
      ArrowDown: () => this.go(this.list.next(1)),
      j: () => this.go(this.list.next(1)),
      ArrowUp: () => this.go(this.list.next(-1)),
      k: () => this.go(this.list.next(-1)),
      Home: () => this.go(this.list.next(-Infinity)),
      End: () => this.go(this.list.next(Infinity)),
      n: () => this.difference(1),
      p: () => this.difference(-1),
      Enter: () => this.pin(),
      t: () => this.change({tab: this.state.tab === "text" ? "blocks" : "text"}, true),
      o: () => this.change({isPlain: !this.state.isPlain}),
      "?": () => this.help.showModal(),
    }[keyOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  }

  pin() {
    if (this.hovered !== null && !this.isPinned) this.go(this.hovered);
    this.isPinned = !this.isPinned && this.current !== null;
    announce(this.isPinned ? "Pinned" : "Not pinned any more");
    this.inspect();
  }
}
