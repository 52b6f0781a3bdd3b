import { hashOf, type Kernel, outlineOf } from "@contractc/kernel";
import { scan } from "../syntax/scanner.js";
import type { Action } from "./actions.js";
import { addFragment, missing } from "./add.js";
import { addEdits, type Edit, type FileEdits } from "./edits.js";
import { type Fragment, isContainer, parseFragment } from "./fragment.js";
import { described, isFunctionClause } from "./items.js";
import { insertDocs } from "./merge.js";
import type { Part } from "./parts.js";
import { docCommentsOf } from "./removal.js";
import { refuse, type State, type StepResult } from "./state.js";

/** `refine`: more docs, clauses and criteria. Whether Σ and Δ stay is asked of the result: see `isRefinement`. */
export function refine(state: State, action: Action, label: string): StepResult {
  const part = state.parts.find(action.target);
  if (!part) return missing(state, action.target);
  const { docs, annotations, rest } = preamble(action.content);
  let fragment: Fragment | undefined;
  if (rest.trim() !== "") {
    if (!isContainer(part.node.$type)) {
      return refuse("mismatch", `${described(part)} takes docs alone.`);
    }
    const parsed = parseFragment(part.node.$type, rest, label);
    if ("findings" in parsed)
      return refuse("syntax", `The content cannot stand in ${described(part)}.`, parsed.findings);
    fragment = parsed.fragment;
  }
  const [first] = fragment?.nodes ?? [];
  if (first && !isFunctionClause(first) && first.$type !== "Entry") {
    // Docs and annotations before it are its own.
    const whole = parseFragment(part.node.$type, action.content, label);
    return "findings" in whole
      ? refuse("syntax", `The content cannot stand in ${described(part)}.`, whole.findings)
      : addFragment(state, part, whole.fragment);
  }
  const own = ownEdits(part, docs, annotations);
  if (first && fragment) {
    const added = addFragment(state, part, fragment);
    if ("refusal" in added) return added;
    addEdits(added.edits, part.source, own);
    return added;
  }
  if (own.length === 0) return refuse("unchanged", `${described(part)} says so already.`);
  const edits: FileEdits = new Map();
  addEdits(edits, part.source, own);
  return { edits };
}

/** Docs are added to those that are there; lines that are there already are not added again. */
function ownEdits({ source, node }: Part, docs: readonly string[], annotations: readonly string[]): Edit[] {
  const there = new Set(docCommentsOf(source, node).map(({ text }) => text));
  const lines = docs.filter((doc) => !there.has(doc));
  return lines.length + annotations.length > 0 ? insertDocs(source, node, [...lines, ...annotations]) : [];
}

/** The docs and annotations that content starts with, and what comes after them. */
function preamble(content: string): { docs: string[]; annotations: string[]; rest: string } {
  const { tokens, comments } = scan(content);
  const annotations: string[] = [];
  let at = 0;
  while (tokens[at]?.image === "@") {
    const start = tokens[at]!.startOffset;
    at += 2;
    if (tokens[at]?.image === "(") {
      for (let depth = 0; at < tokens.length; at++) {
        if (tokens[at]!.image === "(") depth++;
        else if (tokens[at]!.image === ")" && --depth === 0) break;
      }
      at++;
    }
    annotations.push(content.slice(start, tokens[at - 1]?.end ?? content.length));
  }
  const first = tokens[at]?.startOffset ?? content.length;
  const docs = comments
    .filter(({ offset, text }) => offset < first && text.startsWith("///") && !text.startsWith("////"))
    .map(({ text }) => text.trimEnd());
  return { docs, annotations, rest: content.slice(first) };
}

/** @returns whether Σ and Δ of two kernels are the same: signatures, dependencies, events, flows, rules and paths */
export function isRefinement(before: Kernel, after: Kernel): boolean {
  return executablePart(before) === executablePart(after);
}

function executablePart({ modules, packages, externals, graph, targets }: Kernel): string {
  return hashOf({
    modules: modules.map(({ address, hashes }) => [address, hashes.signature]),
    packages: packages.map(({ address, path }) => [address, path]),
    externals: externals.map(({ address, requirement, from, declarations }) => ({
      address,
      requirement,
      from,
      declarations: declarations.map(outlineOf),
    })),
    uses: graph.uses.map(({ from, to, kind }) => [from, to, kind]),
    events: graph.events,
    flows: graph.flows.map(({ name, hops }) => [name, hops]),
    rules: [graph.layers, graph.forbidden.map(({ from, to }) => [from, to]), graph.independent],
    targets: targets.map(({ language, roots, tsconfig }) => ({ language, roots, tsconfig })),
  });
}
