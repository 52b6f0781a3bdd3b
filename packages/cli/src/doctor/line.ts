/** One thing that was looked at. */
export interface Line {
  /** What it is: `git`, `sandbox`. */
  name: string;
  /** `fault`: something does not work. `advice`: it works, and could do more. `fact`: to be known. */
  state: "ok" | "fault" | "advice" | "fact";
  /** What was seen. */
  text: string;
  /** What to type or to change. */
  remedy?: string;
}

export const ok = (name: string, text: string): Line => ({ name, state: "ok", text });
export const fact = (name: string, text: string): Line => ({ name, state: "fact", text });
export const advice = (name: string, text: string, remedy: string): Line => ({
  name,
  state: "advice",
  text,
  remedy,
});
export const fault = (name: string, text: string, remedy: string): Line => ({
  name,
  state: "fault",
  text,
  remedy,
});
