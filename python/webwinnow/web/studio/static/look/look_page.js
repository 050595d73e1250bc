// The Look view of one page: the page with highlights, its text and its blocks.

import {at, get} from "/static/api.js";
import {announce, arrows, countNoun, empty, fill, h, select, debounce} from "/static/dom.js";
import {PageFrame} from "/static/frame.js";
import {canHighlight} from "/static/highlights.js";
import {keptCounts, BlockDecisions} from "/static/look/block_decisions.js";
import {BlockList, blockDetails, blockDescription} from "/static/look/block_list.js";
import {dropZone, fileTaker, opener} from "/static/look/open_page.js";
import {TextPane} from "/static/look/text_pane.js";
import {againstOf, keyOf, keysDialog, nameOf, Tools} from "/static/look/toolbar.js";
import {urlOf, stateIn} from "/static/look/url_state.js";

export async function show(host, {page: id}, query) {
  let page, choices;
  try {
    [page, choices] = await Promise.all([get(`/api/pages/${encodeURIComponent(id)}`), get("/api/methods")]);
  } catch (error) {
    if (error.status !== 404) throw error;
    fill(host, h("h1", {class: "sr"}, "Look"), empty("This page is no longer open", "The studio keeps the last 64 pages in memory until it ends.", h("p", {}, h("a", {href: at("#/look", Object.fromEntries(query)), class: "button"}, "Open it again"))));
    return null;
  }
  const view = new Look(host, page, choices, stateIn(query, choices));
  // Not awaited, so that the user can leave before the page is loaded.
  view.begin();
  const leave = () => view.leave();
  leave.follow = (parameters, query) => parameters.page === id && (view.follow(stateIn(query, choices)), true);
  return leave;
}

class Look {
  constructor(host, page, {methods, formats}, state) {
    this.host = host;
    this.page = page;
    this.state = state;
    this.blockOf = new Map(page.blocks.flatMap(({runs}, place) => runs.map((run) => [run, place])));
    this.current = null; // index of the current block
    this.hovered = null;
    this.isPinned = false;
    this.decisionCache = new Map(); // responses of the server, by URL
    this.results = []; // results for the current choice; empty until the first ones arrive
    this.isDeciding = false;
    this.leaving = new AbortController();
    this.turn = 0;
    this.tools = new Tools({methods, hasGold: page.has_gold, onChange: (part, isSmall) => this.change(part, isSmall), onHelp: () => this.help.showModal()});
    this.help = keysDialog();
    this.list = new BlockList({onPick: (place) => this.go(place), onHover: (place) => this.hover(place)});
    this.text = new TextPane({page, formats, to: state.to, onFormat: (to) => this.change({to}, true), onHover: (run) => this.hover(this.placeOf(run)), onPick: (run) => this.go(this.placeOf(run))});
    const unlessLeft = (act) => () => this.hasLeft || act();
    this.remember = debounce(unlessLeft(() => history.replaceState(null, "", urlOf(page.id, this.state))), 200);
    this.askText = debounce(unlessLeft(() => this.text.show(this.sides())), 150);
    this.build();
  }

  build() {
    const {page} = this;
    const about = [page.author, page.date, page.set && `of ${page.set}`, page.encoding, countNoun(page.words, "word")].filter(Boolean).join(" · ");
    this.notices = h("div", {class: "notices"});
    // The buttons are outside of the status element, so that screen readers do not announce them.
    this.status = h("div", {class: "status-line", role: "status"});
    this.steps = h("div", {class: "steps row", hidden: true}, this.step(-1, "Previous difference", "↑ ", "p"), this.step(1, "Next difference", "↓ ", "n"));
    this.counts = h("div", {class: "counts"}, this.status, this.steps);
    this.inspector = h("section", {class: "inspector", "aria-label": "Details of the block"});
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
    this.tabList = h("div", {class: "tabs", role: "tablist", "aria-label": "Side panel", onkeydown: (event) => arrows(event)}, tab("text", "Text"), tab("blocks", "Blocks"));
    for (const [name, pane] of [["text", this.text], ["blocks", this.list]]) {
      pane.element.setAttribute("role", "tabpanel");
      pane.element.id = `panel-${name}`;
      pane.element.setAttribute("aria-labelledby", `tab-${name}`);
    }
    return this.tabList;
  }

  // Tabs of the panes, for narrow windows.
  paneTabs() {
    const tab = (name, label) => h("button", {role: "tab", "aria-controls": `pane-${name}`, dataset: {pane: name}, onclick: () => this.turnTo(name)}, label);
    this.paneList = h("div", {class: "tabs pane-tabs", role: "tablist", "aria-label": "Panes", onkeydown: (event) => arrows(event)}, tab("page", "Page"), tab("side", "Text and blocks"));
    select(this.paneList, ({pane}) => pane === "page");
    return this.paneList;
  }

  turnTo(name) {
    this.panes.dataset.pane = name;
    select(this.paneList, ({pane}) => pane === name);
    // A hidden pane cannot scroll, so scroll now.
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

  // Open another page with the same method.
  take(files) {
    const {method, preset} = this.state;
    fileTaker(opener(new URLSearchParams(preset ? {method, preset} : {method})).open)(files);
  }

  // Scroll past the menus to the first kept block, unless the user has already scrolled.
  begins() {
    if (!this.blockDecisions || this.current !== null || this.frame.window?.scrollY !== 0) return;
    const first = this.list.places.find((place) => this.blockDecisions.isKeptByAny(place) && this.frame.isSeen(this.runsOf(place)));
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

  // The URL changed by back or forward.
  follow(state) {
    this.state = state;
    this.frame.plain(state.isPlain);
    this.text.turn(state.to);
    return this.decide();
  }

  // Change a part of the state; a small change gets no history entry.
  change(part, isSmall = false) {
    const before = this.state;
    const next = {...before, ...part};
    const isNew = ["method", "preset", "against"].some((name) => next[name] !== before[name]);
    // The block list shows differences best.
    if (next.against && !before.against) next.tab = "blocks";
    this.state = next;
    if (isSmall) this.remember();
    else history.pushState(null, "", urlOf(this.page.id, next));
    if (next.isPlain !== before.isPlain) {
      this.frame.plain(next.isPlain);
      this.notice();
    }
    if (isNew) this.decide();
    else if (this.isDeciding) this.arrange();
    else this.refresh(next.threshold !== before.threshold);
  }

  // The chosen methods; the threshold applies to the first.
  chosenMethods() {
    const {method, preset, against} = this.state;
    return [{method, preset}, againstOf(against)].filter(Boolean);
  }

  async decide() {
    const mine = ++this.turn;
    const chosen = this.chosenMethods();
    this.isDeciding = true;
    this.panes.setAttribute("aria-busy", "true");
    // Page and lists still show the previous decisions.
    this.steps.hidden = true;
    fill(this.status, h("span", {class: "quiet"}, `${chosen.map(nameOf).join(" and ")} running …`));
    this.arrange();
    const results = await Promise.all(chosen.map((choice) => this.decisionOf(choice)));
    if (mine !== this.turn || this.hasLeft) return;
    this.isDeciding = false;
    this.panes.removeAttribute("aria-busy");
    this.results = results;
    this.refresh(true);
  }

  // Update controls and panes from the state.
  arrange() {
    const {tab} = this.state;
    this.tools.show(this.state, {isGraded: Boolean(this.results[0]?.decision?.graded)});
    select(this.tabList, (button) => button.tab === tab);
    this.text.element.hidden = tab !== "text";
    this.list.element.hidden = tab !== "blocks";
  }

  decisionOf(choice) {
    const url = at(`/api/pages/${encodeURIComponent(this.page.id)}/decision`, choice);
    if (!this.decisionCache.has(url)) {
      const result = get(url).then((decision) => ({choice, decision}), (error) => {
        this.decisionCache.delete(url);
        return {choice, problem: error.message};
      });
      this.decisionCache.set(url, result);
    }
    return this.decisionCache.get(url);
  }

  // Update everything that depends on state and decisions; the text is loaded later.
  refresh(isJudged) {
    const {threshold} = this.state;
    const usable = this.results.filter(({decision}) => decision);
    if (isJudged) {
      this.blockDecisions = new BlockDecisions(this.page, usable.map(({choice, decision}) => ({name: nameOf(choice), decision, threshold: choice === this.results[0].choice ? threshold : null})));
      this.paint();
      this.askText();
    }
    this.arrange();
    this.list.show(this.blockDecisions, this.blockDecisions.listed(this.state.withHidden));
    this.text.wake();
    this.list.focus(this.current);
    this.count();
    this.notice();
    this.inspect();
  }

  paint() {
    if (this.blockDecisions?.sides.length) this.frame.paint(this.blockDecisions.groups());
    else this.frame.paint({});
  }

  // Sides of the text pane, including those that failed.
  sides() {
    const tints = ["only-first", "only-second"];
    return this.results.map(({choice, decision, problem}, side) => ({
      name: nameOf(choice),
      choice: {...choice, threshold: side ? null : this.state.threshold},
      problem,
      why: side === 0 && this.state.threshold !== null ? "no run scores at least the threshold" : decision?.why_nothing,
      tint: tints[side],
      isDifferent: this.blockDecisions.isCompared ? (run) => this.blockDecisions.sides[0].keep[run] !== this.blockDecisions.sides[1].keep[run] : null,
    }));
  }

  count() {
    const {blockDecisions} = this;
    fill(this.status, keptCounts(blockDecisions, this.page));
    this.steps.hidden = !blockDecisions.isCompared;
    for (const button of this.steps.children) button.disabled = !blockDecisions.differences;
  }

  // Show warnings about the page.
  notice() {
    const {page, frame} = this;
    const warnings = [];
    if (page.not_html) warnings.push(`This is ${page.not_html}, not HTML.`);
    else if (!page.words) warnings.push("The page has no visible text.");
    if (page.truncated) warnings.push("The page is too large; only its beginning was parsed.");
    if (!canHighlight()) warnings.push("This browser cannot highlight texts on the page; update it. Everything else works.");
    if (frame.isCut) warnings.push("The page has too many elements; its end is missing on the left, but not in the text.");
    if (this.frameProblem) warnings.push(`The page cannot be shown: ${this.frameProblem}`);
    for (const {problem, choice} of this.results) if (problem) warnings.push(h("span", {class: "error"}, `${nameOf(choice)}: ${problem}`));
    const lines = warnings.map((what) => h("p", {class: "notice"}, what));
    if (this.isBlank()) lines.push(h("p", {class: "notice row"}, "The page hides its text until its scripts run.", h("button", {onclick: () => this.change({isPlain: true})}, "Show it without styles")));
    fill(this.notices, lines);
  }

  // True if none of the first visible texts is rendered.
  isBlank() {
    // A hidden pane renders nothing.
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
    const {blockDecisions, page} = this;
    if (blockDecisions) announce(blockDescription(page.blocks[place], blockDecisions.sides.map((_, side) => blockDecisions.blockDecision(side, place)), blockDecisions.isDifferent[place]));
  }

  mark(place) {
    const runs = this.runsOf(place);
    this.frame.focus(runs);
    this.list.focus(place);
    this.text.focus(runs);
  }

  inspect() {
    if (!this.blockDecisions?.sides.length) return fill(this.inspector);
    const place = this.isPinned ? this.current : this.hovered ?? this.current;
    return fill(this.inspector, blockDetails(this.blockDecisions, place, {isPinned: this.isPinned, isSeen: place === null || this.frame.isSeen(this.runsOf(place))}));
  }

  difference(step) {
    const {places} = this.list;
    const here = this.list.rank.get(this.current) ?? (step > 0 ? -1 : places.length);
    const apart = places.filter((place) => this.blockDecisions.isDifferent[place]);
    const next = step > 0 ? apart.find((place) => this.list.rank.get(place) > here) : apart.findLast((place) => this.list.rank.get(place) < here);
    if (next !== undefined) this.go(next);
    else announce(apart.length ? "No more differences in this direction" : "No differences");
  }

  key(event) {
    if (this.help.open || !this.blockDecisions) return;
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
    announce(this.isPinned ? "Pinned" : "Unpinned");
    this.inspect();
  }
}
