import { type Fix, finding, nearestName, type Place, printName } from "@contractc/kernel";
import { KIND_WORDS } from "../binder/bind-file.js";
import type { Program } from "../binder/program.js";
import type { DeclarationSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import { addUseFix } from "./add-use.js";
import { shortName } from "./containers.js";
import { type Expected, type ModuleScope, type Resolution, visibleNames } from "./lookup.js";

/** A name as written, and where. */
export interface WrittenName {
  parts: readonly string[];
  /** From the first to the last part. */
  place: Place;
  /** Of the last part. */
  last: Place;
  /** Of what is before it; absent for a bare name. */
  prefix?: Place;
  /** The declaration it stands in. */
  symbol: string;
}

/** Names to suggest for an unknown one, besides those that are declared. */
export interface Suggestions {
  more?: Iterable<string>;
  /** What is meant beyond doubt. */
  certain?: string | undefined;
}

/** Reports the names of one module or external that do not resolve; what has one cause is one finding. */
export class NameReports {
  /** Missing uses, by the modules that would have to be used. */
  readonly #missing = new Map<string, { symbols: DeclarationSymbol[]; names: WrittenName[] }>();

  constructor(
    readonly program: Program,
    readonly scope: ModuleScope,
    readonly report: Report,
  ) {}

  get source(): Source {
    return this.scope.owner.source;
  }

  /**
   * Reports what `lookup` says of a name.
   *
   * @returns the symbol to go on with, so that one fault does not become several
   */
  unresolved(
    name: WrittenName,
    resolution: Exclude<Resolution, { kind: "found" }>,
    wanted: Expected,
    suggest: Suggestions = {},
  ): DeclarationSymbol | undefined {
    this.scope.open = true;
    switch (resolution.kind) {
      case "ambiguous":
        this.#ambiguous(name, resolution.symbols, wanted);
        return undefined;
      case "undeclared-use":
        if (this.scope.incomplete) return undefined;
        this.#remember(name, resolution.symbols);
        return resolution.symbols.length === 1 ? resolution.symbols[0] : undefined;
      case "internal":
        this.report(
          finding(
            "name/internal",
            name.place,
            { name: name.parts.join("."), module: resolution.symbol.owner.address },
            {
              symbol: name.symbol,
              related: [declared(resolution.symbol)],
            },
          ),
        );
        return resolution.symbol;
      case "wrong-kind":
        this.wrongKind(name, KIND_WORDS[resolution.symbol.kind], wanted.what, resolution.symbol);
        return undefined;
      case "unknown-module": {
        if (this.scope.incomplete) return undefined;
        const place = name.prefix ?? name.place;
        this.unknown({ ...name, parts: [resolution.name], place, last: place }, "module", resolution.near);
        return undefined;
      }
      case "unknown": {
        const { owner } = resolution;
        if (this.scope.incomplete && !owner) return undefined;
        const names = owner ? owner.declarations.keys() : visibleNames(this.scope, wanted);
        const last = name.parts.at(-1) ?? "";
        const near = suggest.certain ?? nearestName(last, [...names, ...(suggest.more ?? [])]);
        // A name out of reach is a worse guess than one in reach, and a better one than none.
        const certain = near ?? (owner ? undefined : nearestName(last, this.#elsewhere(wanted)));
        this.unknown(name, wanted.what, [], owner?.address, certain);
        return undefined;
      }
    }
  }

  /** Names that modules out of reach offer. */
  *#elsewhere({ kinds }: Expected): Iterable<string> {
    for (const [name, symbols] of this.program.declarationsByName) {
      if (symbols.some((symbol) => kinds.has(symbol.kind) && !symbol.internal)) yield name;
    }
  }

  /**
   * @param candidates of which the nearest is suggested
   * @param module the one in which the name was looked up, where it is qualified
   * @param certain a suggestion that needs no likeness
   */
  unknown(
    name: WrittenName,
    what: string,
    candidates: Iterable<string>,
    module?: string,
    certain?: string,
  ): void {
    this.scope.open = true;
    const near = certain ?? nearestName(name.parts.at(-1) ?? "", candidates);
    const parameters = {
      what,
      name: name.parts.join("."),
      ...(near === undefined ? {} : { near }),
      ...(module === undefined ? {} : { module }),
    };
    const fixes = near === undefined ? [] : [renameFix(name.last, near)];
    this.report(finding("name/unknown", name.place, parameters, { symbol: name.symbol, fixes }));
  }

  wrongKind(name: WrittenName, actual: string, what: string, symbol?: DeclarationSymbol): void {
    this.report(
      finding(
        "name/wrong-kind",
        name.place,
        { name: name.parts.join("."), actual, expected: what },
        {
          symbol: name.symbol,
          related: symbol ? [declared(symbol)] : [],
        },
      ),
    );
  }

  #ambiguous(name: WrittenName, symbols: readonly DeclarationSymbol[], wanted: Expected): void {
    const { owner } = this.scope;
    const from = owner.kind === "module" ? owner.parent : null;
    const last = name.parts.at(-1) ?? "";
    const qualified = symbols.map((symbol) => `${shortName(this.program, symbol.owner, from)}.${last}`);
    const fixes: Fix[] = qualified.map((text) => ({
      title: `Write \`${text}\``,
      kind: "contract",
      edits: [{ ...name.place, text: text.split(".").map(printName).join(".") }],
    }));
    this.report(
      finding(
        "name/ambiguous",
        name.place,
        { what: wanted.what, name: name.parts.join("."), candidates: qualified },
        {
          symbol: name.symbol,
          related: symbols.map(declared),
          fixes,
        },
      ),
    );
  }

  #remember(name: WrittenName, symbols: DeclarationSymbol[]): void {
    const key = symbols.map((symbol) => symbol.owner.address).join(" ");
    const known = this.#missing.get(key);
    if (known) known.names.push(name);
    else this.#missing.set(key, { symbols, names: [name] });
  }

  /** Reports each missing `uses` once, at the first name that needs it. Call it when the module is done. */
  flush(): void {
    const { owner } = this.scope;
    for (const { symbols, names } of this.#missing.values()) {
      const [first, ...others] = names;
      if (!first) continue;
      const modules = symbols.map((symbol) => symbol.owner.address);
      const fixes =
        owner.kind === "module" ? symbols.map((symbol) => addUseFix(this.program, owner, symbol.owner)) : [];
      this.report(
        finding(
          "graph/undeclared-use",
          first.place,
          { name: first.parts.join("."), from: owner.address, modules },
          {
            symbol: owner.address,
            related: [
              ...symbols.map(declared),
              ...others.map((other) => ({
                ...other.place,
                message: `\`${other.parts.join(".")}\` needs it too`,
              })),
            ],
            fixes,
            key: modules.join(" "),
          },
        ),
      );
    }
    this.#missing.clear();
  }
}

function declared(symbol: DeclarationSymbol) {
  const { source } = symbol.owner;
  return { ...source.placeOf(symbol.node, "name"), message: `\`${symbol.address}\` is declared here` };
}

export function renameFix(place: Place, name: string): Fix {
  return {
    title: `Change to \`${name}\``,
    kind: "contract",
    edits: [{ ...place, text: printName(name) }],
  };
}
