// What one method, or two, say of each block of a page: the same sums as `webwinnow compare`, done
// here so that they follow the threshold at once.

export const SIGNS = {kept: "✓", part: "~", dropped: "·", different: "≠"};
export const WORDS = {kept: "kept", part: "kept in part", dropped: "dropped"};

// Which runs are kept: 1 or 0 for each.
function keepAt(page, decision, threshold) {
  if (threshold === null || !decision.graded) return decision.keep;
  return decision.score.map((score, run) => (page.visible[run] && score >= threshold ? 1 : 0));
}

export class Verdicts {
  // Sides are {name, decision, threshold}, one or two.
  constructor(page, sides) {
    this.page = page;
    this.sides = sides.map((side) => ({...side, keep: keepAt(page, side.decision, side.threshold)}));
    const {blocks} = page;
    this.kept = this.sides.map(() => new Uint32Array(blocks.length));
    this.words = this.sides.map(() => 0);
    this.isApart = new Uint8Array(blocks.length);
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
      if (second && first.keep[run] !== second.keep[run]) this.isApart[place] = 1;
      else alike += count;
    }
    if (block.hidden && !isKept) return;
    this.wordsShown += words;
    this.wordsAlike += alike;
  }

  // "kept", "part" or "dropped".
  fate(side, place) {
    const kept = this.kept[side][place];
    return kept === 0 ? "dropped" : kept === this.page.blocks[place].runs.length ? "kept" : "part";
  }

  verdict(side, place) {
    const {decision, keep, name} = this.sides[side];
    const {runs} = this.page.blocks[place];
    const first = runs.find((run) => keep[run]) ?? runs[0];
    const kind = decision.kinds[decision.kind[first]];
    return {
      name,
      fate: this.fate(side, place),
      kept: this.kept[side][place],
      runs: runs.length,
      score: decision.graded ? this.score(decision, runs) : null,
      reason: decision.reasons[decision.reason[first]],
      kind: keep[first] ? kind : null,
    };
  }

  // The mean over characters.
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

  // Places of the blocks to list.
  listed(withHidden) {
    return [...this.page.blocks.keys()].filter((place) => withHidden || !this.page.blocks[place].hidden || this.isKeptByAny(place));
  }

  // Whole blocks that a side keeps, and those in part.
  tally(side) {
    const fates = {kept: 0, part: 0, dropped: 0};
    for (const place of this.page.blocks.keys()) fates[this.fate(side, place)] += 1;
    return {...fates, words: this.words[side]};
  }

  get differences() {
    return this.isApart.reduce((sum, apart) => sum + apart, 0);
  }

  // For PageFrame.paint.
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

// A share that is never called 100 % where something is missing.
export function percent(part, whole) {
  return `${whole ? Math.floor((100 * part) / whole) : 100} %`;
}
