// List of projects with progress, and a form for a new project.

import {get, post, remove} from "/static/api.js";
import {countNoun, empty, fill, h, toast} from "/static/dom.js";
import {askToConfirm, meter, methodOptions} from "/static/components.js";

export async function show(host) {
  const [projects, {methods}] = await Promise.all([get("/api/projects"), get("/api/methods")]);
  const list = h("div", {class: "projects"});
  const redraw = (all) => fill(list, all.length ? all.map((project) => card(project, redraw)) : nothing());
  redraw(projects);
  fill(host, h("div", {class: "annotating pile"}, h("h1", {}, "Annotation projects"), list, form(methods)));
}

function nothing() {
  return empty("No projects yet", "A project contains pages to label, block by block. Create one below, then add pages.");
}

function card(project, redraw) {
  const heading = `project-${project.id}`;
  return h("article", {class: "card project", "aria-labelledby": heading},
    h("h2", {id: heading}, h("a", {href: `#/projects/${project.id}`}, project.name)),
    h("p", {class: "quiet"}, [
      countNoun(project.pages, "page"),
      project.settled ? `${project.settled.toLocaleString("en")} settled` : null,
      project.prelabel ? `prelabelled by ${project.prelabel}` : null,
    ].filter(Boolean).join(" · ")),
    project.annotators.length
      ? h("ul", {class: "meters"}, project.annotators.map((annotator) => h("li", {}, meter(annotator, project.pages))))
      : h("p", {class: "quiet"}, "No annotators yet."),
    h("div", {class: "row"},
      h("a", {class: "button", href: `#/projects/${project.id}`}, "Open"),
      h("button", {class: "plain", "aria-label": `Delete ${project.name}`, onclick: () => deleted(project, redraw)}, "Delete…")));
}

async function deleted(project, redraw) {
  const isSure = await askToConfirm({
    title: `Delete “${project.name}”?`,
    text: `This deletes ${countNoun(project.pages, "page")} and all labels. Export them first if you may need them.`,
    action: "Delete the project",
  });
  if (!isSure) return;
  try {
    await remove(`/api/projects/${project.id}`);
    toast(`“${project.name}” is deleted`);
  } catch (error) {
    toast(error.message, {isError: true});
  }
  try {
    redraw(await get("/api/projects"));
  } catch (error) {
    toast(error.message, {isError: true});
  }
}

function form(methods) {
  const name = h("input", {type: "text", name: "name", required: true, maxlength: 200, autocomplete: "off"});
  const prelabel = h("select", {name: "prelabel"}, methodOptions(methods));
  const instructions = h("textarea", {name: "instructions", rows: 4, placeholder: "What counts as content here? What about captions, comments, lists of links?"});
  const problem = h("p", {class: "error", role: "alert"});
  const make = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      const made = await post("/api/projects", {name: name.value.trim(), prelabel: prelabel.value || null, instructions: instructions.value});
      if (problem.isConnected) location.hash = `#/projects/${made.id}`;
    } catch (error) {
      problem.textContent = error.message;
      name.focus();
    }
  };
  return h("form", {class: "card new-project", onsubmit: make},
    h("h2", {}, "New project"),
    h("label", {class: "entry"}, h("span", {}, "Name"), name),
    h("label", {class: "entry"}, h("span", {}, "Prelabel pages with"), prelabel),
    h("p", {class: "quiet hint"}, "Prelabels save work, but annotators tend to accept them. For gold that evaluates a method, do not prelabel with it."),
    h("label", {class: "entry"}, h("span", {}, "Instructions for annotators"), instructions),
    problem,
    h("div", {class: "row"}, h("button", {class: "main"}, "Create project")));
}
