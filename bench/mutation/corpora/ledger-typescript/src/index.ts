export { type Account, AccountKind, AssetAccount, Side } from "./account.js";
export type { Entry, Transaction } from "./entry.js";
export * from "./errors.js";
export { Journal } from "./journal.js";
export { Money, parseMoney } from "./money.js";
export * as rates from "./rates.js";
