// Decisions of one or two methods by block, with the same counts as `webwinnow compare`. They are
// computed in the browser, so that they follow the threshold slider at once.

import {countNoun, h} from "/static/dom.js";

export const SIGNS = {kept: "✓", part: "~", dropped: "·", different: "≠"};
export const WORDS = {kept: "kept", part: "kept in part", dropped: "dropped"};

// 1 for each kept run, else 0.
function keepAt(page, decision, threshold) {
  if (threshold === null || !decision.graded) return decision.keep;
  return decision.score.map((score, run) => (page.visible[run] && score >= threshold ? 1 : 0));
}

export class BlockDecisions {
  // One or two sides {name, decision, threshold}.
  constructor(page, sides) {
    this.page = page;
    this.sides = sides.map((side) => ({...side, keep: keepAt(page, side.decision, side.threshold)}));
    const {blocks} = page;
    this.kept = this.sides.map(() => new Uint32Array(blocks.length));
    this.words = this.sides.map(() => 0);
    this.isDifferent = new Uint8Array(blocks.length);
    this.wordsShown = 0;
    this.wordsAlike = 0;
    blocks.forEach((block, place) => this.count(block, place));
  }

  count(block, place) {
    const [first, second] = this.sides;
    let isKept = false;
    let words = 0;
    let alike = 0;
    for (const run of block.runs) {
      const count = this.page.run_words[run];
      this.sides.forEach(({keep}, side) => {
        if (!keep[run]) return;
        isKept = true;
        this.kept[side][place] += 1;
        this.words[side] += count;
      });
      words += count;
      if (second && first.keep[run] !== second.keep[run]) this.isDifferent[place] = 1;
      else alike += count;
    }
    if (block.hidden && !isKept) return;
    this.wordsShown += words;
    this.wordsAlike += alike;
  }

  // "kept", "part" or "dropped".
  outcome(side, place) {
    const kept = this.kept[side][place];
    return kept === 0 ? "dropped" : kept === this.page.blocks[place].runs.length ? "kept" : "part";
  }

  blockDecision(side, place) {
    const {decision, keep, name} = this.sides[side];
    const {runs} = this.page.blocks[place];
    const first = runs.find((run) => keep[run]) ?? runs[0];
    const kind = decision.kinds[decision.kind[first]];
    return {
      name,
      outcome: this.outcome(side, place),
      kept: this.kept[side][place],
      runs: runs.length,
      score: decision.graded ? this.score(decision, runs) : null,
      reason: decision.reasons[decision.reason[first]],
      kind: keep[first] ? kind : null,
    };
  }

  // Mean score, weighted by characters.
  score(decision, runs) {
    const chars = this.page.run_chars;
    const weights = runs.map((run) => chars[run] + 1e-9);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    return runs.reduce((sum, run, place) => sum + decision.score[run] * weights[place], 0) / all;
  }

  get isCompared() {
    return this.sides.length > 1;
  }

  isKeptByAny(place) {
    return this.kept.some((kept) => kept[place] > 0);
  }

  // Indices of the blocks to list.
  listed(withHidden) {
    return [...this.page.blocks.keys()].filter((place) => withHidden || !this.page.blocks[place].hidden || this.isKeptByAny(place));
  }

  // Numbers of kept, partly kept and dropped blocks, and of kept words.
  tally(side) {
    const outcomes = {kept: 0, part: 0, dropped: 0};
    for (const place of this.page.blocks.keys()) outcomes[this.outcome(side, place)] += 1;
    return {...outcomes, words: this.words[side]};
  }

  get differences() {
    return this.isDifferent.reduce((sum, apart) => sum + apart, 0);
  }

  // Groups for PageFrame.paint.
  groups() {
    const [first, second] = this.sides;
    const having = (test) => first.keep.map((_, run) => run).filter(test);
    if (!second) return {kept: having((run) => first.keep[run])};
    return {
      kept: having((run) => first.keep[run] && second.keep[run]),
      "only-first": having((run) => first.keep[run] && !second.keep[run]),
      "only-second": having((run) => !first.keep[run] && second.keep[run]),
    };
  }
}

// Percentage, rounded down.
export function percent(part, whole) {
  return `${whole ? Math.floor((100 * part) / whole) : 100} %`;
}

export function keptCounts(blockDecisions, page) {
  const shown = blockDecisions.listed(false).length;
  const lines = blockDecisions.sides.map(({name, decision}, side) => {
    const {kept, part, words} = blockDecisions.tally(side);
    const more = [decision.page_type, decision.confidence !== null && `confidence ${decision.confidence.toFixed(2)}`, decision.method !== "gold" && `${decision.milliseconds} ms`].filter(Boolean);
    return h("span", {class: "count"},
      h("span", {class: `swatch ${blockDecisions.isCompared ? ["only-first", "only-second"][side] : "kept"}`, "aria-hidden": "true"}),
      h("span", {}, h("strong", {}, name), ` keeps ${kept}${part ? ` and ${part} in part` : ""} of ${countNoun(shown, "block")}, ${words.toLocaleString("en")} of ${countNoun(Math.max(page.words, blockDecisions.wordsShown), "word")}`,
        more.length > 0 && h("span", {class: "quiet"}, ` · ${more.join(" · ")}`)));
  });
  const different = blockDecisions.isCompared && h("span", {class: "count"},
    h("span", {class: "swatch kept", "aria-hidden": "true"}),
    h("span", {}, "both · ", h("strong", {}, `${SIGNS.different} ${countNoun(blockDecisions.differences, "difference")}`), ` · alike: ${percent(blockDecisions.wordsAlike, blockDecisions.wordsShown)} of the words`));
  return [...lines, different];
}
