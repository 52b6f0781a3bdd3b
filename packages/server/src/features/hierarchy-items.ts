import { lastName, type Place } from "@contractc/kernel";
import { type Range, SymbolKind } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import type { Session } from "../session/session.js";
import { declarationPlaces } from "./places.js";

/** What an item of a hierarchy carries to the next question about it. */
export interface ItemData {
  root: string;
  key: string;
}

/** An item of the call or type hierarchy: both have these parts. */
export interface HierarchyItem {
  name: string;
  kind: SymbolKind;
  detail: string;
  uri: string;
  range: Range;
  selectionRange: Range;
  data: ItemData;
}

/** The item of something in a contract; nothing for what is not declared there. */
export function itemOf(session: Session, contract: Contract, key: string): HierarchyItem | undefined {
  const [place] = declarationPlaces({ contract, key });
  const subject = contract.subject(key);
  if (!place || !subject) return undefined;
  const range = session.range(place);
  return {
    name: lastName(key),
    kind: kindOf(subject),
    detail: key,
    uri: session.uriOf(place.file),
    range,
    selectionRange: range,
    data: { root: contract.root, key },
  };
}

function kindOf(subject: NonNullable<ReturnType<Contract["subject"]>>): SymbolKind {
  if (subject.kind === "declaration") {
    const [{ kind }] = subject.declarations;
    if (kind === "interface") return SymbolKind.Interface;
    if (kind === "record") return SymbolKind.Struct;
    return kind === "function" ? SymbolKind.Function : kind === "event" ? SymbolKind.Event : SymbolKind.Class;
  }
  return subject.kind === "member" ? SymbolKind.Method : SymbolKind.Module;
}

/** The contract and the key that an item stands for. */
export function fromItem(
  session: Session,
  { data }: { data?: unknown },
): { contract: Contract; key: string } | undefined {
  const { root, key } = (data ?? {}) as Partial<ItemData>;
  const contract = session.contracts.get(root ?? "");
  return contract && key !== undefined ? { contract, key } : undefined;
}

/** The places of names in a contract that stand for something, inside of one module. */
export function rangeOfPosition(session: Session, contract: Contract, key: string): Range | undefined {
  const position = contract.kernel.positions[key];
  if (!position) return undefined;
  const place: Place = { ...position, file: contract.absolute(position.file) };
  return session.range(place);
}
