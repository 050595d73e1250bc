// Add pages to a project from files, URLs and page sets.

import {at, get, post, send} from "/static/api.js";
import {countNoun, fill, h, debounce, toast} from "/static/dom.js";
import {problemLine} from "/static/components.js";

// Longer lists need a search.
const MAX_NAMES = 200;

// `added` is called after pages were added.
export function addPages(project, sets, added) {
  return h("details", {class: "card add-pages"},
    h("summary", {}, h("h2", {}, "Add pages")),
    h("div", {class: "grid"}, fromFiles(project, added), fromUrls(project, added), fromSet(project, sets, added)));
}

function fromFiles(project, added) {
  const bar = h("progress", {"aria-label": "Files added", hidden: true});
  const {line, showProblem} = problemLine();
  const input = h("input", {type: "file", multiple: true, accept: ".html,.htm,.xhtml,text/html", onchange: () => addAll([...input.files])});
  const zone = h("div", {class: "drop-zone"}, h("label", {class: "entry"}, h("span", {}, "HTML files"), input), h("p", {class: "quiet"}, "or drop them here"), bar, line);

  async function addAll(files) {
    if (!files.length) return;
    showProblem();
    Object.assign(bar, {hidden: false, max: files.length, value: 0});
    const tally = new AddedPages();
    for (const file of files) {
      await tally.count(file.name, () => send(at(`/api/projects/${project}/pages`, {name: nameOf(file)}), file, file.type || "text/html"));
      bar.value += 1;
    }
    bar.hidden = true;
    input.value = "";
    showProblem(tally.problems());
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

// Counts added and rejected pages.
class AddedPages {
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
    return `${countNoun(this.added, "page")} added${this.refused.length ? `, ${this.refused.length} rejected` : ""}`;
  }

  problems() {
    return this.refused.map((line) => h("span", {class: "problem"}, line));
  }
}

function fromUrls(project, added) {
  const text = h("textarea", {rows: 3, placeholder: "https://…", spellcheck: "false"});
  const {line, showProblem} = problemLine();
  const button = h("button", {}, "Fetch and add");
  const fetchAll = async (event) => {
    event.preventDefault();
    const urls = text.value.split(/\s+/).filter(Boolean);
    if (!urls.length) return showProblem("Enter one URL per line.");
    showProblem();
    button.disabled = true;
    const tally = new AddedPages();
    for (const url of urls) await tally.count(url, () => post(`/api/projects/${project}/pages/address`, {url}));
    button.disabled = false;
    if (!tally.refused.length) text.value = "";
    showProblem(tally.problems());
    toast(tally.words());
    added();
  };
  return h("form", {onsubmit: fetchAll}, h("label", {class: "entry"}, h("span", {}, "URLs, one per line"), text), button, line);
}

function fromSet(project, sets, added) {
  if (!sets.length) {
    return h("div", {}, h("h3", {}, "From a set"), h("p", {class: "quiet"}, "No set is loaded. Name files or folders when you start the studio: ", h("code", {}, "webwinnow studio SET…")));
  }
  const choice = h("select", {onchange: () => list(true)}, sets.map(({id, name}) => h("option", {value: id}, name)));
  const search = h("input", {type: "search", oninput: debounce(() => list())});
  const names = h("select", {multiple: true, size: 6, class: "names"});
  const all = h("button", {type: "button", onclick: () => add({all: true})}, "Add all");
  const some = h("button", {onclick: () => add({names: [...names.selectedOptions].map(({value}) => value)})}, "Add selected");
  const gold = h("input", {type: "checkbox"});
  const {line, showProblem} = problemLine();

  // Ignore outdated responses: they can be those of another set.
  let turn = 0;
  async function list(isOther = false) {
    const mine = ++turn;
    if (isOther) fill(names);
    try {
      const found = await get(at(`/api/sets/${encodeURIComponent(choice.value)}`, {from: 0, count: MAX_NAMES, search: search.value}));
      if (mine !== turn) return;
      fill(names, found.names.map((name) => h("option", {value: name}, name)));
      showProblem(found.found > MAX_NAMES ? `The first ${MAX_NAMES} of ${found.found.toLocaleString("en")}: search for others.` : "");
    } catch (error) {
      if (mine === turn) showProblem(error.message);
    }
  }
  async function add(which) {
    if (which.names && !which.names.length) return showProblem("Choose some pages first.");
    showProblem();
    all.disabled = some.disabled = true;
    try {
      const response = await post(`/api/projects/${project}/pages/from-set`, {set: choice.value, gold: gold.checked, ...which});
      showProblem(response.refused.map(({name, what}) => h("span", {class: "problem"}, `${name}: ${what}`)));
      toast(`${countNoun(response.added, "page")} added${response.same ? `, ${response.same} already in the project` : ""}`);
      added();
    } catch (error) {
      showProblem(error.message);
    }
    all.disabled = some.disabled = false;
  }
  list();
  return h("form", {onsubmit: (event) => event.preventDefault()},
    h("label", {class: "entry"}, h("span", {}, "From a set"), choice),
    h("label", {class: "entry"}, h("span", {}, "Search its pages"), search),
    h("label", {class: "entry"}, h("span", {}, "Pages"), names),
    h("label", {class: "check"}, gold, "with the set's gold as an annotator"),
    h("div", {class: "row"}, some, all), line);
}
