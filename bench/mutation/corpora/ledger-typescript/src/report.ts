import pc from "picocolors";
import type { AccountKind } from "./account.js";
import { Cache } from "./cache.js";
import { type Posted, visit } from "./entry.js";
import type { Journal } from "./journal.js";
import { format, Money, sum } from "./money.js";

export const FORMATS = { text: "text/plain", html: "text/html" } as const;

export interface Line {
  title: string;
  amount: Money;
  kind?: AccountKind;
}

export interface Totals {
  readonly debit: Money;
  readonly credit: Money;
}

const cache = new Cache<string, Totals>();

export function totals(posted: readonly Posted[]): Totals {
  const amounts = (wanted: number) =>
    visit(posted, (entry) => (entry.side === wanted ? entry.amount : Money.zero));
  return { debit: sum(amounts(1)), credit: sum(amounts(-1)) };
}

export async function monthly(journal: Journal, month: string, fresh: boolean = false): Promise<Totals> {
  const make = async () =>
    totals([...journal.history()].filter(({ date }) => date.toISOString().startsWith(month)));
  return fresh ? make() : cache.load(month, make);
}

export function render(lines: Line[], width = 40, title?: string): string {
  const body = lines.map((line) => `${line.title.padEnd(width)}${format(line.amount)}`);
  return [...(title === undefined ? [] : [pc.bold(title)]), ...body].join("\n");
}

export async function exportTo(path: string, lines: Line[]): Promise<void> {
  const { write } = await import("./storage.js");
  await write(path, render(lines));
}
