// One project: its pages, its annotators and how they agree, and what comes out of it.

import {get, patch, post, remove} from "/static/api.js";
import {counted, empty, fill, h, settled, toast} from "/static/dom.js";
import {addPages} from "/static/add_pages.js";
import {agreement} from "/static/agreement.js";
import {exporting} from "/static/exports.js";
import {allSent} from "/static/acts.js";
import {confirmed, labelling, meter, methodOptions, problemLine, remember, rememberedName, settling} from "/static/parts.js";

// A table of more rows is slow to lay out, and nobody reads it; the filter finds the rest.
const MOST_ROWS = 300;
const STATES = {untouched: ["○", "untouched"], begun: ["◐", "begun"], done: ["●", "done"]};

export async function show(host, {project: id}) {
  const address = `/api/projects/${encodeURIComponent(id)}`;
  // What was labelled a moment ago is to be seen here.
  await allSent();
  const [first, sets, {methods}] = await Promise.all([get(address), get("/api/sets"), get("/api/methods")]);
  const before = h("div", {class: "pile"});
  const after = h("div", {class: "pile"});
  const reload = async () => {
    try {
      draw(await get(address));
    } catch (error) {
      toast(error.message, {isError: true});
    }
  };
  const adding = addPages(first.id, sets, reload);
  // All but what somebody may be filling in.
  const draw = (project) => {
    const hasPages = project.pages.length > 0;
    adding.open ||= !hasPages;
    fill(before, hasPages ? [start(project), h("div", {class: "grid"}, people(project), differences(project)), pages(project, reload)]
      : empty("No pages yet", "Add files, addresses or pages of a set."));
    fill(after, hasPages ? [agreement(address), exporting(address, project)] : null);
  };
  draw(first);
  const heading = h("h1", {}, first.name);
  fill(host, h("div", {class: "annotating pile project-view"},
    h("div", {}, h("a", {href: "#/projects"}, "← All projects"), heading),
    before, adding, after, about(first, methods, address, heading)));
}

// The name, and off to the first page that is not done.
function start(project) {
  const name = h("input", {type: "text", required: true, list: "annotators", value: rememberedName(), maxlength: 200, autocomplete: "off"});
  const {line, say} = problemLine();
  const begin = async (event) => {
    event.preventDefault();
    try {
      const {name: kept} = await post(`/api/projects/${project.id}/annotators`, {name: name.value});
      remember(kept);
      if (!line.isConnected) return;
      const page = project.pages.find(({states}) => states[kept] !== "done") ?? project.pages[0];
      if (page) location.hash = labelling(project.id, page.id, kept);
      else say("The project has no pages yet: add some first.");
    } catch (error) {
      say(error.message);
    }
  };
  return h("form", {class: "row start card", onsubmit: begin},
    h("label", {}, "Annotate as", name),
    h("datalist", {id: "annotators"}, project.annotators.map((annotator) => h("option", {value: annotator.name}))),
    h("button", {class: "main"}, "Begin"), line);
}

function people(project) {
  return h("section", {class: "card", "aria-labelledby": "people"}, h("h2", {id: "people"}, "Annotators"),
    project.annotators.length
      ? h("ul", {class: "meters"}, project.annotators.map((annotator) => h("li", {}, meter(annotator, project.pages.length))))
      : h("p", {class: "quiet"}, "Nobody yet. Several people give the project a gold that can be trusted: let at least two label each page."));
}

function differences(project) {
  const open = project.pages.filter(({open}) => open);
  const settledPages = project.pages.filter((page) => page.settled).length;
  return h("section", {class: "card", "aria-labelledby": "differences"}, h("h2", {id: "differences"}, "Differences"),
    open.length
      ? [h("p", {}, `${counted(open.length, "page")} with open differences.`), h("a", {class: "button", href: settling(project.id, open[0].id)}, "Settle them")]
      : h("p", {class: "quiet"}, "None is open. They appear here when two annotators have done the same page."),
    settledPages ? h("p", {class: "quiet"}, `${counted(settledPages, "page")} settled.`) : null);
}

function pages(project, reload) {
  if (!project.pages.length) return null;
  const body = h("tbody");
  const count = h("p", {class: "quiet", role: "status"});
  const filter = h("input", {type: "search", oninput: settled(() => list(filter.value))});
  const people_ = project.annotators.map(({name}) => name);
  function list(wanted = "") {
    const found = project.pages.filter(({name, url}) => `${name} ${url ?? ""}`.toLowerCase().includes(wanted.toLowerCase()));
    fill(body, found.slice(0, MOST_ROWS).map((page) => row(project, page, people_, reload)));
    count.textContent = found.length > MOST_ROWS ? `The first ${MOST_ROWS} of ${counted(found.length, "page")}` : counted(found.length, "page");
  }
  list();
  return h("section", {class: "card", "aria-labelledby": "pages"},
    h("div", {class: "row spread"}, h("h2", {id: "pages"}, "Pages"), h("label", {}, "Filter", filter)),
    h("div", {class: "scroll"}, h("table", {class: "pages"},
      h("thead", {}, h("tr", {}, h("th", {}, "Page"), h("th", {}, "Site"), h("th", {class: "number"}, "Words"), people_.map((name) => h("th", {}, name)), h("th", {}, "Gold"), h("th", {}, h("span", {class: "sr"}, "Remove")))),
      body)),
    count);
}

function row(project, page, people_, reload) {
  const mine = rememberedName();
  const link = people_.includes(mine) ? h("a", {href: labelling(project.id, page.id, mine)}, page.name) : page.name;
  return h("tr", {},
    h("th", {scope: "row"}, link, page.url ? h("span", {class: "quiet address"}, page.url) : null),
    h("td", {dataset: {name: "Site"}}, siteOf(project, page)),
    h("td", {class: "number", dataset: {name: "Words"}}, page.words.toLocaleString("en")),
    people_.map((name) => h("td", {dataset: {name}}, stateOf(page.states[name]))),
    h("td", {dataset: {name: "Gold"}}, goldOf(project, page)),
    h("td", {}, h("button", {class: "plain", "aria-label": `Remove ${page.name}`, title: "Remove the page", onclick: () => removed(project, page, reload)}, "×")));
}

// Training tries what it has learned on other sites: whoever knows what site a page is of can say so.
function siteOf(project, page) {
  const field = h("input", {type: "text", class: "site", value: page.site, maxlength: 200, "aria-label": `Site of ${page.name}`, onchange: save});
  async function save() {
    try {
      const told = await patch(`/api/projects/${project.id}/pages/${page.id}`, {site: field.value});
      page.site = told.site;
    } catch (error) {
      toast(error.message, {isError: true});
    }
    field.value = page.site;
  }
  return field;
}

function stateOf(state = "untouched") {
  const [sign, word] = STATES[state];
  return h("span", {class: `state ${state}`}, h("span", {"aria-hidden": "true"}, sign), " ", word);
}

function goldOf(project, page) {
  if (page.overruled) return h("a", {href: settling(project.id, page.id)}, `≠ decided against what all say: ${counted(page.overruled, "block")}`);
  if (page.settled && !page.differing) return "✓ all agree";
  if (page.settled) return h("span", {}, "✓ settled ", h("a", {href: settling(project.id, page.id), "aria-label": `Differences of ${page.name}`}, "see"));
  if (page.open) return h("a", {href: settling(project.id, page.id)}, `settle ${counted(page.open, "difference")}`);
  if (!Object.values(page.states).includes("done")) return h("span", {class: "quiet"}, "nobody is done");
  return page.problem ? h("span", {class: "quiet"}, page.problem) : "✓";
}

async function removed(project, page, reload) {
  const isSure = await confirmed({title: `Remove “${page.name}”?`, text: "The page and what everybody has said of it will be gone for good.", act: "Remove the page"});
  if (!isSure) return;
  try {
    await remove(`/api/projects/${project.id}/pages/${page.id}`);
  } catch (error) {
    toast(error.message, {isError: true});
  }
  reload();
}

// Name, instructions and pre-labelling, to be changed.
function about(project, methods, address, heading) {
  const name = h("input", {type: "text", required: true, value: project.name, maxlength: 200});
  const prelabel = h("select", {}, methodOptions(methods, project.prelabel));
  const instructions = h("textarea", {rows: 6, value: project.instructions});
  const {line, say} = problemLine();
  const save = async (event) => {
    event.preventDefault();
    try {
      const changed = await patch(address, {name: name.value, prelabel: prelabel.value, instructions: instructions.value});
      heading.textContent = changed.name;
      say();
      toast("The project is changed");
    } catch (error) {
      say(error.message);
    }
  };
  return h("details", {class: "card"}, h("summary", {}, h("h2", {}, "Name, instructions, pre-labelling")),
    h("form", {onsubmit: save},
      h("label", {class: "entry"}, h("span", {}, "Name"), name),
      h("label", {class: "entry"}, h("span", {}, "Pre-label pages by"), prelabel),
      h("p", {class: "quiet hint"}, "Holds for pages that somebody opens for the first time from now on."),
      h("label", {class: "entry"}, h("span", {}, "Instructions for annotators"), instructions),
      h("button", {}, "Save"), line));
}
