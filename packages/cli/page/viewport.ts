/** Least height of a part in pixels whose text can be read. */
const LEGIBLE = 16;

/** Moves and scales what is seen of a picture, by its view box. */
export class Viewport {
  readonly #whole: { x: number; y: number; width: number; height: number };
  /** The corner of what is seen, in units of the picture. */
  #x = 0;
  #y = 0;
  /** Units of the picture in one pixel. */
  #scale = 1;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly area: HTMLElement,
  ) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.#whole = { x, y, width, height };
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.fit();
    this.#listen();
  }

  /** Shows all of it, but not much larger than life. */
  fit(): void {
    const { x, y, width, height } = this.#whole;
    const { clientWidth, clientHeight } = this.area;
    this.#scale = Math.max(width / clientWidth, height / clientHeight, 0.75);
    this.#x = x + (width - clientWidth * this.#scale) / 2;
    this.#y = y + (height - clientHeight * this.#scale) / 2;
    this.#show();
  }

  /**
   * @param factor above 1 shows things larger
   * @param at the point that stays where it is, in pixels from the corner of the area; its middle if not given
   */
  zoom(factor: number, at = { x: this.area.clientWidth / 2, y: this.area.clientHeight / 2 }): void {
    const largest = Math.max(1, (this.#whole.width * 6) / this.area.clientWidth);
    const scale = Math.min(Math.max(this.#scale / factor, 0.05), largest);
    this.#x += at.x * (this.#scale - scale);
    this.#y += at.y * (this.#scale - scale);
    this.#scale = scale;
    this.#show();
  }

  /** @param by in pixels */
  move(by: { x: number; y: number }): void {
    this.#x += by.x * this.#scale;
    this.#y += by.y * this.#scale;
    this.#show();
  }

  /** Brings a part into view where it is outside, and to life size where it cannot be read. */
  reveal(part: Element): void {
    if (part.getBoundingClientRect().height < LEGIBLE) {
      this.#scale = 1;
      this.#show();
    }
    const seen = this.area.getBoundingClientRect();
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const margin = 60;
    const shift = (start: number, end: number, from: number, to: number) =>
      start < from ? start - from - margin : end > to ? end - to + margin : 0;
    const x = shift(left, right, seen.left, seen.right);
    const y = shift(top, bottom, seen.top, seen.bottom);
    if (x !== 0 || y !== 0) this.move({ x, y });
  }

  #show(): void {
    const { clientWidth, clientHeight } = this.area;
    const size = `${clientWidth * this.#scale} ${clientHeight * this.#scale}`;
    this.svg.setAttribute("viewBox", `${this.#x} ${this.#y} ${size}`);
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
    // The click that ends a drag chooses nothing.
    let dragged = false;
    area.addEventListener("pointerdown", () => {
      dragged = false;
    });
    area.addEventListener("pointermove", () => {
      dragged ||= area.classList.contains("dragging");
    });
    area.addEventListener("click", (event) => dragged && event.stopPropagation(), { capture: true });
    // The scale stays: a larger area shows more of the picture.
    new ResizeObserver(() => this.#show()).observe(area);
  }
}
