// Tabs: one is chosen, and arrows go from one to the next.

// Of some tabs one is chosen, and the one that Tab goes to.
export function select(tabs, isChosen) {
  for (const tab of tabs.children) {
    const isHere = isChosen(tab.dataset);
    tab.setAttribute("aria-selected", isHere ? "true" : "false");
    tab.tabIndex = isHere ? 0 : -1;
  }
}

// Left and right go from tab to tab.
export function arrows(event) {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
}
