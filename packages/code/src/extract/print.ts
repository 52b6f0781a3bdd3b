import {
  type Address,
  type Declaration,
  type External,
  type Member,
  type PrintOptions,
  printBody,
  printEffects,
  printHeading,
  printMember,
  printName,
  type Signature,
} from "@contractc/kernel";
import type { PlannedModule, PlannedPackage } from "./plan.js";

/** A module as it will stand in the contract. */
export interface ExtractedModule {
  plan: PlannedModule;
  doc?: string;
  uses: UsesClause[];
  declarations: Declaration[];
  /** How this module writes the names of types. */
  nameOf: NonNullable<PrintOptions["nameOf"]>;
}

export interface UsesClause {
  kind: "use" | "type" | "lazy";
  /** As this contract writes them. */
  names: string[];
  /** A cycle that the code has today, accepted with this reason. */
  allowCycle?: string;
}

export interface ExtractedContract {
  name: string;
  version: string;
  externals: External[];
  packages: PlannedPackage;
  modules: ReadonlyMap<PlannedModule, ExtractedModule>;
  /** Codes to accept, by address. */
  accept: ReadonlyMap<Address, ReadonlySet<string>>;
}

/** Why an extracted contract accepts a finding. */
const REASON = "so in the code when this contract was extracted";

/** Longest line before parameters go on lines of their own. */
const WIDTH = 110;

/** The contract's text. */
export function printContract(contract: ExtractedContract): string {
  const out = new Lines(contract.accept);
  out.line(`contract ${printName(contract.name)} version ${JSON.stringify(contract.version)}`);
  for (const external of contract.externals) printExternal(out, external);
  printPackageBody(out, contract.packages, contract);
  return out.text();
}

function printExternal(out: Lines, external: External): void {
  const from = external.from === undefined ? "" : ` from ${JSON.stringify(external.from)}`;
  const head = `external ${printName(external.name)} ${JSON.stringify(external.requirement)}${from}`;
  if (external.declarations.length === 0) {
    out.paragraph(head);
    return;
  }
  out.paragraph(`${head} {`);
  out.indented(() => {
    for (const declaration of external.declarations) {
      out.line(printHeading(declaration).replace(/^class /, "type "));
    }
  });
  out.line("}");
}

function printPackageBody(out: Lines, of: PlannedPackage, contract: ExtractedContract): void {
  for (const module of of.modules) {
    const extracted = contract.modules.get(module);
    if (extracted) printModule(out, extracted);
  }
  for (const inner of of.packages) {
    out.paragraph(`package ${printName(inner.name)} ${JSON.stringify(inner.path)} {`);
    out.indented(() => printPackageBody(out, inner, contract));
    out.line("}");
  }
}

function printModule(out: Lines, module: ExtractedModule): void {
  const head = `module ${printName(module.plan.name)} ${JSON.stringify(module.plan.path)}`;
  out.space();
  out.doc(module.doc);
  out.accepted(module.plan.address);
  if (module.uses.length === 0 && module.declarations.length === 0) {
    out.line(`${head} {}`);
    return;
  }
  out.line(`${head} {`);
  out.indented(() => {
    for (const clause of module.uses) printUses(out, clause);
    let before: Declaration | undefined;
    for (const declaration of module.declarations) {
      if (before === undefined || !standTogether(before, declaration)) out.space();
      printDeclaration(out, declaration, { nameOf: module.nameOf });
      before = declaration;
    }
  });
  out.line("}");
}

/** Constants and overloads without docs read best as one block. */
function standTogether(a: Declaration, b: Declaration): boolean {
  if (b.doc !== undefined) return a.kind === b.kind && a.name === b.name;
  return (
    (a.kind === "const" && b.kind === "const") ||
    (a.kind === "alias" && b.kind === "alias") ||
    a.name === b.name
  );
}

function printUses(out: Lines, { kind, names, allowCycle }: UsesClause): void {
  if (allowCycle !== undefined) out.line(`@allow("graph/cycle", ${JSON.stringify(allowCycle)})`);
  out.list(kind === "use" ? "uses" : `uses ${kind}`, names);
}

function printDeclaration(out: Lines, declaration: Declaration, options: PrintOptions): void {
  out.doc(declaration.doc);
  out.accepted(declaration.address);
  const heading = printHeading(declaration, options);
  switch (declaration.kind) {
    case "class":
    case "interface":
    case "record":
    case "error":
      if (declaration.members.length === 0) {
        out.line(`${heading} {}`);
        return;
      }
      out.line(`${heading} {`);
      out.indented(() => {
        for (const member of declaration.members) printMemberLines(out, member, options);
      });
      out.line("}");
      return;
    case "enum":
      out.line(`${heading} {`);
      out.indented(() => out.lines(printBody(declaration)));
      out.line("}");
      return;
    case "function":
      printCallable(out, heading, declaration);
      return;
    default:
      out.line(heading);
  }
}

function printMemberLines(out: Lines, member: Member, options: PrintOptions): void {
  out.doc(member.doc);
  out.accepted(member.address);
  const text = printMember(member, options);
  if (member.kind === "field") out.line(text);
  else printCallable(out, text, member);
}

/** A signature, its parameters on lines of their own where it is long, and its clauses. */
function printCallable(out: Lines, text: string, signature: Signature): void {
  if (out.indent.length + text.length <= WIDTH) out.line(text);
  else out.lines(splitParameters(text, signature));
  out.indented(() => out.lines(printEffects(signature)));
}

/** Breaks a one-line signature at the commas of its parameter list. */
function splitParameters(text: string, signature: Signature): string[] {
  if (signature.parameters.length < 2) return [text];
  const open = topLevel(text, "(");
  const close = matching(text, open);
  if (open < 0 || close < 0) return [text];
  const parts: string[] = [];
  let from = open + 1;
  for (const comma of commas(text, open + 1, close)) {
    parts.push(`  ${text.slice(from, comma).trim()},`);
    from = comma + 1;
  }
  parts.push(`  ${text.slice(from, close).trim()}`);
  return [text.slice(0, open + 1), ...parts, text.slice(close)];
}

/** Offsets of the characters that stand outside of strings and back-ticks, with the bracket depth before each. */
function* bare(text: string, from = 0): Generator<{ at: number; depth: number; char: string }> {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== "") {
      if (char === "\\" && quote === '"') at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "`") quote = char;
    else {
      // `->` closes nothing.
      const arrow = char === ">" && text[at - 1] === "-";
      if (/[)\]}>]/.test(char) && !arrow) depth--;
      yield { at, depth, char };
      if (/[([{<]/.test(char)) depth++;
    }
  }
}

function topLevel(text: string, char: string): number {
  for (const one of bare(text)) if (one.depth === 0 && one.char === char) return one.at;
  return -1;
}

function matching(text: string, open: number): number {
  for (const one of bare(text, open)) if (one.depth === 0 && one.char === ")") return one.at;
  return -1;
}

function commas(text: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (const one of bare(text, from)) {
    if (one.at >= to) break;
    if (one.depth === 0 && one.char === ",") found.push(one.at);
  }
  return found;
}

/** Text that grows line by line. */
class Lines {
  readonly #lines: string[] = [];
  readonly #accept: ReadonlyMap<Address, ReadonlySet<string>>;
  indent = "";

  constructor(accept: ReadonlyMap<Address, ReadonlySet<string>>) {
    this.#accept = accept;
  }

  line(text: string): void {
    this.#lines.push(text === "" ? "" : this.indent + text);
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** An empty line, but never two and never after an opening brace. */
  space(): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && last !== "" && !last.endsWith("{")) this.#lines.push("");
  }

  paragraph(text: string): void {
    this.space();
    this.line(text);
  }

  doc(text: string | undefined): void {
    if (text === undefined) return;
    for (const line of text.split("\n")) this.line(line === "" ? "///" : `/// ${line}`);
  }

  /** The `@allow`s of a declaration. */
  accepted(address: Address): void {
    for (const code of [...(this.#accept.get(address) ?? [])].sort()) {
      this.line(`@allow(${JSON.stringify(code)}, ${JSON.stringify(REASON)})`);
    }
  }

  /** `uses a, b, c`, continued on further lines where it is long. */
  list(word: string, names: readonly string[]): void {
    let text = word;
    names.forEach((name, index) => {
      const part = index < names.length - 1 ? ` ${name},` : ` ${name}`;
      if (this.indent.length + text.length + part.length > WIDTH) {
        this.line(text);
        text = " ".repeat(word.length);
      }
      text += part;
    });
    this.line(text);
  }

  indented(write: () => void): void {
    const before = this.indent;
    this.indent += "  ";
    write();
    this.indent = before;
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}
