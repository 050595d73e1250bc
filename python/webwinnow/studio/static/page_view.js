// What labelling and settling share: a page in its frame, a list beside it, acts on their way, keys.

import {announce, counted, fill, h, toast} from "/static/dom.js";
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
    this.saving = h("span", {class: "saving", role: "status"});
    this.undoTool = tool("Undo", () => acts.undo(), {sign: "↶", key: "u"});
    this.stylesTool = tool("Styles", () => this.switchStyles(), {key: "o", pressed: "true"});
    this.keysTool = tool("Keys", () => showKeys(keys), {sign: "?", key: "?"});
  }

  // Resolves when the page can be seen.
  async openFrame() {
    this.frame = new PageFrame(this.framePane, {title: `The page ${this.page.name}`});
    const told = {conflict: () => toast(this.conflict, {isError: true}), refused: (error) => toast(error.message, {isError: true})};
    this.acts.on({...told, change: () => this.refresh(), saving: () => this.tellSaving()});
    // What is on its way when the view is left still has something to say.
    this.closing.signal.addEventListener("abort", () => this.acts.on(told));
    const onKey = keyHandler(this.keys, {...this.keyActs(), undo: () => this.acts.undo(), styles: () => this.switchStyles(), help: () => showKeys(this.keys)});
    document.addEventListener("keydown", onKey, {signal: this.closing.signal});
    this.frame.on("key", onKey);
    await this.frame.load(`/frame/project/${this.project.id}/${this.page.id}`);
    this.framePane.classList.toggle("cut", this.frame.isCut);
    this.refresh();
    this.tellSaving();
    // After the start of the view, which puts the focus elsewhere.
    setTimeout(() => this.list.element.focus({preventScroll: true}));
  }

  async close() {
    this.closing.abort();
    this.list.close();
    this.frame?.remove();
    await this.acts.drained();
    const left = this.acts.pending.length;
    if (left) toast(`${counted(left, "change")} of ${this.page.name} not saved yet: the studio’s server does not answer. Keep this window open, it goes on trying.`, {isError: true});
  }

  switchStyles() {
    this.isPlain = !this.isPlain;
    this.frame.plain(this.isPlain);
    this.stylesTool.setAttribute("aria-pressed", !this.isPlain);
    announce(this.isPlain ? "Without the page's styles" : "With the page's styles");
  }

  // The first place behind the current one, round the end, for which `isWanted` holds.
  placeAfter(current, count, isWanted) {
    return Array.from({length: count}, (_, step) => (current + 1 + step) % count).find(isWanted);
  }

  tellSaving() {
    const {pending, error} = this.acts;
    this.undoTool.disabled = !this.acts.canUndo && !pending.length;
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
