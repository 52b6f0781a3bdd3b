/** Anything that the ledger refuses. */
export class LedgerError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  report(): string {
    return `${this.code}: ${this.message}`;
  }
}

export class Unbalanced extends LedgerError {
  constructor(readonly difference: number) {
    super("unbalanced", `The entries differ by ${difference}`);
  }
}

export class UnknownAccount extends LedgerError {
  constructor(readonly account: string) {
    super("unknown-account", `There is no account ${account}`);
  }
}

export class Closed extends LedgerError {
  constructor(period: string) {
    super("closed", `${period} is closed`);
  }
}
