import type { Finding, Language } from "@contractc/kernel";
import { Declared } from "./declared.ts";
import { changesOf, judge, type Mutation, type Mutator } from "./mutation.ts";
import { mutators } from "./mutators/index.ts";
import { Random } from "./random.ts";
import type { Outline } from "./syntax/outline.ts";
import { pythonOutliner } from "./syntax/python.ts";
import { outlineTypeScript } from "./syntax/typescript.ts";
import { type Changes, Workspace } from "./workspace.ts";

/** A folder of code with its contract. */
export interface Tree {
  name: string;
  folder: string;
  /** The contract's file, from the folder. */
  contract: string;
}

export interface MeasureOptions {
  seed: number;
  /** At most as many mutations of a kind in a tree and language. */
  perKind: number;
  /** Kinds that begin so; all if not given. */
  only?: string;
  /** The one mutation of each kind with this number. */
  at?: number;
  /** Called for each mutation that was made, with everything that is found of it. */
  seen?: (result: MutationResult, changes: Changes, findings: readonly Finding[]) => void;
}

export interface MutationResult {
  tree: string;
  language: Language;
  kind: string;
  benign: boolean;
  /** Its number among those of its kind, tree, language and seed. */
  index: number;
  at: string;
  file: string;
  /** Of a benign one: nothing was. */
  found: boolean;
  fitting: BriefFinding[];
  consequences: BriefFinding[];
  collateral: BriefFinding[];
}

export interface BriefFinding {
  code: string;
  symbol: string;
  file: string;
  line: number;
  message: string;
}

export interface TreeResult {
  tree: string;
  modules: number;
  lines: number;
  /** Findings without any mutation. */
  baseline: BriefFinding[];
  results: MutationResult[];
  /** Milliseconds for one comparison. */
  each: number;
}

type Outliner = (path: string, text: string) => Outline | null;

/** Mutates a tree, one change at a time, and tells what is found of each. Deterministic for a seed. */
export async function measureTree(tree: Tree, options: MeasureOptions): Promise<TreeResult> {
  const workspace = await Workspace.open(tree.folder, tree.contract);
  const outliner = await outlinerOf();
  const outlines = new Map<string, Outline>();
  for (const { path, folder } of workspace.kernel.modules) {
    const outline = folder ? null : outliner(path, workspace.text(path));
    if (outline) outlines.set(path, outline);
  }
  const declared = new Declared(workspace.kernel, workspace.project);
  const languages = new Set([...outlines.values()].map(({ language }) => language));
  const results: MutationResult[] = [];
  const started = performance.now();
  for (const language of [...languages].sort()) {
    for (const mutator of mutators) {
      if (options.only !== undefined && !mutator.kind.startsWith(options.only)) continue;
      if (mutator.languages && !mutator.languages.includes(language)) continue;
      const random = new Random(options.seed, `${tree.name} ${language} ${mutator.kind}`);
      const all = [...outlines.values()].flatMap((outline) =>
        outline.language === language ? [...mutator.mutations({ outline, declared, outlines, random })] : [],
      );
      let index = 0;
      for (const mutation of random.shuffled(all)) {
        if (index >= options.perKind || (options.at !== undefined && index > options.at)) break;
        if (isAccepted(mutation, declared)) continue;
        const changes = usable(mutation, outlines, outliner);
        if (!changes) continue;
        if (options.at === undefined || options.at === index) {
          const findings = workspace.findings(changes);
          const result = resultOf(
            tree,
            language,
            mutator,
            withTwins(mutation, outlines, declared),
            index,
            findings,
          );
          results.push(result);
          options.seen?.(result, changes, findings);
        }
        index++;
      }
    }
  }
  return {
    tree: tree.name,
    modules: workspace.kernel.modules.length,
    lines: [...outlines.values()].reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
    baseline: workspace.baseline.map(brief),
    results,
    each: results.length === 0 ? 0 : (performance.now() - started) / results.length,
  };
}

async function outlinerOf(): Promise<Outliner> {
  const python = await pythonOutliner();
  return (path, text) => {
    if (/\.pyi?$/.test(path)) return python(path, text);
    return /\.[cm]?tsx?$/.test(path) ? outlineTypeScript(path, text) : null;
  };
}

/** The contract accepts what would be found. */
function isAccepted({ expected }: Mutation, declared: Declared): boolean {
  return (
    expected?.symbols.some((symbol) => expected.codes.some((code) => declared.isAllowed(code, symbol))) ??
    false
  );
}

/** The changed files, if they parse and differ from what was there. */
function usable(
  mutation: Mutation,
  outlines: ReadonlyMap<string, Outline>,
  outliner: Outliner,
): Changes | null {
  const before = outlines.get(mutation.file)?.text ?? "";
  const changes = changesOf(mutation, before);
  if (!changes || changes.get(mutation.file) === before || changes.size === 0) return null;
  for (const [path, text] of changes) {
    const isCode = /\.(?:pyi?|[cm]?tsx?)$/.test(path);
    if (text !== null && isCode && !mutation.unparsable && !outliner(path, text.replace(/^\uFEFF/, "")))
      return null;
  }
  return changes;
}

/** What `export { A as B }` gives a second name may be declared under both. */
function withTwins(mutation: Mutation, outlines: ReadonlyMap<string, Outline>, declared: Declared): Mutation {
  const { expected } = mutation;
  const module = declared.module(mutation.file)?.address;
  const names = outlines.get(mutation.file)?.exportLists.flatMap((list) => list.names) ?? [];
  if (!expected || module === undefined) return mutation;
  const twins = names.flatMap(({ name, local }) =>
    expected.symbols.flatMap((symbol) => {
      const own = `${module}.${name}`;
      if (name === local || (symbol !== own && !symbol.startsWith(`${own}.`))) return [];
      return [`${module}.${local}${symbol.slice(own.length)}`];
    }),
  );
  return twins.length === 0
    ? mutation
    : { ...mutation, expected: { ...expected, symbols: [...expected.symbols, ...twins] } };
}

function resultOf(
  tree: Tree,
  language: Language,
  { kind, benign = false }: Mutator,
  mutation: Mutation,
  index: number,
  findings: readonly Finding[],
): MutationResult {
  const { fitting, consequences, collateral } = judge(mutation, findings);
  return {
    tree: tree.name,
    language,
    kind,
    benign,
    index,
    at: mutation.at,
    file: mutation.file,
    found: benign ? findings.length === 0 : fitting.length > 0,
    fitting: fitting.map(brief),
    consequences: consequences.map(brief),
    collateral: collateral.map(brief),
  };
}

function brief({ code, symbol, file, line, message }: Finding): BriefFinding {
  return { code, symbol, file, line, message };
}
