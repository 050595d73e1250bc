// The blocks of a page as a list of which only what is in sight exists: pages have up to 60,000.

import {fill, h, realMoves} from "/static/dom.js";
import {SIGNS, WORDS} from "/static/verdicts.js";

const ROW = 34; // pixels, as in look.css
const SPARE = 12; // rows above and below what is in sight
const LONGEST = 240; // characters of a row; the inspector has more

export class BlockList {
  constructor({onPick, onHover}) {
    this.onPick = onPick;
    this.onHover = onHover;
    this.places = [];
    this.rank = new Map(); // place → row
    this.current = null;
    this.head = h("div", {class: "block-row block-head", "aria-hidden": "true"});
    this.inner = h("div", {class: "block-rows", role: "presentation"});
    this.list = h("div", {class: "block-list", role: "listbox", tabindex: "0", "aria-label": "Blocks of the page", id: "blocks"}, this.inner);
    this.element = h("div", {class: "block-panel"}, this.head, this.list);
    this.list.addEventListener("scroll", () => this.draw(), {passive: true});
    this.list.addEventListener("click", (event) => this.pick(event));
    const hasMoved = realMoves();
    this.list.addEventListener("mousemove", (event) => hasMoved(event) && this.onHover(this.placeOf(event)));
    this.list.addEventListener("mouseleave", () => this.onHover(null));
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(this.list);
  }

  show(verdicts, places) {
    this.verdicts = verdicts;
    this.places = places;
    this.rank = new Map(places.map((place, row) => [place, row]));
    this.inner.style.height = `${places.length * ROW}px`;
    this.element.classList.toggle("two", verdicts.isCompared);
    fill(this.head, h("span", {}), verdicts.sides.map(({name}) => h("span", {class: "ellipsis", title: name}, name)), h("span", {}, "block"));
    this.draw();
  }

  // Marks the current block and brings it into sight.
  focus(place) {
    this.current = place;
    const row = this.rank.get(place);
    if (row !== undefined) {
      const top = row * ROW;
      const {scrollTop, clientHeight} = this.list;
      if (top < scrollTop || top + ROW > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
    }
    this.draw();
  }

  // The place that is `steps` rows from the current one, or at an end.
  next(steps) {
    if (!this.places.length) return null;
    const before = steps === 1 ? -1 : steps === -1 ? this.places.length : 0;
    const wanted = (this.rank.get(this.current) ?? before) + steps;
    return this.places[Math.max(0, Math.min(this.places.length - 1, wanted))];
  }

  draw() {
    const {scrollTop, clientHeight} = this.list;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    const last = Math.min(this.places.length, Math.ceil((scrollTop + clientHeight) / ROW) + SPARE);
    fill(this.inner, this.places.slice(first, last).map((place, number) => this.row(place, first + number)));
    const row = this.rank.get(this.current);
    if (row >= first && row < last) this.list.setAttribute("aria-activedescendant", `block-${this.current}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  row(place, number) {
    const block = this.verdicts.page.blocks[place];
    const found = this.verdicts.sides.map((_, side) => this.verdicts.verdict(side, place));
    const isApart = this.verdicts.isApart[place];
    const row = h("div", {
      class: rowClass(found, isApart, block),
      role: "option",
      id: `block-${place}`,
      "aria-selected": place === this.current ? "true" : "false",
      "aria-posinset": number + 1,
      "aria-setsize": this.places.length,
      "aria-label": spoken(block, found, isApart),
      dataset: {place},
    },
      h("span", {class: "apart-sign"}, isApart ? SIGNS.different : ""),
      found.map((verdict) => h("span", {class: `mark ${verdict.fate}`}, marked(verdict))),
      h("span", {class: "ellipsis"}, block.hidden && h("span", {class: "tag"}, "hidden"), block.text.slice(0, LONGEST)));
    row.style.transform = `translateY(${number * ROW}px)`;
    return row;
  }

  placeOf(event) {
    const row = event.target.closest("[data-place]");
    return row ? Number(row.dataset.place) : null;
  }

  pick(event) {
    const place = this.placeOf(event);
    if (place !== null) this.onPick(place);
  }

  remove() {
    this.sized.disconnect();
  }
}

function rowClass(found, isApart, block) {
  const names = ["block-row"];
  if (isApart) names.push(found[0].kept >= found[1].kept ? "only-first" : "only-second");
  if (found.every(({fate}) => fate === "dropped")) names.push("gone");
  if (block.hidden) names.push("hidden-block");
  return names.join(" ");
}

// `✓ .93`, `~ 2/5`, `·`
function marked({fate, kept, runs, score}) {
  const part = fate === "part" ? ` ${kept}/${runs}` : "";
  return `${SIGNS[fate]}${part}${score === null ? "" : ` ${score.toFixed(2)}`}`;
}

// What a screen reader says of a block.
export function spoken(block, found, isApart) {
  const verdicts = found.map(({name, fate, score}) => `${found.length > 1 ? `${name}: ` : ""}${WORDS[fate]}${score === null ? "" : `, ${score.toFixed(2)}`}`);
  return `${isApart ? "They differ. " : ""}${verdicts.join("; ")}. ${block.hidden ? "Hidden. " : ""}${block.text.slice(0, LONGEST)}`;
}

// All that is known of one block.
export function inspected(verdicts, place, {isPinned, isSeen}) {
  if (place === null) return [h("p", {class: "quiet"}, "Point at the page, or use the arrow keys, to see why a block is kept.")];
  const block = verdicts.page.blocks[place];
  const found = verdicts.sides.map((_, side) => verdicts.verdict(side, place));
  const facts = [`<${block.tag}>`, `${block.words} word${block.words === 1 ? "" : "s"}`, `block ${block.block}`];
  return [
    h("p", {class: "inspected-facts"},
      isPinned && h("span", {class: "tag"}, "pinned"),
      verdicts.isApart[place] ? h("span", {class: "tag apart"}, `${SIGNS.different} they differ`) : null,
      block.hidden && h("span", {class: "tag"}, "hidden"),
      h("span", {class: "quiet"}, facts.join(" · ")),
      !block.hidden && !isSeen && h("span", {class: "quiet"}, " · not visible on the page as shown")),
    h("p", {class: "inspected-text"}, block.text.slice(0, 400)),
    h("dl", {class: "inspected"}, found.map((verdict) => [
      h("dt", {}, verdict.name),
      h("dd", {},
        h("span", {class: `mark ${verdict.fate}`}, `${SIGNS[verdict.fate]} ${WORDS[verdict.fate]}${verdict.fate === "part" ? ` (${verdict.kept} of ${verdict.runs} parts)` : ""}`),
        verdict.score !== null && h("span", {class: "score"}, h("meter", {min: 0, max: 1, value: verdict.score, "aria-label": "score"}), verdict.score.toFixed(2)),
        h("span", {}, [verdict.reason === WORDS[verdict.fate] ? null : verdict.reason, verdict.kind].filter(Boolean).join(" · "))),
    ])),
  ];
}
