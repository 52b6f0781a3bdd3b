import { type Currency, Money } from "./money.js";

/** Where rates come from. */
export interface RateSource {
  rate(from: Currency, to: Currency, on?: Date): Promise<number>;
  readonly name: string;
}

export class FixedRates implements RateSource {
  readonly name = "fixed";

  constructor(private readonly rates: Readonly<Record<string, number>>) {}

  async rate(from: Currency, to: Currency, on?: Date): Promise<number> {
    const key = on === undefined ? `${from}/${to}` : `${from}/${to}@${on.toISOString().slice(0, 10)}`;
    return this.rates[key] ?? 1;
  }
}

export async function convert(money: Money, to: Currency, source: RateSource): Promise<Money> {
  const rate = await source.rate(money.currency, to);
  return new Money(Math.round(money.cents * rate), to);
}

/** The first source that answers. */
export const firstOf = (...sources: RateSource[]): RateSource => ({
  name: sources.map(({ name }) => name).join(", "),
  async rate(from, to, on) {
    for (const source of sources) {
      const rate = await source.rate(from, to, on);
      if (rate > 0) return rate;
    }
    return 1;
  },
});

export async function* stream(
  source: RateSource,
  pairs: Iterable<[Currency, Currency]>,
): AsyncGenerator<number> {
  for (const [from, to] of pairs) yield await source.rate(from, to);
}
