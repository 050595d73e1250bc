// What labelling and settling share: a page in its frame, a list beside it, acts on their way, keys.

import {soon} from "/static/acts.js";
import {announce, counted, empty, fill, h, toast} from "/static/dom.js";
import {PageFrame} from "/static/frame.js";
import {keyHandler, showKeys} from "/static/keys.js";
import {tool} from "/static/toolbar.js";

export class PageView {
  // `list` is a UnitList, `keys` a table of keys. Views have `draw(host)`, `refresh()`, `go(place)`, `keyActs()`
  // and `conflict`, which is what to say when somebody else was faster.
  constructor({project, page, acts, list, keys}) {
    Object.assign(this, {project, page, acts, list, keys});
    this.isPlain = false;
    this.closing = new AbortController();
    this.framePane = h("section", {class: "frame-pane", "aria-label": "The page"});
    this.listPane = h("section", {class: "list-pane", "aria-label": "Blocks"}, list.element);
    this.saving = h("span", {class: "saving"});
    this.undoTool = tool("Undo", () => acts.undo(), {sign: "↶", key: "u"});
    this.stylesTool = tool("Styles", () => this.switchStyles(), {key: "o", pressed: "true"});
    this.keysTool = tool("Keys", () => showKeys(keys), {sign: "?", key: "?"});
  }

  // Begins to show the page in `host`, and answers what is to be done when it is left. Nobody has to wait for the page:
  // whoever leaves before it is there must be able to.
  begin(host) {
    this.frame = new PageFrame(this.framePane, {title: `The page ${this.page.name}`});
    this.open().catch((error) => this.fail(host, error));
    return () => this.close();
  }

  // Without its page there is nothing to label: no key may do anything then.
  fail(host, error) {
    if (this.hasLeft) return;
    this.close();
    const again = h("button", {onclick: () => dispatchEvent(new HashChangeEvent("hashchange"))}, "Try again");
    fill(host, empty("This did not work", error.message, again));
  }

  get hasLeft() {
    return this.closing.signal.aborted;
  }

  // Resolves when the page can be seen, to whether anybody still wants to.
  async openFrame() {
    const told = {conflict: () => toast(this.conflict, {isError: true}), refused: (error) => toast(error.message, {isError: true})};
    this.acts.on({...told, change: () => this.refresh(), saving: () => this.tellSaving()});
    // What is on its way when the view is left still has something to say.
    this.closing.signal.addEventListener("abort", () => this.acts.on(told));
    await this.frame.load(`/frame/project/${this.project.id}/${this.page.id}`);
    if (this.hasLeft) return false;
    const onKey = keyHandler(this.keys, {...this.keyActs(), undo: () => this.acts.undo(), styles: () => this.switchStyles(), help: () => showKeys(this.keys), screenDown: () => this.frame.scrollScreen(1), screenUp: () => this.frame.scrollScreen(-1)});
    document.addEventListener("keydown", onKey, {signal: this.closing.signal});
    this.frame.on("key", onKey);
    this.framePane.classList.toggle("cut", this.frame.isCut);
    this.refresh();
    this.tellSaving();
    // Unless somebody is busy elsewhere already.
    if ([document.body, document.getElementById("main")].includes(document.activeElement)) this.list.element.focus({preventScroll: true});
    return true;
  }

  async close() {
    this.closing.abort();
    this.list.close();
    this.frame?.remove();
    await soon(this.acts.drained());
    const left = this.acts.pending.length;
    if (left) toast(`${counted(left, "change")} of ${this.page.name} not saved yet: the studio’s server does not answer. Keep this window open, it goes on trying.`, {isError: true});
  }

  switchStyles() {
    this.isPlain = !this.isPlain;
    this.frame.plain(this.isPlain);
    this.stylesTool.setAttribute("aria-pressed", !this.isPlain);
    announce(this.isPlain ? "Without the page's styles" : "With the page's styles");
  }

  // What the server is asked for on the way elsewhere; null where it says no, and for those who have gone elsewhere already.
  async asked(promise) {
    try {
      const answer = await promise;
      return this.hasLeft ? null : answer;
    } catch (error) {
      if (!this.hasLeft) toast(error.message, {isError: true});
      return null;
    }
  }

  // Those who listen hear of the current unit from the list, as long as that has the focus.
  tellPlace(words) {
    if (document.activeElement !== this.list.element) announce(words);
  }

  // The first place behind the current one, round the end, for which `isWanted` holds.
  placeAfter(current, count, isWanted) {
    return Array.from({length: count}, (_, step) => (current + 1 + step) % count).find(isWanted);
  }

  tellSaving() {
    const {pending, error} = this.acts;
    this.undoTool.disabled = !this.acts.canUndo && !pending.length;
    // Only what goes wrong is told to those who listen: every label would be, else.
    if (error && !this.hasFailed) announce("Not saved yet, trying again");
    this.hasFailed = Boolean(error);
    if (!error) return fill(this.saving, h("span", {class: "quiet"}, pending.length ? "… saving" : "✓ saved"));
    return fill(this.saving,
      h("span", {class: "error", title: error.message}, `! ${counted(pending.length, "change")} not saved, trying again`),
      h("button", {class: "plain", onclick: () => this.acts.retry()}, "now"));
  }
}

// The page of the project for which `isWanted` holds that comes next, round the end; undefined where there is none.
export function pageAfter(pages, here, isWanted) {
  const place = pages.findIndex(({id}) => id === here);
  return [...pages.slice(place + 1), ...pages.slice(0, place)].find(isWanted);
}
