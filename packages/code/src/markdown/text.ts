import type { Block } from "./blocks.js";

/** `Owner: Backend` as its two halves; `undefined` where no short label opens the text. */
export function labelled(text: string): { label: string; rest: string } | undefined {
  const found = /^([A-Za-z][\w /-]{0,40}?)\s*(?:\([^)]*\)\s*)?[:：]\s*(.*)$/su.exec(text);
  return found ? { label: found[1]!, rest: found[2]!.trim() } : undefined;
}

/** The lines of a paragraph as blocks of their own where each of them opens with a label; otherwise the block itself. */
export function linesOf(block: Block): Block[] {
  if (block.kind === "code" || !block.text.includes("\n")) return [block];
  const found: Block[] = [];
  block.text.split("\n").forEach((text, at) => {
    const last = found.at(-1);
    if (last !== undefined && labelled(text) === undefined) last.text += ` ${text.trim()}`;
    else found.push({ ...block, text, line: block.line + at });
  });
  return found.map((each) => ({ ...each, codes: block.codes.filter((code) => each.text.includes(code)) }));
}

/** A declaration and what is said of it behind a dash: `money: int - The money`. */
export function withRemark(block: Block): { text: string; remark?: string } {
  const [code] = block.codes;
  if (code !== undefined && block.text.startsWith(code)) {
    const remark = block.text
      .slice(code.length)
      .replace(/^\s*[-–—:]\s*/u, "")
      .trim();
    return { text: code.trim(), ...(remark === "" ? {} : { remark }) };
  }
  const found = /^(.*?\S)\s+[-–—]\s+(\S.*)$/u.exec(block.text);
  // An arrow is no dash.
  return found && !/[-–—]$/u.test(found[1]!) ? { text: found[1]!, remark: found[2]! } : { text: block.text };
}
