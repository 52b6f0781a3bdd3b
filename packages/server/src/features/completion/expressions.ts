import { type Member, printMember } from "@contractc/kernel";
import { type CompletionItem, CompletionItemKind, CompletionItemTag } from "vscode-languageserver";
import { declared, qualified } from "./declared.js";
import { receiverBefore } from "./receiver.js";
import { membersOf } from "./scope.js";
import type { CompletionSite } from "./site.js";

const VALUES: ReadonlySet<string> = new Set(["class", "record", "error", "enum", "function", "const"]);

/** What a value of an example may be written with. */
export function expressions(site: CompletionSite): CompletionItem[] {
  const { tokens, before, blocks } = site.place;
  if (tokens[before - 1]?.text === ".") {
    const block = blocks.findLast(({ head }) => head === "example")?.brace ?? -1;
    const receiver = receiverBefore(site.kernel, tokens, before - 1, site.module, block);
    if (receiver?.kind === "enum") {
      return receiver.declaration.members.map(({ name }) =>
        site.item(name, CompletionItemKind.EnumMember, { key: `${receiver.declaration.address}.${name}` }),
      );
    }
    if (receiver) {
      const isClass = receiver.kind === "class";
      return membersOf(site.kernel, receiver.declaration)
        .filter(({ member }) => member.kind !== "constructor")
        .filter(({ member }) => !isClass || ("static" in member && member.static === true))
        .map(({ member }) => memberItem(site, member));
    }
    return qualified(site, VALUES);
  }
  return [
    ...argumentNames(site),
    ...variables(site),
    ...declared(site, (each) => VALUES.has(each.kind)),
    ...literals(site),
  ];
}

function memberItem(site: CompletionSite, member: Member): CompletionItem {
  const { name, address, deprecated } = member;
  const item = site.item(
    name,
    member.kind === "field" ? CompletionItemKind.Field : CompletionItemKind.Method,
    {
      detail: printMember(member),
      key: address,
      ...(member.kind === "field" ? {} : { snippet: `${name}($0)` }),
    },
  );
  return deprecated === undefined ? item : { ...item, tags: [CompletionItemTag.Deprecated] };
}

function literals(site: CompletionSite): CompletionItem[] {
  return ["true", "false", "null"].map((word) => site.item(word, CompletionItemKind.Keyword, { sort: "2" }));
}

/** Names of the parameters of the call around. */
function argumentNames(site: CompletionSite): CompletionItem[] {
  const { tokens, before } = site.place;
  if (!/^[(,]$/.test(tokens[before - 1]?.text ?? "")) return [];
  let depth = 0;
  for (let at = before - 1; at > 0; at--) {
    const { text } = tokens[at]!;
    if (/^[)\]}]$/.test(text)) depth++;
    else if (/^[[{]$/.test(text) && depth-- === 0) return [];
    else if (text === "(" && depth-- === 0) return parametersOf(site, at - 1);
  }
  return [];
}

function parametersOf(site: CompletionSite, callee: number): CompletionItem[] {
  const token = site.place.tokens[callee];
  if (!token) return [];
  const symbol = site.contract.symbols(site.path).find(({ start }) => start === token.offset);
  const subject = symbol && site.contract.subject(symbol.key.replace(/#\d+$/, ""));
  const names: { name: string; key: string }[] = [];
  if (subject?.kind === "member") {
    for (const member of subject.members) {
      if (member.kind === "field") continue;
      names.push(...member.parameters.map(({ name }) => ({ name, key: subject.address })));
    }
  } else if (subject?.kind === "declaration") {
    const [declaration] = subject.declarations;
    if (declaration.kind === "function") {
      names.push(...declaration.parameters.map(({ name }) => ({ name, key: subject.address })));
    } else if ("members" in declaration && declaration.kind !== "enum") {
      const members = membersOf(site.kernel, declaration).map((each) => each.member);
      const constructed = members.find((each) => each.kind === "constructor");
      names.push(
        ...(constructed?.kind === "constructor"
          ? constructed.parameters
          : members.filter((each) => each.kind === "field")
        ).map(({ name }) => ({ name, key: subject.address })),
      );
    }
  }
  return [...new Map(names.map((each) => [each.name, each])).values()].map(({ name, key }) =>
    site.item(`${name}:`, CompletionItemKind.Variable, { key, snippet: `${name}: $0`, sort: "00" }),
  );
}

/** What `let` names before. */
function variables(site: CompletionSite): CompletionItem[] {
  const { tokens, before, blocks } = site.place;
  const block = blocks.at(-1);
  if (block?.head !== "example") return [];
  const names = new Set<string>();
  for (let at = block.brace + 1; at < before - 1; at++) {
    if (tokens[at]!.text === "let") names.add(tokens[at + 1]!.text);
  }
  return [...names].map((name) => site.item(name, CompletionItemKind.Variable, { sort: "00" }));
}
