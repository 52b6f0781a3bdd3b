import { describeSubject } from "@contractc/kernel";
import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  MarkupKind,
} from "vscode-languageserver";
import { isCode, isContract, type Session } from "../../session/session.js";
import { fenced } from "../hover.js";
import { containers, functions, states } from "./containers.js";
import { declared, types } from "./declared.js";
import { expressions } from "./expressions.js";
import { placeAt } from "./place.js";
import { type CompletionData, type CompletionOptions, CompletionSite } from "./site.js";
import { annotations, statements } from "./statements.js";
import { suppressionCodes, texts } from "./texts.js";

/**
 * What may be written at an offset of a contract; in code, of its comments that accept findings. Where there is too much
 * to be shown the list is incomplete, and holds what fits the word that is begun.
 */
export function completionsAt(
  session: Session,
  path: string,
  offset: number,
  options: CompletionOptions,
): CompletionList {
  const text = session.textOf(path);
  const complete = (items: CompletionItem[]) => ({ isIncomplete: false, items });
  if (!text) return complete([]);
  if (isCode(path)) return complete(suppressionCodes(session, path, text.value, offset));
  const [contract] = isContract(path) ? session.contractsOf(path) : [];
  if (!contract) return complete([]);
  const site = new CompletionSite(session, contract, path, placeAt(text.value, offset), options);
  const items = itemsAt(site);
  return { isIncomplete: site.isIncomplete, items };
}

/** Adds its documentation to an item. */
export function resolveCompletion(session: Session, item: CompletionItem): CompletionItem {
  const data = item.data as Partial<CompletionData> | undefined;
  const contract = session.contracts.get(data?.root ?? "");
  const subject = contract?.subject(data?.key ?? "");
  if (!contract || !subject) return item;
  const { kernel } = contract;
  const bare =
    subject.kind === "module"
      ? { ...kernel, signatures: { ...kernel.signatures, [subject.address]: [] } }
      : kernel;
  const { text } = describeSubject(bare, subject);
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: fenced(text) } };
}

function itemsAt(site: CompletionSite): CompletionItem[] {
  const { expected } = site.place;
  switch (expected.kind) {
    case "statement":
      return statements(site);
    case "type":
      return types(site);
    case "base":
      return declared(site, (each) => BASES.has(each.kind));
    case "error":
      return declared(site, (each) => each.kind === "error" || each.kind === "class");
    case "event":
      return declared(site, (each) => each.kind === "event");
    case "trigger":
      return declared(site, (each) => each.kind === "event" || each.kind === "function", true);
    case "expression":
      return expressions(site);
    case "annotation":
      return annotations(site);
    case "container":
      return containers(site, expected.usable);
    case "role":
      return site.kernel.projection.roles.map(({ name, text }) =>
        site.item(name, CompletionItemKind.Value, { detail: text ?? "", key: name }),
      );
    case "requirement":
      return [...site.kernel.projection.requirements, ...site.kernel.projection.qualities].map(
        ({ name, text }) => site.item(name, CompletionItemKind.Value, { detail: text, key: name }),
      );
    case "function":
      return functions(site);
    case "state":
      return states(site);
    case "text":
      return texts(site, expected.what);
    case "nothing":
      return [];
  }
}

const BASES: ReadonlySet<string> = new Set(["class", "interface", "record", "error"]);
