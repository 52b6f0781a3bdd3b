import type { Side } from "./account.js";
import type { Money } from "./money.js";

/** One line of a transaction. */
export interface Entry {
  account: string;
  amount: Money;
  side: Side;
  memo?: string;
}

export type EntryList = readonly Entry[];

/** What belongs together and adds up to nothing. */
export type Transaction = {
  id: string;
  date: Date;
  entries: Entry[];
  reference: string | null;
};

export type Visitor<T> = (entry: Entry, index: number) => T;

export type Posted = Transaction & { postedAt: Date };

/** Visits every entry of several transactions. */
export function visit<T>(transactions: readonly Transaction[], visitor: Visitor<T>): T[] {
  return transactions.flatMap(({ entries }) => entries.map((entry, index) => visitor(entry, index)));
}

export function balanced(entries: EntryList): boolean {
  const total = entries.reduce((sum, { amount, side }) => sum + amount.cents * side, 0);
  return total === 0;
}

export function entriesOf(transaction: Transaction, ...accounts: string[]): Entry[] {
  return transaction.entries.filter(({ account }) => accounts.length === 0 || accounts.includes(account));
}
