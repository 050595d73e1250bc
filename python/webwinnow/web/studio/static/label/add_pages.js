// Pages come into a project as files, from addresses and from loaded sets.

import {at, get, post, send} from "/static/api.js";
import {counted, fill, h, settled, toast} from "/static/dom.js";
import {problemLine} from "/static/parts.js";

// More names than that are not looked through by eye; a search finds them.
const MOST_NAMES = 200;

// `added` is called after pages have come.
export function addPages(project, sets, added) {
  return h("details", {class: "card add-pages"},
    h("summary", {}, h("h2", {}, "Add pages")),
    h("div", {class: "grid"}, fromFiles(project, added), fromAddresses(project, added), fromSet(project, sets, added)));
}

function fromFiles(project, added) {
  const bar = h("progress", {"aria-label": "Files added", hidden: true});
  const {line, say} = problemLine();
  const input = h("input", {type: "file", multiple: true, accept: ".html,.htm,.xhtml,text/html", onchange: () => addAll([...input.files])});
  const zone = h("div", {class: "drop-zone"}, h("label", {class: "entry"}, h("span", {}, "HTML files"), input), h("p", {class: "quiet"}, "or drop them here"), bar, line);

  async function addAll(files) {
    if (!files.length) return;
    say();
    Object.assign(bar, {hidden: false, max: files.length, value: 0});
    const tally = new Tally();
    for (const file of files) {
      await tally.count(file.name, () => send(at(`/api/projects/${project}/pages`, {name: nameOf(file)}), file, file.type || "text/html"));
      bar.value += 1;
    }
    bar.hidden = true;
    input.value = "";
    say(tally.problems());
    toast(tally.words());
    added();
  }
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    addAll([...event.dataTransfer.files]);
  });
  return zone;
}

const nameOf = ({name}) => name.replace(/\.(x?html?)$/i, "") || name;

// What became of several pages.
class Tally {
  added = 0;
  refused = [];

  async count(name, act) {
    try {
      await act();
      this.added += 1;
    } catch (error) {
      this.refused.push(`${name}: ${error.message}`);
    }
  }

  words() {
    return `${counted(this.added, "page")} added${this.refused.length ? `, ${this.refused.length} not` : ""}`;
  }

  problems() {
    return this.refused.map((line) => h("span", {class: "told"}, line));
  }
}

function fromAddresses(project, added) {
  const text = h("textarea", {rows: 3, placeholder: "https://…", spellcheck: "false"});
  const {line, say} = problemLine();
  const button = h("button", {}, "Fetch and add");
  const fetchAll = async (event) => {
    event.preventDefault();
    const addresses = text.value.split(/\s+/).filter(Boolean);
    if (!addresses.length) return say("Give an address on each line.");
    say();
    button.disabled = true;
    const tally = new Tally();
    for (const url of addresses) await tally.count(url, () => post(`/api/projects/${project}/pages/address`, {url}));
    button.disabled = false;
    if (!tally.refused.length) text.value = "";
    say(tally.problems());
    toast(tally.words());
    added();
  };
  return h("form", {onsubmit: fetchAll}, h("label", {class: "entry"}, h("span", {}, "Addresses, one on a line"), text), button, line);
}

function fromSet(project, sets, added) {
  if (!sets.length) {
    return h("div", {}, h("h3", {}, "From a set"), h("p", {class: "quiet"}, "No set is loaded. Name files or folders when you start the studio: ", h("code", {}, "webwinnow studio SET…")));
  }
  const choice = h("select", {onchange: () => list(true)}, sets.map(({id, name}) => h("option", {value: id}, name)));
  const search = h("input", {type: "search", oninput: settled(() => list())});
  const names = h("select", {multiple: true, size: 6, class: "names"});
  const all = h("button", {type: "button", onclick: () => add({all: true})}, "Add all");
  const some = h("button", {onclick: () => add({names: [...names.selectedOptions].map(({value}) => value)})}, "Add the chosen");
  const gold = h("input", {type: "checkbox"});
  const {line, say} = problemLine();

  // Answers to what is no longer asked are passed over: names of one set must not stand under that of another.
  let turn = 0;
  async function list(isOther = false) {
    const mine = ++turn;
    if (isOther) fill(names);
    try {
      const found = await get(at(`/api/sets/${encodeURIComponent(choice.value)}`, {from: 0, count: MOST_NAMES, search: search.value}));
      if (mine !== turn) return;
      fill(names, found.names.map((name) => h("option", {value: name}, name)));
      say(found.found > MOST_NAMES ? `The first ${MOST_NAMES} of ${found.found.toLocaleString("en")}: search for others.` : "");
    } catch (error) {
      if (mine === turn) say(error.message);
    }
  }
  async function add(which) {
    if (which.names && !which.names.length) return say("Choose some pages first.");
    say();
    all.disabled = some.disabled = true;
    try {
      const answer = await post(`/api/projects/${project}/pages/from-set`, {set: choice.value, gold: gold.checked, ...which});
      say(answer.refused.map(({name, what}) => h("span", {class: "told"}, `${name}: ${what}`)));
      toast(`${counted(answer.added, "page")} added${answer.same ? `, ${answer.same} were there already` : ""}`);
      added();
    } catch (error) {
      say(error.message);
    }
    all.disabled = some.disabled = false;
  }
  list();
  return h("form", {onsubmit: (event) => event.preventDefault()},
    h("label", {class: "entry"}, h("span", {}, "From a set"), choice),
    h("label", {class: "entry"}, h("span", {}, "Search its pages"), search),
    h("label", {class: "entry"}, h("span", {}, "Pages"), names),
    h("label", {class: "check"}, gold, "with the set's gold, as one more annotator"),
    h("div", {class: "row"}, some, all), line);
}
