// The view of a project: pages, annotators, agreement, export, settings.

import {get, patch, post, remove} from "/static/api.js";
import {countNoun, empty, fill, h, debounce, toast} from "/static/dom.js";
import {addPages} from "/static/label/add_pages.js";
import {agreement} from "/static/label/agreement.js";
import {exportSection} from "/static/label/exports.js";
import {allSent} from "/static/label/action_queue.js";
import {askToConfirm, labelUrl, meter, methodOptions, problemLine, rememberName, rememberedName, settleUrl} from "/static/components.js";

// Longer tables are slow; the filter finds the rest.
const MAX_ROWS = 300;
const STATES = {untouched: ["○", "untouched"], begun: ["◐", "begun"], done: ["●", "done"]};

export async function show(host, {project: id}) {
  const url = `/api/projects/${encodeURIComponent(id)}`;
  // Wait for unsaved labels, so that the view shows them.
  await allSent();
  const [first, sets, {methods}] = await Promise.all([get(url), get("/api/sets"), get("/api/methods")]);
  const before = h("div", {class: "pile"});
  const after = h("div", {class: "pile"});
  const reload = async () => {
    try {
      draw(await get(url));
    } catch (error) {
      toast(error.message, {isError: true});
    }
  };
  const adding = addPages(first.id, sets, reload);
  // Redraw everything but the open forms.
  const draw = (project) => {
    const hasPages = project.pages.length > 0;
    adding.open ||= !hasPages;
    fill(before, hasPages ? [start(project), h("div", {class: "grid"}, people(project), differences(project)), pages(project, reload)]
      : empty("No pages yet", "Add files, URLs or pages of a set."));
    fill(after, hasPages ? [agreement(url), exportSection(url, project)] : null);
  };
  draw(first);
  const heading = h("h1", {}, first.name);
  fill(host, h("div", {class: "annotating pile project-view"},
    h("div", {}, h("a", {href: "#/projects"}, "← All projects"), heading),
    before, adding, after, about(first, methods, url, heading)));
}

// Form to start labelling at the first page that is not done.
function start(project) {
  const name = h("input", {type: "text", required: true, list: "annotators", value: rememberedName(), maxlength: 200, autocomplete: "off"});
  const {line, showProblem} = problemLine();
  const begin = async (event) => {
    event.preventDefault();
    try {
      const {name: storedName} = await post(`/api/projects/${project.id}/annotators`, {name: name.value});
      rememberName(storedName);
      if (!line.isConnected) return;
      const page = project.pages.find(({states}) => states[storedName] !== "done") ?? project.pages[0];
      if (page) location.hash = labelUrl(project.id, page.id, storedName);
      else showProblem("The project has no pages yet: add some first.");
    } catch (error) {
      showProblem(error.message);
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
      : h("p", {class: "quiet"}, "No annotators yet. For reliable gold, let at least two annotators label each page."));
}

function differences(project) {
  const open = project.pages.filter(({open}) => open);
  const settledPages = project.pages.filter((page) => page.settled).length;
  return h("section", {class: "card", "aria-labelledby": "differences"}, h("h2", {id: "differences"}, "Differences"),
    open.length
      ? [h("p", {}, `${countNoun(open.length, "page")} with open differences.`), h("a", {class: "button", href: settleUrl(project.id, open[0].id)}, "Settle them")]
      : h("p", {class: "quiet"}, "No open differences. They appear when two annotators have done the same page."),
    settledPages ? h("p", {class: "quiet"}, `${countNoun(settledPages, "page")} settled.`) : null);
}

function pages(project, reload) {
  if (!project.pages.length) return null;
  const body = h("tbody");
  const count = h("p", {class: "quiet", role: "status"});
  const filter = h("input", {type: "search", oninput: debounce(() => list(filter.value))});
  const annotatorNames = project.annotators.map(({name}) => name);
  function list(wanted = "") {
    const found = project.pages.filter(({name, url}) => `${name} ${url ?? ""}`.toLowerCase().includes(wanted.toLowerCase()));
    fill(body, found.slice(0, MAX_ROWS).map((page) => row(project, page, annotatorNames, reload)));
    count.textContent = found.length > MAX_ROWS ? `The first ${MAX_ROWS} of ${countNoun(found.length, "page")}` : countNoun(found.length, "page");
  }
  list();
  return h("section", {class: "card", "aria-labelledby": "pages"},
    h("div", {class: "row spread"}, h("h2", {id: "pages"}, "Pages"), h("label", {}, "Filter", filter)),
    h("div", {class: "scroll"}, h("table", {class: "pages"},
      h("thead", {}, h("tr", {}, h("th", {}, "Page"), h("th", {}, "Site"), h("th", {class: "number"}, "Words"), annotatorNames.map((name) => h("th", {}, name)), h("th", {}, "Gold"), h("th", {}, h("span", {class: "sr"}, "Remove")))),
      body)),
    count);
}

function row(project, page, annotatorNames, reload) {
  const mine = rememberedName();
  const link = annotatorNames.includes(mine) ? h("a", {href: labelUrl(project.id, page.id, mine)}, page.name) : page.name;
  return h("tr", {},
    h("th", {scope: "row"}, link, page.url ? h("span", {class: "quiet address"}, page.url) : null),
    h("td", {dataset: {name: "Site"}}, siteOf(project, page)),
    h("td", {class: "number", dataset: {name: "Words"}}, page.words.toLocaleString("en")),
    annotatorNames.map((name) => h("td", {dataset: {name}}, stateOf(page.states[name]))),
    h("td", {dataset: {name: "Gold"}}, goldOf(project, page)),
    h("td", {}, h("button", {class: "plain", "aria-label": `Remove ${page.name}`, title: "Remove the page", onclick: () => removePage(project, page, reload)}, "×")));
}

// Cross-validation splits by site, so users can correct the site of a page.
function siteOf(project, page) {
  const field = h("input", {type: "text", class: "site", value: page.site, maxlength: 200, "aria-label": `Site of ${page.name}`, onchange: save});
  async function save() {
    try {
      const changed = await patch(`/api/projects/${project.id}/pages/${page.id}`, {site: field.value});
      page.site = changed.site;
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
  if (page.overruled) return h("a", {href: settleUrl(project.id, page.id)}, `≠ decision overrules all annotators: ${countNoun(page.overruled, "block")}`);
  if (page.settled && !page.differing) return "✓ all agree";
  if (page.settled) return h("span", {}, "✓ settled ", h("a", {href: settleUrl(project.id, page.id), "aria-label": `Differences of ${page.name}`}, "see"));
  if (page.open) return h("a", {href: settleUrl(project.id, page.id)}, `settle ${countNoun(page.open, "difference")}`);
  if (!Object.values(page.states).includes("done")) return h("span", {class: "quiet"}, "not done yet");
  return page.problem ? h("span", {class: "quiet"}, page.problem) : "✓";
}

async function removePage(project, page, reload) {
  const isSure = await askToConfirm({title: `Remove “${page.name}”?`, text: "This deletes the page and all its labels.", action: "Remove the page"});
  if (!isSure) return;
  try {
    await remove(`/api/projects/${project.id}/pages/${page.id}`);
  } catch (error) {
    toast(error.message, {isError: true});
  }
  reload();
}

// Form to change name, instructions and prelabelling.
function about(project, methods, url, heading) {
  const name = h("input", {type: "text", required: true, value: project.name, maxlength: 200});
  const prelabel = h("select", {}, methodOptions(methods, project.prelabel));
  const instructions = h("textarea", {rows: 6, value: project.instructions});
  const {line, showProblem} = problemLine();
  const save = async (event) => {
    event.preventDefault();
    try {
      const changed = await patch(url, {name: name.value, prelabel: prelabel.value, instructions: instructions.value});
      heading.textContent = changed.name;
      showProblem();
      toast("Project saved");
    } catch (error) {
      showProblem(error.message);
    }
  };
  return h("details", {class: "card"}, h("summary", {}, h("h2", {}, "Name, instructions, prelabelling")),
    h("form", {onsubmit: save},
      h("label", {class: "entry"}, h("span", {}, "Name"), name),
      h("label", {class: "entry"}, h("span", {}, "Prelabel pages with"), prelabel),
      h("p", {class: "quiet hint"}, "Holds for pages that somebody opens for the first time from now on."),
      h("label", {class: "entry"}, h("span", {}, "Instructions for annotators"), instructions),
      h("button", {}, "Save"), line));
}
