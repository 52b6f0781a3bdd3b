import { type Language, positionKey, type Target } from "@contractc/kernel";
import { isLanguage, LANGUAGES } from "../binder/languages.js";
import type { Program } from "../binder/program.js";
import type { ModuleSymbol } from "../binder/symbols.js";
import type { Gathered } from "../resolver/trace.js";
import { compare } from "../source/report.js";
import { reportUnknown } from "./annotations.js";
import { readEntries } from "./entries.js";

/**
 * The targets of a contract, sorted by language: those declared, and with default settings those that only the
 * extensions of modules name.
 */
export function lowerTargets(
  program: Program,
  languages: ReadonlySet<Language | undefined>,
  { report, trace }: Gathered,
): Target[] {
  const targets: Target[] = [];
  for (const { name, node, source } of program.targets.values()) {
    if (!isLanguage(name)) {
      reportUnknown(source, node, "name", "target", name, LANGUAGES, "", report);
      continue;
    }
    const symbol = positionKey.target(name);
    trace?.position(symbol, source, node, "name");
    const entries = readEntries(
      source,
      node.entries,
      { roots: "list", tsconfig: "one", check: "one", test: "one", smoke: "one" },
      symbol,
      report,
    );
    const one = (key: "tsconfig" | "check" | "test" | "smoke") =>
      entries[key]?.[0] === undefined ? {} : { [key]: entries[key][0] };
    targets.push({
      language: name,
      roots: entries.roots ?? ["."],
      ...one("tsconfig"),
      ...one("check"),
      ...one("test"),
      ...one("smoke"),
    });
  }
  const declared = new Set(targets.map((target) => target.language));
  for (const language of languages) {
    if (language && !declared.has(language)) targets.push({ language, roots: ["."] });
  }
  return targets.sort((a, b) => compare(a.language, b.language));
}

/**
 * The language of every module. A file's extension tells; a folder has that of the other modules of its package, of
 * the packages around it, or of the only target.
 */
export function moduleLanguages(program: Program): (module: ModuleSymbol) => Language | undefined {
  if (program.modules.every(({ folder }) => !folder)) return ({ language }) => language;
  const declared = [...program.targets.keys()].filter(isLanguage);
  const only = declared.length === 1 ? declared[0] : undefined;
  const within = new Map<string, Set<Language>>();
  for (const { language, parent } of program.modules) {
    if (!language) continue;
    for (let at = parent; ; at = at.parent) {
      const address = at?.address ?? "";
      const set = within.get(address) ?? new Set();
      within.set(address, set.add(language));
      if (at === null) break;
    }
  }
  const nearest = (module: ModuleSymbol): Language | undefined => {
    for (let at = module.parent; ; at = at.parent) {
      const [first, ...others] = within.get(at?.address ?? "") ?? [];
      if (first) return others.length === 0 ? first : undefined;
      if (at === null) return undefined;
    }
  };
  return (module) => module.language ?? (module.folder ? (only ?? nearest(module)) : undefined);
}
