export { Remedies, type RemedyOptions } from "./remedies.js";
export type { ActionDraft, CodeRemedy, ContractRemedy, NoRemedy } from "./remedy.js";
