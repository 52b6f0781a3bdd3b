import { typescriptReader } from "../../packages/code/dist/index.js";
import { spreadOf } from "./measure.ts";

/** How long a file of code takes to be read again in this process, in milliseconds: the median of many. */
export async function parseTime(path: string, text: string): Promise<number> {
  const reader = await typescriptReader();
  const times = Array.from({ length: 60 }, (_, at) => {
    const changed = `${text}// ${at}\n`;
    const from = performance.now();
    reader.read(path, changed);
    return performance.now() - from;
  });
  return spreadOf(times.slice(20)).median;
}
