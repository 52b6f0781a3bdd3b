import { finding, nearestName, printName } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ContainerSymbol, PackageSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { findContainer } from "./containers.js";
import { renameFix } from "./name-reports.js";

/** Where a name of a module or package stands, and what may stand there. */
export interface ContainerPlace<S extends ContainerSymbol> {
  source: Source;
  from: PackageSymbol | null;
  accepts: (symbol: ContainerSymbol) => symbol is S;
  /** For messages: `module`, `module or package`. */
  what: string;
  /** Address of what the name belongs to. */
  symbol: string;
  /** A module that is taken only where no other has the name. */
  self?: ContainerSymbol;
}

/** @returns the module, package or external of a name; `undefined` where there is none, which is reported */
export function resolveContainer<S extends ContainerSymbol>(
  program: Program,
  name: ast.NameRef,
  report: Report,
  at: ContainerPlace<S>,
): S | undefined {
  const { source, what, symbol } = at;
  const text = name.parts.join(".");
  const result = findContainer(program, name.parts, at.from, at.accepts, at.self);
  if (result.kind === "found") return result.symbol;
  const place = source.placeOfParts(name);
  switch (result.kind) {
    case "ambiguous": {
      const candidates = result.symbols.map((candidate) => candidate.address).sort();
      const fixes = candidates.map((candidate) => ({
        title: `Write \`${candidate}\``,
        kind: "contract" as const,
        edits: [{ ...place, text: candidate.split(".").map(printName).join(".") }],
      }));
      report(finding("name/ambiguous", place, { what, name: text, candidates }, { symbol, fixes }));
      return undefined;
    }
    case "wrong-kind":
      report(
        finding(
          "name/wrong-kind",
          place,
          { name: text, actual: result.symbol.kind, expected: what },
          { symbol },
        ),
      );
      return undefined;
    case "unknown": {
      const names = [...program.containersByName.keys(), ...program.externals.keys()];
      const near = nearestName(name.parts.at(-1) ?? "", names);
      const fixes = near === undefined ? [] : [renameFix(place, near)];
      const parameters = { what, name: text, ...(near === undefined ? {} : { near }) };
      report(finding("name/unknown", place, parameters, { symbol, fixes }));
      return undefined;
    }
  }
}
