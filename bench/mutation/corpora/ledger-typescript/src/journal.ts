import { type Account, Side } from "./account.js";
import { balanced, type Entry, type Posted, type Transaction } from "./entry.js";
import { Closed, Unbalanced, UnknownAccount } from "./errors.js";
import type { Money } from "./money.js";

export interface Clock {
  now(): Date;
}

/** Keeps what was posted. */
export class Journal {
  readonly #accounts = new Map<string, Account>();
  readonly #posted: Posted[] = [];
  #closedUntil?: Date;
  private readonly clock: Clock;

  constructor(clock: Clock, accounts: Iterable<Account> = []) {
    this.clock = clock;
    for (const account of accounts) this.#accounts.set(account.id, account);
  }

  open(account: Account): this {
    this.#accounts.set(account.id, account);
    return this;
  }

  post(transaction: Transaction): Posted {
    if (!balanced(transaction.entries)) throw new Unbalanced(difference(transaction.entries));
    if (this.#closedUntil !== undefined && transaction.date <= this.#closedUntil) {
      throw new Closed(transaction.date.toISOString());
    }
    for (const { account, amount, side } of transaction.entries) this.account(account).apply(amount, side);
    const posted: Posted = { ...transaction, postedAt: this.clock.now() };
    this.#posted.push(posted);
    return posted;
  }

  transfer(from: string, to: string, amount: Money): Posted;
  transfer(from: Account, to: Account, amount: Money): Posted;
  transfer(from: string | Account, to: string | Account, amount: Money): Posted {
    const id = (each: string | Account) => (typeof each === "string" ? each : each.id);
    return this.post({
      id: `${this.#posted.length + 1}`,
      date: this.clock.now(),
      reference: null,
      entries: [
        { account: id(from), amount, side: Side.Credit },
        { account: id(to), amount, side: Side.Debit },
      ],
    });
  }

  account(id: string): Account {
    const found = this.#accounts.get(id);
    if (found === undefined) throw new UnknownAccount(id);
    return found;
  }

  close(until: Date): void {
    this.#closedUntil = until;
  }

  *history(since?: Date): Generator<Posted, void, undefined> {
    for (const each of this.#posted) if (since === undefined || each.date >= since) yield each;
  }

  get size(): number {
    return this.#posted.length;
  }
}

function difference(entries: readonly Entry[]): number {
  return entries.reduce((sum, { amount, side }) => sum + amount.cents * side, 0);
}
