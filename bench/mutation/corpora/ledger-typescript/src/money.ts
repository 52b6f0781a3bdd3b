/** Three letters of ISO 4217. */
export type Currency = "EUR" | "USD" | "GBP";

export const DEFAULT_CURRENCY: Currency = "EUR";
export const CENTS = 100;
export const SYMBOL = "€";
export const ROUNDS_UP = false;

/** An amount in the smallest unit, so that nothing is lost. */
export class Money {
  static readonly zero = new Money(0, "EUR");

  constructor(
    readonly cents: number,
    readonly currency: Currency = "EUR",
  ) {}

  /** @throws CurrencyMismatch where the currencies differ */
  plus(other: Money): Money {
    if (other.currency !== this.currency) throw new CurrencyMismatch(this.currency, other.currency);
    return new Money(this.cents + other.cents, this.currency);
  }

  times(factor: number, roundUp: boolean = false): Money {
    const exact = this.cents * factor;
    return new Money(roundUp ? Math.ceil(exact) : Math.round(exact), this.currency);
  }

  get isNegative(): boolean {
    return this.cents < 0;
  }

  static of(amount: number, currency: Currency = "EUR"): Money {
    return new Money(Math.round(amount * CENTS), currency);
  }

  toString(): string {
    return `${(this.cents / CENTS).toFixed(2)} ${this.currency}`;
  }
}

/** Two currencies where one was expected. */
export class CurrencyMismatch extends Error {
  constructor(
    readonly expected: Currency,
    readonly actual: Currency,
  ) {
    super(`${expected} expected, not ${actual}`);
  }
}

export function sum(amounts: readonly Money[], currency: Currency = "EUR"): Money {
  return amounts.reduce((total, each) => total.plus(each), new Money(0, currency));
}

export function format(money: Money, locale?: string): string {
  return (money.cents / CENTS).toLocaleString(locale, { style: "currency", currency: money.currency });
}

function isCurrency(text: string): text is Currency {
  return text === "EUR" || text === "USD" || text === "GBP";
}

/** `12.50 EUR`; null for anything else. */
export function parseMoney(text: string): Money | null {
  const [amount, currency] = text.split(" ");
  if (amount === undefined || currency === undefined || !isCurrency(currency)) return null;
  return Money.of(Number(amount), currency);
}
