// How much each side keeps, and how far two of them agree, in words.

import {counted, h} from "/static/dom.js";
import {SIGNS, percent} from "/static/verdicts.js";

export function counts(verdicts, page) {
  const shown = verdicts.listed(false).length;
  const lines = verdicts.sides.map(({name, decision}, side) => {
    const {kept, part, words} = verdicts.tally(side);
    const more = [decision.page_type, decision.confidence !== null && `confidence ${decision.confidence.toFixed(2)}`, decision.method !== "gold" && `${decision.milliseconds} ms`].filter(Boolean);
    return h("span", {class: "count"},
      h("span", {class: `swatch ${verdicts.isCompared ? ["only-first", "only-second"][side] : "kept"}`, "aria-hidden": "true"}),
      h("span", {}, h("strong", {}, name), ` keeps ${kept}${part ? ` and ${part} in part` : ""} of ${counted(shown, "block")}, ${words.toLocaleString("en")} of ${counted(Math.max(page.words, verdicts.wordsShown), "word")}`,
        more.length > 0 && h("span", {class: "quiet"}, ` · ${more.join(" · ")}`)));
  });
  const different = verdicts.isCompared && h("span", {class: "count"},
    h("span", {class: "swatch kept", "aria-hidden": "true"}),
    h("span", {}, "both · ", h("strong", {}, `${SIGNS.different} ${counted(verdicts.differences, "difference")}`), ` · alike: ${percent(verdicts.wordsAlike, verdicts.wordsShown)} of the words`));
  return [...lines, different];
}
