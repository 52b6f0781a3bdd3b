import { Money } from "./money.js";

export enum AccountKind {
  Asset = "asset",
  Liability = "liability",
  Income = "income",
  Expense = "expense",
}

/** How entries change an account. */
export enum Side {
  Debit = 1,
  Credit = -1,
}

/** Whatever has a number. */
export interface Identified {
  readonly id: string;
}

export interface AccountOptions {
  description?: string;
  closed?: boolean;
  tags: string[];
  parent: string | null;
}

/** An account of the ledger. */
export abstract class Account implements Identified {
  description?: string;
  protected balance: Money = Money.zero;
  notes: string[] = [];

  constructor(
    readonly id: string,
    readonly kind: AccountKind,
    public label: string = "",
  ) {}

  /** The side on which it grows. */
  abstract side(): Side;

  apply(amount: Money, side: Side): void {
    this.balance = this.balance.plus(amount.times(side * this.side()));
  }

  current(): Money {
    return this.balance;
  }

  get name(): string {
    return this.label === "" ? this.id : this.label;
  }

  set name(value: string) {
    this.label = value;
  }
}

export class AssetAccount extends Account {
  constructor(id: string, label?: string) {
    super(id, AccountKind.Asset, label ?? "");
  }

  side(): Side {
    return Side.Debit;
  }
}

export class DebtAccount extends Account {
  readonly limit: Money;

  constructor(id: string, limit: Money) {
    super(id, AccountKind.Liability);
    this.limit = limit;
  }

  side(): Side {
    return Side.Credit;
  }

  isOverdrawn(): boolean {
    return this.limit.cents < this.balance.cents;
  }
}

export function describe(account: Account, options: AccountOptions): string {
  return [account.name, options.description, ...options.tags].filter(Boolean).join(", ");
}
