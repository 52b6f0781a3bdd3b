import { element } from "./dom.js";

/** Follows the system until the reader chooses; the choice lasts as long as the page. */
export function themeButton(): HTMLElement {
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const button = element("button", {
    type: "button",
    click: () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      show();
    },
  });
  const show = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  };
  dark.addEventListener("change", show);
  show();
  return button;
}
