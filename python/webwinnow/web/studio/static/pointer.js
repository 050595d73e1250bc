// Pointer events over the page: hover, click, drag.

import {realMoves} from "/static/dom.js";
import {preventEvent, boundingBox} from "/static/frame_helpers.js";

const TOLERANCE = 3; // tolerance in pixels around a text
const MAX_SEARCHED = 60; // texts of an element to search for the one under the pointer

export class Pointer {
  constructor(page) {
    this.page = page; // a PageFrame
    this.hasMoved = realMoves();
    this.forget();
  }

  forget() {
    this.over = this.pressed = this.dragged = null;
    this.wasDragged = false;
  }

  press(event) {
    preventEvent(event);
    // Keep the focus out of the page, so that the view gets the keys.
    this.page.surface.focus({preventScroll: true});
    this.pressed = event.button === 0 ? this.at(event) : null;
    this.dragged = null;
    this.wasDragged = false;
  }

  // Browsers fire mousemove once per frame, so no throttling is needed.
  move(event) {
    if (!(event.buttons & 1)) this.letGo(null);
    if (this.hasMoved(event)) this.hover(this.at(event));
  }

  hover(run) {
    if (run === this.over) return;
    this.over = run;
    this.page.emit("hover", run);
    if (this.pressed !== null && run !== null && (run !== this.pressed || this.wasDragged)) {
      this.wasDragged = true;
      this.dragged = run;
      this.page.emit("dragging", this.pressed, run);
    }
  }

  release(event) {
    preventEvent(event);
    if (event.button === 0) this.letGo(this.at(event));
  }

  // A drag that ends beside a text ends at the last text that it was over.
  letGo(run) {
    const first = this.pressed;
    const last = run ?? this.dragged;
    this.pressed = this.dragged = null;
    if (first === null || last === null || (last === first && !this.wasDragged)) return;
    this.wasDragged = true;
    this.page.emit("drag", first, last);
  }

  click(event) {
    preventEvent(event);
    const run = this.at(event);
    if (!this.wasDragged && run !== null) this.page.emit("click", run, event);
    this.wasDragged = false;
  }

  // Run under the pointer, or null.
  at({clientX, clientY}) {
    const caret = this.page.document.caretPositionFromPoint?.(clientX, clientY)?.offsetNode
      ?? this.page.document.caretRangeFromPoint?.(clientX, clientY)?.startContainer;
    const run = this.page.runs.get(caret) ?? null;
    if (run !== null && this.isAt(run, clientX, clientY)) return run;
    const element = this.page.document.elementFromPoint(clientX, clientY);
    if (!element || element === this.page.document.body || element === this.page.document.documentElement) return null;
    const inside = this.runsUnder(element, MAX_SEARCHED);
    return inside.find((one) => this.isAt(one, clientX, clientY)) ?? (inside.length === 1 ? inside[0] : null);
  }

  isAt(run, x, y) {
    const around = boundingBox(this.page.boxesOf(run));
    return around !== null && x >= around.left - TOLERANCE && x <= around.right + TOLERANCE && y >= around.top - TOLERANCE && y <= around.bottom + TOLERANCE;
  }

  runsUnder(element, most) {
    const found = [];
    if (this.page.runs.has(element)) found.push(this.page.runs.get(element));
    const walker = this.page.document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (found.length < most && walker.nextNode()) {
      const run = this.page.runs.get(walker.currentNode);
      if (run !== undefined) found.push(run);
    }
    return found;
  }
}
