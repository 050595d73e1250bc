// List of the blocks of a page, or of their parts, and the selection in it.

import {h} from "/static/dom.js";

// Longer texts are truncated.
const SHOWN_CHARACTERS = 300;

export class UnitList {
  // `picked(first, last, event)` is called with indices after a click or a drag.
  constructor({name, isMulti = false, picked}) {
    this.picked = picked;
    this.element = h("div", {class: "units", role: "listbox", tabindex: 0, "aria-label": name, "aria-multiselectable": isMulti ? "true" : null});
    this.options = [];
    this.selected = [];
    this.drag = null;
    this.element.addEventListener("pointerdown", (event) => this.begin(event));
    this.element.addEventListener("pointermove", (event) => this.extend(event));
    this.element.addEventListener("click", (event) => this.finish(event));
    this.closing = new AbortController();
    window.addEventListener("pointerup", (event) => this.drag && !this.element.contains(event.target) && this.finish(event), {signal: this.closing.signal});
  }

  close() {
    this.closing.abort();
  }

  // `content(unit)` creates the content of a row.
  fill(units, content) {
    this.options = units.map((unit, place) => (
      h("div", {role: "option", id: `unit-${place}`, class: "unit", "aria-selected": "false", dataset: {place}}, content(unit))));
    this.selected = [];
    this.element.replaceChildren(...this.options);
  }

  // Replace the label chip of a unit.
  sign(place, sign) {
    this.options[place]?.firstElementChild.replaceWith(sign);
  }

  select(current, first, last, {scroll = true} = {}) {
    for (const place of this.selected) {
      this.options[place]?.setAttribute("aria-selected", "false");
      this.options[place]?.classList.remove("current");
    }
    this.selected = [];
    for (let place = first; place <= last; place++) this.selected.push(place);
    for (const place of this.selected) this.options[place]?.setAttribute("aria-selected", "true");
    const option = this.options[current];
    if (!option) {
      this.element.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("current");
    this.element.setAttribute("aria-activedescendant", option.id);
    if (scroll) option.scrollIntoView({block: "nearest"});
  }

  placeOf(event) {
    const option = event.target.closest?.("[data-place]");
    return option ? Number(option.dataset.place) : null;
  }

  // Touch drags scroll, so only a mouse or a pen selects by dragging.
  begin(event) {
    const place = this.placeOf(event);
    this.drag = place === null || event.button || event.pointerType === "touch" ? null : {from: place, to: place};
  }

  extend(event) {
    if (!this.drag || !(event.buttons & 1)) return;
    const place = this.placeOf(event);
    if (place === null || place === this.drag.to) return;
    this.drag.to = place;
    this.paintDrag();
    event.preventDefault();
  }

  // After a drag between two options, the browser fires a click on the list itself.
  finish(event) {
    const place = this.placeOf(event);
    const {from, to} = this.drag ?? {from: place, to: place};
    this.drag = null;
    this.paintDrag();
    if (from !== null && to !== null) this.picked(Math.min(from, to), Math.max(from, to), event);
  }

  paintDrag() {
    const {from, to} = this.drag ?? {from: 0, to: -1};
    for (const option of this.element.querySelectorAll(".dragged")) option.classList.remove("dragged");
    if (!this.drag) return;
    for (let place = Math.min(from, to); place <= Math.max(from, to); place++) this.options[place].classList.add("dragged");
  }
}

// Shorten a text for screen readers.
export const shortened = (text) => text.slice(0, 80);

export function unitText(text) {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return h("span", {class: "text", dir: "auto"}, shown);
}

// Chip of a label: colour, sign and name.
export function chip(label, {isSuggested = false} = {}) {
  return h("span", {class: `chip ${label.tint ?? "none"}${isSuggested ? " suggested" : ""}`, title: isSuggested ? "suggested by a method, not yet checked" : label.meaning},
    h("span", {class: "sign", "aria-hidden": "true"}, label.sign), label.name,
    isSuggested ? [h("span", {"aria-hidden": "true"}, "?"), h("span", {class: "sr"}, ", suggested")] : null);
}

export class Selection {
  constructor(count) {
    this.count = count;
    this.anchor = 0;
    this.current = 0;
  }

  get first() {
    return Math.min(this.anchor, this.current);
  }

  get last() {
    return Math.max(this.anchor, this.current);
  }

  get places() {
    return this.count ? Array.from({length: this.last - this.first + 1}, (_, step) => this.first + step) : [];
  }

  go(place) {
    this.current = this.anchor = this.inside(place);
  }

  extend(place) {
    this.current = this.inside(place);
  }

  // Set both ends; the last one moves.
  set(first, last) {
    this.anchor = this.inside(first);
    this.current = this.inside(last);
  }

  inside(place) {
    return Math.max(0, Math.min(this.count - 1, place));
  }
}
