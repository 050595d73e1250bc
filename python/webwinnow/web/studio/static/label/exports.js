// What comes out of a project: archives with its labels, and training.

import {at} from "/static/api.js";
import {h, toast} from "/static/dom.js";
import {problemLine} from "/static/parts.js";

const FORMATS = [
  ["set", "A set: pages, texts and segments, as webwinnow evaluate and train read it"],
  ["cleaneval", "CleanEval gold: texts with <h>, <p> and <l>, beside the pages"],
  ["runs", "Labelled runs, for research: a line of JSON for each page, which no command of webwinnow reads"],
];

export function exporting(address, project) {
  const format = h("select", {}, FORMATS.map(([value, words]) => h("option", {value}, words)));
  const whose = h("select", {},
    h("option", {value: ""}, "what holds: settled, or said by all who are done"),
    project.annotators.map(({name}) => h("option", {value: name}, name)));
  const {line, say} = problemLine();
  const button = h("button", {}, "Download");
  const download = async (event) => {
    event.preventDefault();
    button.disabled = true;
    say(await save(at(`${address}/export`, {format: format.value, annotator: whose.value}), `${project.name}-${format.value}.zip`));
    button.disabled = false;
  };
  return h("section", {class: "card", "aria-labelledby": "export"}, h("h2", {id: "export"}, "Export and train"),
    h("form", {class: "export", onsubmit: download},
      h("label", {class: "entry"}, h("span", {}, "Format"), format),
      h("label", {class: "entry"}, h("span", {}, "Whose labels"), whose),
      h("div", {class: "row"}, button, h("a", {class: "button", href: `#/training?project=${project.id}`}, "Train a method on it")), line));
}

// Gives the browser a file; what the server says against it is returned.
async function save(address, fallback) {
  const answer = await fetch(address).catch(() => null);
  if (!answer) return "The studio's server does not answer; is it still running?";
  if (!answer.ok) return (await answer.json().catch(() => null))?.error ?? `The server said ${answer.status}`;
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
  const url = URL.createObjectURL(await answer.blob());
  h("a", {href: url, download: named ? decodeURIComponent(named[1]) : fallback}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  toast("The archive is in your downloads");
  return "";
}
