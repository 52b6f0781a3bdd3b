import type { CodeSymbol, ModuleSignature } from "../../reading/signature.js";
import type { CodeFile } from "../project.js";

/**
 * The symbols of a name, several where declarations are merged.
 *
 * @param name dotted for what stands in a namespace: `Shapes.Inner.area`
 */
export function symbolsNamed(file: Pick<CodeFile, "signature">, name: string): CodeSymbol[] {
  let { symbols }: Pick<ModuleSignature, "symbols"> = file.signature;
  const parts = name.split(".");
  const last = parts.pop();
  for (const part of parts) {
    symbols = symbols.flatMap((symbol) =>
      symbol.kind === "namespace" && symbol.name === part ? symbol.symbols : [],
    );
  }
  return symbols.filter((symbol) => symbol.name === last);
}

/** What a namespace offers, with dotted names; other namespaces are looked into. */
export function* namespaceOffers(
  namespace: CodeSymbol & { kind: "namespace" },
  prefix = `${namespace.name}.`,
): Generator<{ name: string; symbol: CodeSymbol }> {
  for (const symbol of namespace.symbols) {
    if (!symbol.exported) continue;
    if (symbol.kind === "namespace") yield* namespaceOffers(symbol, `${prefix}${symbol.name}.`);
    else yield { name: `${prefix}${symbol.name}`, symbol };
  }
}

/**
 * What a name in a namespace stands for: the innermost namespace around it that declares it comes first.
 *
 * @param within the namespace: `Shapes.Inner`
 * @returns the name as the file's own scope would write it
 */
export function nameWithin(file: Pick<CodeFile, "signature">, within: string, name: string): string {
  const [head = name] = name.split(".");
  for (let at = within; ; at = at.slice(0, at.lastIndexOf("."))) {
    if (symbolsNamed(file, `${at}.${head}`).length > 0) return `${at}.${name}`;
    if (!at.includes(".")) return name;
  }
}
