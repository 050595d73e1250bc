// Export of a project as an archive, and a link to training.

import {at} from "/static/api.js";
import {h, toast} from "/static/dom.js";
import {problemLine} from "/static/components.js";

const FORMATS = [
  ["set", "Gold set: pages, texts and segments, for webwinnow evaluate and train"],
  ["cleaneval", "CleanEval gold: texts with <h>, <p> and <l>, beside the pages"],
  ["runs", "Labelled runs, for research: JSON Lines, which webwinnow commands do not read"],
];

export function exportSection(url, project) {
  const format = h("select", {}, FORMATS.map(([value, words]) => h("option", {value}, words)));
  const whose = h("select", {},
    h("option", {value: ""}, "final labels: settled, or the same from all annotators"),
    project.annotators.map(({name}) => h("option", {value: name}, name)));
  const {line, showProblem} = problemLine();
  const button = h("button", {}, "Download");
  const download = async (event) => {
    event.preventDefault();
    button.disabled = true;
    showProblem(await save(at(`${url}/export`, {format: format.value, annotator: whose.value}), `${project.name}-${format.value}.zip`));
    button.disabled = false;
  };
  return h("section", {class: "card", "aria-labelledby": "export"}, h("h2", {id: "export"}, "Export and train"),
    h("form", {class: "export", onsubmit: download},
      h("label", {class: "entry"}, h("span", {}, "Format"), format),
      h("label", {class: "entry"}, h("span", {}, "Whose labels"), whose),
      h("div", {class: "row"}, button, h("a", {class: "button", href: `#/training?project=${project.id}`}, "Train a method on it")), line));
}

// Download a file; return the server's error message, or "".
async function save(url, fallback) {
  const response = await fetch(url).catch(() => null);
  if (!response) return "The server does not respond; is it still running?";
  if (!response.ok) return (await response.json().catch(() => null))?.error ?? `The server responded with status ${response.status}`;
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") ?? "");
  const objectUrl = URL.createObjectURL(await response.blob());
  h("a", {href: objectUrl, download: named ? decodeURIComponent(named[1]) : fallback}).click();
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000);
  toast("Archive downloaded");
  return "";
}
