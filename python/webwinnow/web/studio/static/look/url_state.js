// State of the Look view in the URL.

import {at} from "/static/api.js";

// Parse the state from a query, so that a view can be bookmarked and shared.
export function stateIn(query, {methods, formats}) {
  const threshold = Number(query.get("threshold") || "x");
  return {
    method: query.get("method") || methods.find((one) => one.is_default)?.name || methods[0].name,
    preset: query.get("preset") || null,
    against: query.get("against") || null,
    threshold: threshold >= 0 && threshold <= 1 ? threshold : null,
    isPlain: query.get("plain") === "1",
    withHidden: query.get("hidden") === "1",
    tab: query.get("tab") === "blocks" ? "blocks" : "text",
    to: formats.includes(query.get("to")) ? query.get("to") : "text",
  };
}

export function urlOf(page, state) {
  return at(`#/look/${encodeURIComponent(page)}`, {
    method: state.method,
    preset: state.preset,
    against: state.against,
    threshold: state.threshold,
    plain: state.isPlain ? "1" : null,
    hidden: state.withHidden ? "1" : null,
    tab: state.tab === "text" ? null : state.tab,
    to: state.to === "text" ? null : state.to,
  });
}
