// Base class of the label views: page frame, list, action queue and keys.

import {announce, countNoun, empty, fill, h, toast} from "/static/dom.js";
import {PageFrame} from "/static/frame.js";
import {withTimeout} from "/static/label/action_queue.js";
import {keyHandler, showKeys} from "/static/label/keys.js";

export class PageView {
  // `list` is a UnitList, `keys` a table of keys. Subclasses have `draw(host)`, `refresh()`, `go(place)`, `keyActions()`
  // and `conflict`, the message after a conflict.
  constructor({project, page, actions, list, keys}) {
    Object.assign(this, {project, page, actions, list, keys});
    this.isPlain = false;
    this.closing = new AbortController();
    this.framePane = h("section", {class: "frame-pane", "aria-label": "The page"});
    this.listPane = h("section", {class: "list-pane", "aria-label": "Blocks"}, list.element);
    this.saving = h("span", {class: "saving"});
    this.undoTool = tool("Undo", () => actions.undo(), {sign: "↶", key: "u"});
    this.stylesTool = tool("Styles", () => this.switchStyles(), {key: "o", pressed: "true"});
    this.keysTool = tool("Keys", () => showKeys(keys), {sign: "?", key: "?"});
  }

  // Start loading the page, and return the function to leave it. Loading is not awaited, so that the user can leave
  // before it ends.
  begin(host) {
    this.frame = new PageFrame(this.framePane, {title: `The page ${this.page.name}`});
    this.open().catch((error) => this.fail(host, error));
    return () => this.close();
  }

  // If the page cannot be loaded, close the view, so that keys have no effect.
  fail(host, error) {
    if (this.hasLeft) return;
    this.close();
    const again = h("button", {onclick: () => dispatchEvent(new HashChangeEvent("hashchange"))}, "Try again");
    fill(host, empty("This failed", error.message, again));
  }

  get hasLeft() {
    return this.closing.signal.aborted;
  }

  // Resolves when the page is shown; false if the view was left.
  async openFrame() {
    const failures = {conflict: () => toast(this.conflict, {isError: true}), rejected: (error) => toast(error.message, {isError: true})};
    this.actions.on({...failures, change: () => this.refresh(), saving: () => this.showSaving()});
    // After leaving, still report conflicts and rejections of unsaved actions.
    this.closing.signal.addEventListener("abort", () => this.actions.on(failures));
    await this.frame.load(`/frame/project/${this.project.id}/${this.page.id}`);
    if (this.hasLeft) return false;
    const onKey = keyHandler(this.keys, {...this.keyActions(), undo: () => this.actions.undo(), styles: () => this.switchStyles(), help: () => showKeys(this.keys), screenDown: () => this.frame.scrollScreen(1), screenUp: () => this.frame.scrollScreen(-1)});
    document.addEventListener("keydown", onKey, {signal: this.closing.signal});
    this.frame.on("key", onKey);
    this.framePane.classList.toggle("cut", this.frame.isCut);
    this.refresh();
    this.showSaving();
    // Only if nothing else has the focus.
    if ([document.body, document.getElementById("main")].includes(document.activeElement)) this.list.element.focus({preventScroll: true});
    return true;
  }

  async close() {
    this.closing.abort();
    this.list.close();
    this.frame?.remove();
    await withTimeout(this.actions.drained());
    const left = this.actions.pending.length;
    if (left) toast(`${countNoun(left, "change")} of ${this.page.name} not saved yet: the server does not respond. Keep this window open; saving is retried.`, {isError: true});
  }

  switchStyles() {
    this.isPlain = !this.isPlain;
    this.frame.plain(this.isPlain);
    this.stylesTool.setAttribute("aria-pressed", !this.isPlain);
    announce(this.isPlain ? "Without the page's styles" : "With the page's styles");
  }

  // Await a request before leaving; null after an error, or if the view was left.
  async request(promise) {
    try {
      const response = await promise;
      return this.hasLeft ? null : response;
    } catch (error) {
      if (!this.hasLeft) toast(error.message, {isError: true});
      return null;
    }
  }

  // If the list has the focus, screen readers announce the current unit by themselves.
  announceUnit(words) {
    if (document.activeElement !== this.list.element) announce(words);
  }

  // First index after the current one, wrapping around, for which `isWanted` is true.
  placeAfter(current, count, isWanted) {
    return Array.from({length: count}, (_, step) => (current + 1 + step) % count).find(isWanted);
  }

  showSaving() {
    const {pending, error} = this.actions;
    this.undoTool.disabled = !this.actions.canUndo && !pending.length;
    // Announce failures only, not every saved label.
    if (error && !this.hasFailed) announce("Not saved yet, trying again");
    this.hasFailed = Boolean(error);
    if (!error) return fill(this.saving, h("span", {class: "quiet"}, pending.length ? "… saving" : "✓ saved"));
    return fill(this.saving,
      h("span", {class: "error", title: error.message}, `! ${countNoun(pending.length, "change")} not saved, trying again`),
      h("button", {class: "plain", onclick: () => this.actions.retry()}, "now"));
  }
}

// Next page, wrapping around, for which `isWanted` is true; else undefined.
export function pageAfter(pages, here, isWanted) {
  const place = pages.findIndex(({id}) => id === here);
  return [...pages.slice(place + 1), ...pages.slice(0, place)].find(isWanted);
}

// Button with a key; a button with only a sign has a label and a tooltip.
export function tool(words, act, {sign = null, key = null, isMain = false, isOff = false, pressed = null} = {}) {
  return h("button", {class: isMain ? "main" : null, onclick: act, title: key ? `${words} (${key})` : words, "aria-label": words, "aria-keyshortcuts": key, "aria-pressed": pressed, disabled: isOff},
    sign ? h("span", {"aria-hidden": "true"}, sign) : words);
}
