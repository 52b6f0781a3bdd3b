// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of snippets are written so

import type { Block } from "./place.js";

/** A word that may begin something, with what it brings along as a snippet. */
export interface Word {
  word: string;
  snippet?: string;
}

const w = (word: string, snippet?: string): Word => (snippet === undefined ? { word } : { word, snippet });

const DECLARATIONS: readonly Word[] = [
  w("class", "class ${1:Name} {\n\t$0\n}"),
  w("interface", "interface ${1:Name} {\n\t$0\n}"),
  w("record", "record ${1:Name} {\n\t$0\n}"),
  w("error", "error ${1:Name} {\n\t$0\n}"),
  w("enum", 'enum ${1:Name} { ${2:First} = "${3:first}" }'),
  w("type", "type ${1:Name} = ${0:string}"),
  w("fn", "fn ${1:name}($2) -> ${0:void}"),
  w("const", "const ${1:NAME}: ${0:string}"),
  w("event", "event ${1:Name}($0)"),
  w("states", "states ${1:Name} initial ${2:Start} final ${3:End} {\n\t$2 -> $3 on $0\n}"),
  w("async", "async fn ${1:name}($2) -> ${0:void}"),
  w("abstract", "abstract class ${1:Name} {\n\t$0\n}"),
  w("internal"),
  w("export", "export default "),
];

const PACKAGES: readonly Word[] = [
  w("package", 'package ${1:name} "${2:$1}" {\n\t$0\n}'),
  w("module", 'module ${1:name} "${2:file}" {\n\t$0\n}'),
];

const RULES: readonly Word[] = [
  w("layers", "layers ${1:top} > ${2:below}"),
  w("forbid", 'forbid ${1:a} -> ${2:b} "${3:why}"'),
  w("independent", "independent ${1:a}, ${2:b}"),
  w("flow", "flow ${1:Name} = ${2:a.f} -> ${3:b.g}"),
  w("risk", 'risk "$0"'),
  w("question", 'question "$0"'),
];

const TOP: readonly Word[] = [
  w("contract", 'contract ${1:Name} version "${2:1.0.0}"'),
  w("import", 'import "./$0"'),
  w("target", 'target ${1|python,typescript|} {\n\troots "${2:.}"\n\t$0\n}'),
  w("requirement", 'requirement ${1:Name} ${2|must,should,could|} "$3"'),
  w(
    "quality",
    'quality ${1:Name} ${2|performance,security,reliability,usability,scalability,maintainability,portability|} "$3"',
  ),
  w("decision", 'decision ${1:Name} "$2" because "$3"'),
  w("role", 'role ${1:name} "$0"'),
  w("external", 'external ${1:name} "${2:$1}"'),
  ...PACKAGES,
  ...RULES,
];

const CLAUSES: readonly Word[] = [
  w("owner", "owner "),
  w("satisfies", "satisfies "),
  w("uses", "uses "),
  w("handles", "handles "),
];

const FUNCTION_CLAUSES: readonly Word[] = [
  w("raises", "raises "),
  w("emits", "emits "),
  w("requires", 'requires "$0"'),
  w("ensures", 'ensures "$0"'),
  w("example", "example ${1:call} == ${0:result}"),
];

const MEMBERS: readonly Word[] = [
  w("new", "new($0)"),
  w("async"),
  w("static"),
  w("abstract"),
  w("readonly"),
  w("internal"),
];

const ENTRIES: Readonly<Record<string, readonly Word[]>> = {
  role: [w("read", 'read "$0"'), w("write", 'write "$0"'), w("run", 'run "$0"')],
  target: [
    w("roots", 'roots "$0"'),
    w("tsconfig", 'tsconfig "$0"'),
    w("check", 'check "$0"'),
    w("test", 'test "$0"'),
    w("smoke", 'smoke "$0"'),
  ],
  requirement: [w("accept", 'accept "$0"')],
  quality: [w("accept", 'accept "$0"')],
};

/** The words that may begin something in a block; at the top of a file where there is none. */
export function wordsIn(block: Block | undefined): readonly Word[] {
  switch (block?.head) {
    case undefined:
      return TOP;
    case "package":
      return [...PACKAGES, ...RULES];
    case "module":
      return [...CLAUSES, ...DECLARATIONS, ...FUNCTION_CLAUSES];
    case "external":
      return DECLARATIONS.filter(({ word }) => word !== "event" && word !== "states");
    case "class":
    case "interface":
    case "record":
    case "error":
      return [...MEMBERS, ...FUNCTION_CLAUSES];
    default:
      return ENTRIES[block?.head ?? ""] ?? [];
  }
}

/** Words that may follow a whole header or clause on its line. */
export const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  contract: ["version"],
  class: ["extends", "implements"],
  interface: ["extends"],
  record: ["extends", "implements"],
  error: ["extends"],
  decision: ["because"],
  question: ["answer"],
  external: ["from"],
  states: ["initial", "final"],
};
