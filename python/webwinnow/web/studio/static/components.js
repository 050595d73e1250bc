// Small parts that the views of annotation share.

import {fill, h} from "/static/dom.js";

// Asks before something that cannot be taken back; resolves to whether it is to be done.
export function confirmed({title, text, act}) {
  return chosen({title, text, choices: [["back", "Keep it"], ["act", act]]}).then((choice) => choice === "act");
}

// A dialog with some ways out; resolves to the value of the one taken. Escape takes the first, which is the harmless one.
// A choice is [value, words] or [value, words, key]. `signal` takes the dialog away, harmlessly.
export function chosen({title, text, choices, signal = null}) {
  return new Promise((resolve) => {
    const buttons = choices.map(([value, words, key], place) => (
      h("button", {value, class: place ? "main" : null, autofocus: place === 0}, words, key ? h("kbd", {}, key) : null)));
    const dialog = h("dialog", {class: "annotating", "aria-labelledby": "choice-title"},
      h("h2", {id: "choice-title"}, title), h("p", {}, text), h("form", {method: "dialog", class: "row"}, buttons));
    dialog.addEventListener("keydown", (event) => {
      const choice = choices.find(([, , key]) => key === event.key);
      if (choice) dialog.close(choice[0]);
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || choices[0][0]);
    });
    signal?.addEventListener("abort", () => dialog.close(choices[0][0]));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// How far an annotator is: a bar, and the same in words.
export function meter({name, begun, done}, pages) {
  const words = `${done} of ${pages} done${begun ? `, ${begun} begun` : ""}`;
  return h("div", {class: "meter"},
    h("span", {}, h("b", {}, name), " ", h("span", {class: "quiet"}, words)),
    h("progress", {max: Math.max(pages, 1), value: done, "aria-label": `${name}: ${words}`}));
}

export function methodOptions(methods, chosenName = null) {
  return [h("option", {value: ""}, "no method"),
    ...methods.map(({name, summary}) => h("option", {value: name, selected: name === chosenName, title: summary}, name))];
}

// Panes of which small screens show one at a time: buttons that choose which.
export function paneSwitch(panes, name) {
  const buttons = panes.map(({title}, place) => h("button", {onclick: () => choose(place)}, title));
  function choose(place) {
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", at === place));
    panes.forEach(({pane}, at) => pane.classList.toggle("off", at !== place));
  }
  choose(0);
  return h("div", {class: "pane-switch", role: "group", "aria-label": name}, buttons);
}

// The name under which somebody annotates on this machine.
const REMEMBERED = "webwinnow.annotator";
export const rememberedName = () => localStorage.getItem(REMEMBERED) ?? "";
export const remember = (name) => localStorage.setItem(REMEMBERED, name);

// Where a page is labelled, by whom.
export const labelling = (project, page, annotator) => `#/projects/${project}/pages/${page}?as=${encodeURIComponent(annotator)}`;
export const settling = (project, page) => `#/projects/${project}/pages/${page}/differences`;

// A line under a form that says what went wrong, or nothing.
export function problemLine() {
  const line = h("p", {class: "error", role: "alert"});
  return {line, say: (text = "") => fill(line, text)};
}
