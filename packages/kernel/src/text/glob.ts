/**
 * Whether a path matches a glob: `*` and `?` stop at `/`, `**` does not, `{a,b}` are alternatives; everything else is
 * itself.
 *
 * @param path relative, forward slashes
 */
export function matchesGlob(glob: string, path: string): boolean {
  let expression = EXPRESSIONS.get(glob);
  if (!expression) {
    expression = new RegExp(`^${translate(glob.replace(/^\.\//, ""))}$`, "u");
    if (EXPRESSIONS.size >= LIMIT) EXPRESSIONS.clear();
    EXPRESSIONS.set(glob, expression);
  }
  return expression.test(path);
}

/** Compiled globs: the few of a contract's roles are asked about every module. */
const EXPRESSIONS = new Map<string, RegExp>();
const LIMIT = 1_000;

function translate(glob: string): string {
  let depth = 0;
  const parts = [...glob.matchAll(/\*\*\/|\*\*|\*|\?|[{},]|[^*?{},]+/gu)].map(([part]) => {
    switch (part) {
      case "**/":
        return "(?:[^/]+/)*";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth += 1;
        return "(?:";
      case "}":
        if (depth === 0) return "\\}";
        depth -= 1;
        return ")";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        return part.replace(/[.+^$()|[\]\\/-]/gu, "\\$&").replace(/\\-/g, "-");
    }
  });
  return parts.join("") + ")".repeat(depth);
}
