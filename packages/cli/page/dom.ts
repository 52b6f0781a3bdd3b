type Child = Node | string | undefined;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** An element with attributes, listeners (functions) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child !== undefined) made.append(child);
  return made;
}

/** @throws where the page lacks an element that it was written with */
export function required<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Text of a doc comment: paragraphs, list items and `code`. */
export function prose(markdown: string): HTMLElement {
  const box = element("div", { class: "prose" });
  for (const block of markdown.split(/\n{2,}/)) {
    const paragraph = element("p");
    block.split(/`([^`]+)`/).forEach((part, at) => {
      paragraph.append(at % 2 === 1 ? element("code", {}, part) : part);
    });
    box.append(paragraph);
  }
  return box;
}
