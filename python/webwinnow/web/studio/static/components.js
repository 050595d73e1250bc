// Components that several views share.

import {fill, h} from "/static/dom.js";

// Ask for confirmation of an irreversible action; resolves to true or false.
export function askToConfirm({title, text, action}) {
  return chooseInDialog({title, text, choices: [["back", "Keep it"], ["act", action]]}).then((choice) => choice === "act");
}

// Dialog with several choices; resolves to the chosen value. Escape takes the first one, which must be harmless.
// A choice is [value, text] or [value, text, key]. `signal` closes the dialog with the first choice.
export function chooseInDialog({title, text, choices, signal = null}) {
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

// Progress of an annotator, as a bar and as text.
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

// Buttons to choose the visible pane on small screens.
export function paneSwitch(panes, name) {
  const buttons = panes.map(({title}, place) => h("button", {onclick: () => choose(place)}, title));
  function choose(place) {
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", at === place));
    panes.forEach(({pane}, at) => pane.classList.toggle("off", at !== place));
  }
  choose(0);
  return h("div", {class: "pane-switch", role: "group", "aria-label": name}, buttons);
}

// Name of the annotator on this machine.
const NAME_KEY = "webwinnow.annotator";
export const rememberedName = () => localStorage.getItem(NAME_KEY) ?? "";
export const rememberName = (name) => localStorage.setItem(NAME_KEY, name);

// URLs of the label views.
export const labelUrl = (project, page, annotator) => `#/projects/${project}/pages/${page}?as=${encodeURIComponent(annotator)}`;
export const settleUrl = (project, page) => `#/projects/${project}/pages/${page}/differences`;

// Error line under a form.
export function problemLine() {
  const line = h("p", {class: "error", role: "alert"});
  return {line, showProblem: (text = "") => fill(line, text)};
}
