// One page is labelled by one annotator: on the page itself, and in the list of its blocks beside it.

import {at, get, post} from "/static/api.js";
import {Acts, unsavedActs} from "/static/acts.js";
import {fill, h} from "/static/dom.js";
import {LabelView} from "/static/label_view.js";
import {labelling, problemLine, remember, rememberedName} from "/static/parts.js";

export async function show(host, {project, page}, query) {
  const annotator = query.get("as");
  if (!annotator) return askName(host, project, page);
  remember(annotator);
  const address = `/api/projects/${encodeURIComponent(project)}/pages/${encodeURIComponent(page)}`;
  const who = {annotator};
  // What was done here a moment ago and is still on its way is part of it.
  const before = unsavedActs(address, who);
  const [about, state] = await Promise.all([
    get(`/api/projects/${encodeURIComponent(project)}`), get(at(address, who))]);
  const view = new LabelView(host, about, state, annotator, before ?? new Acts(address, who, state));
  return view.begin(host);
}

function askName(host, project, page) {
  const name = h("input", {type: "text", required: true, value: rememberedName(), maxlength: 200});
  const {line, say} = problemLine();
  const begin = async (event) => {
    event.preventDefault();
    try {
      const kept = await post(`/api/projects/${encodeURIComponent(project)}/annotators`, {name: name.value});
      if (line.isConnected) location.replace(labelling(project, page, kept.name));
    } catch (error) {
      say(error.message);
    }
  };
  fill(host, h("div", {class: "annotating pile"},
    h("h1", {}, "Who are you?"),
    h("form", {class: "row card", onsubmit: begin}, h("label", {}, "Annotate as", name), h("button", {class: "main"}, "Begin"), line)));
}
