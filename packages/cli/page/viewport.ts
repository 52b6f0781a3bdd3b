interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Moves and scales what is seen of a picture, by its view box. */
export class Viewport {
  readonly #whole: Box;
  #box: Box;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly area: HTMLElement,
  ) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.#whole = { x, y, width, height };
    this.#box = this.#whole;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.fit();
    this.#listen();
  }

  /** Shows all of it, but never larger than life. */
  fit(): void {
    const { x, y, width, height } = this.#whole;
    const scale = Math.max(width / this.area.clientWidth, height / this.area.clientHeight, 0.75);
    const seen = { width: this.area.clientWidth * scale, height: this.area.clientHeight * scale };
    this.#show({ x: x + (width - seen.width) / 2, y: y + (height - seen.height) / 2, ...seen });
  }

  /**
   * @param factor above 1 shows things larger
   * @param at the point that stays where it is, in pixels from the corner of the area; its middle if not given
   */
  zoom(factor: number, at = { x: this.area.clientWidth / 2, y: this.area.clientHeight / 2 }): void {
    const { x, y, width, height } = this.#box;
    const limited = Math.min(Math.max(factor, width / (this.#whole.width * 6)), width / 60);
    const share = { x: at.x / this.area.clientWidth, y: at.y / this.area.clientHeight };
    const next = { width: width / limited, height: height / limited };
    this.#show({ x: x + (width - next.width) * share.x, y: y + (height - next.height) * share.y, ...next });
  }

  /** @param by in pixels */
  move(by: { x: number; y: number }): void {
    const scale = this.#box.width / this.area.clientWidth;
    this.#show({ ...this.#box, x: this.#box.x + by.x * scale, y: this.#box.y + by.y * scale });
  }

  /** Brings a part into view where it is outside. */
  reveal(part: Element): void {
    const seen = this.area.getBoundingClientRect();
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const margin = 40;
    const x =
      left < seen.left ? left - seen.left - margin : right > seen.right ? right - seen.right + margin : 0;
    const y =
      top < seen.top ? top - seen.top - margin : bottom > seen.bottom ? bottom - seen.bottom + margin : 0;
    if (x !== 0 || y !== 0) this.move({ x, y });
  }

  #show(box: Box): void {
    this.#box = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  #listen(): void {
    const { area } = this;
    area.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const { left, top } = area.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
      },
      { passive: false },
    );
    let last: { x: number; y: number } | undefined;
    area.addEventListener("pointerdown", (event) => {
      if (event.button === 0) last = { x: event.clientX, y: event.clientY };
    });
    area.addEventListener("pointermove", (event) => {
      if (!last) return;
      const by = { x: last.x - event.clientX, y: last.y - event.clientY };
      // A click is no drag: capturing the pointer would keep it from the module under it.
      if (!area.classList.contains("dragging") && Math.hypot(by.x, by.y) < 4) return;
      area.classList.add("dragging");
      area.setPointerCapture(event.pointerId);
      this.move(by);
      last = { x: event.clientX, y: event.clientY };
    });
    for (const end of ["pointerup", "pointercancel"]) {
      area.addEventListener(end, () => {
        last = undefined;
        area.classList.remove("dragging");
      });
    }
    let size = { width: area.clientWidth, height: area.clientHeight };
    new ResizeObserver(() => {
      const now = { width: area.clientWidth, height: area.clientHeight };
      if (now.width === 0 || now.height === 0 || size.width === 0) return;
      // The scale stays; the area shows more or less of the picture.
      const scale = this.#box.width / size.width;
      this.#show({ ...this.#box, width: now.width * scale, height: now.height * scale });
      size = now;
    }).observe(area);
  }
}
