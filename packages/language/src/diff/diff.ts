import {
  type Address,
  type External,
  hashOf,
  type Kernel,
  type Module,
  positionKey,
} from "@contractc/kernel";
import { compare } from "../source/report.js";
import { type Change, ChangeList, IMPACTS, type Impact } from "./changes.js";
import { compareCommon } from "./context.js";
import { compareDeclarations } from "./declarations.js";
import { sameType, TypeComparison } from "./types.js";

/**
 * What changed from one contract to another, and whether code that relies on the first can rely on the second.
 *
 * Parameters may take more and results may be less: the rules are those by which the checker lets one member override
 * another. What is internal breaks nobody. Dependencies, rules and flows are the architecture's own business.
 *
 * @param before of a contract without errors
 * @param after of a contract without errors
 * @returns by address, then by impact and kind
 */
export function diffKernels(before: Kernel, after: Kernel): Change[] {
  const changes = new ChangeList();
  compareHeads(changes, before, after);
  compareModules(changes, before, after);
  compareExternals(changes, before, after);
  compareGraph(changes, before, after);
  compareProjection(changes, before, after);
  return changes.found.sort(
    (a, b) =>
      compare(a.address, b.address) ||
      IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
      compare(a.kind, b.kind) ||
      compare(a.message, b.message),
  );
}

/** How many changes there are of each impact. */
export function countImpacts(changes: readonly Change[]): Record<Impact, number> {
  const counts: Record<Impact, number> = { breaking: 0, compatible: 0, documentation: 0 };
  for (const { impact } of changes) counts[impact]++;
  return counts;
}

function compareHeads(changes: ChangeList, before: Kernel, after: Kernel): void {
  if (before.name !== after.name)
    changes.documentation("name", "", "the contract has another name", {
      before: before.name,
      after: after.name,
    });
  if (before.version !== after.version) {
    changes.documentation("version", "", "the contract has another version", {
      before: before.version,
      after: after.version,
    });
  }
  pairwise(before.targets, after.targets, ({ language }) => positionKey.target(language), {
    added: (key) => changes.compatible("target-added", key, `${key} was added`),
    removed: (key) => changes.compatible("target-removed", key, `${key} was removed`),
    changed: (key) => changes.compatible("target", key, `the settings of ${key} changed`),
  });
}

function compareModules(changes: ChangeList, before: Kernel, after: Kernel): void {
  const comparison = new TypeComparison(before, after);
  pairwise(before.packages, after.packages, ({ address }) => address, {
    added: (key) => changes.compatible("package-added", key, `package \`${key}\` was added`),
    removed: (key) => changes.compatible("package-removed", key, `package \`${key}\` was removed`),
    changed: (_, old, now) => {
      compareCommon({ changes }, old, now);
      if (old.path !== now.path) {
        changes.compatible("path", now.address, `package \`${now.address}\` lies elsewhere`, {
          before: old.path,
          after: now.path,
        });
      }
    },
  });
  pairwise(before.modules, after.modules, ({ address }) => address, {
    added: (key) => changes.compatible("module-added", key, `module \`${key}\` was added`),
    removed: (key) => changes.breaking("module-removed", key, `module \`${key}\` was removed`),
    changed: (_, old, now) => compareModule(changes, old, now),
  });
  const kept = new Set(before.modules.map(({ address }) => address));
  for (const { address, language } of after.modules) {
    if (!kept.has(address)) continue;
    const context = { before, after, comparison, language };
    changes.found.push(
      ...compareDeclarations(context, before.signatures[address] ?? [], after.signatures[address] ?? []),
    );
  }
}

function compareModule(changes: ChangeList, before: Module, after: Module): void {
  const { address } = after;
  compareCommon({ changes }, before, after);
  if (before.path !== after.path || before.folder !== after.folder) {
    changes.breaking("path", address, `module \`${address}\` lies elsewhere: imports of it change`, {
      before: before.path,
      after: after.path,
    });
  }
  if (before.language !== after.language)
    changes.breaking("language", address, `module \`${address}\` is written in another language`);
  if (before.owner !== after.owner) {
    changes.documentation("owner", address, `module \`${address}\` has another owner`, {
      ...(before.owner === undefined ? {} : { before: before.owner }),
      ...(after.owner === undefined ? {} : { after: after.owner }),
    });
  }
  if (!sameType(before.satisfies, after.satisfies)) {
    changes.documentation("satisfies", address, `module \`${address}\` satisfies other requirements`, {
      before: (before.satisfies ?? []).join(", "),
      after: (after.satisfies ?? []).join(", "),
    });
  }
  if (!sameType(before.handles, after.handles))
    changes.compatible("handles", address, `module \`${address}\` handles other events`);
}

function compareExternals(changes: ChangeList, before: Kernel, after: Kernel): void {
  pairwise(before.externals, after.externals, ({ address }) => address, {
    added: (key) => changes.compatible("external-added", key, `external \`${key}\` was added`),
    removed: (key) => changes.compatible("external-removed", key, `external \`${key}\` was removed`),
    changed: (key, old, now) => {
      compareCommon({ changes }, old, now);
      if (old.requirement !== now.requirement) {
        changes.compatible(
          "external-requirement",
          key,
          `external \`${key}\` is required in another version`,
          {
            before: old.requirement,
            after: now.requirement,
          },
        );
      }
      if (old.from !== now.from)
        changes.compatible("external-from", key, `external \`${key}\` is imported from elsewhere`);
      if (!sameType(declarationsOf(old), declarationsOf(now))) {
        changes.compatible("external-types", key, `what is known of external \`${key}\` changed`);
      }
    },
  });
}

function declarationsOf({ declarations }: External): string {
  return hashOf(declarations);
}

/** Δ: who may use whom. None of it is offered to anybody outside. */
function compareGraph(changes: ChangeList, before: Kernel, after: Kernel): void {
  const useKey = ({ from, to, kind }: Kernel["graph"]["uses"][number]) => positionKey.use(from, to, kind);
  const oldUses = new Map(before.graph.uses.map((edge) => [useKey(edge), edge]));
  const newUses = new Map(after.graph.uses.map((edge) => [useKey(edge), edge]));
  const say = (key: string) =>
    key.replace(" uses type ", " uses the types of ").replace(" uses lazy ", " lazily uses ");
  for (const [key, edge] of newUses)
    if (!oldUses.has(key)) changes.compatible("uses-added", edge.from, `${say(key)}`);
  for (const [key, edge] of oldUses)
    if (!newUses.has(key)) changes.compatible("uses-removed", edge.from, `no longer: ${say(key)}`);
  pairwise(before.graph.flows, after.graph.flows, ({ name }) => positionKey.flow(name), {
    added: (key) => changes.compatible("flow-added", key, `${key} was added`),
    removed: (key) => changes.compatible("flow-removed", key, `${key} was removed`),
    changed: (key, old, now) =>
      sameType(old.hops, now.hops)
        ? changes.documentation("doc", key, `the description of ${key} changed`)
        : changes.compatible("flow", key, `${key} takes another way`, {
            before: old.hops.join(" -> "),
            after: now.hops.join(" -> "),
          }),
  });
  const rules = [
    [
      "layers",
      before.graph.layers.map((layers) => layers.join(" > ")),
      after.graph.layers.map((layers) => layers.join(" > ")),
    ],
    [
      "forbid",
      before.graph.forbidden.map(({ from, to }) => `${from} -> ${to}`),
      after.graph.forbidden.map(({ from, to }) => `${from} -> ${to}`),
    ],
    [
      "independent",
      before.graph.independent.map((parts) => parts.join(", ")),
      after.graph.independent.map((parts) => parts.join(", ")),
    ],
  ] as const;
  for (const [kind, old, now] of rules) {
    for (const rule of now.filter((each) => !old.includes(each)))
      changes.compatible("rule-added", "", `the rule \`${kind} ${rule}\` was added`);
    for (const rule of old.filter((each) => !now.includes(each)))
      changes.compatible("rule-removed", "", `the rule \`${kind} ${rule}\` was removed`);
  }
}

/** What people read; of roles also what they may do. */
function compareProjection(changes: ChangeList, before: Kernel, after: Kernel): void {
  const [old, now] = [before.projection, after.projection];
  const texts = [
    ["requirement", old.requirements, now.requirements],
    ["quality", old.qualities, now.qualities],
    ["decision", old.decisions, now.decisions],
  ] as const;
  for (const [word, first, second] of texts) {
    pairwise<{ name: string }>(
      first,
      second,
      ({ name }) => (word === "decision" ? positionKey.decision(name) : name),
      {
        added: (key) =>
          changes.documentation(
            `${word}-added`,
            key,
            `${word} \`${key.replace("decision ", "")}\` was added`,
          ),
        removed: (key) =>
          changes.documentation(
            `${word}-removed`,
            key,
            `${word} \`${key.replace("decision ", "")}\` was removed`,
          ),
        changed: (key) =>
          changes.documentation(word, key, `${word} \`${key.replace("decision ", "")}\` changed`),
      },
    );
  }
  pairwise(old.roles, now.roles, ({ name }) => positionKey.role(name), {
    added: (key) => changes.documentation("role-added", key, `${key} was added`),
    removed: (key) => changes.documentation("role-removed", key, `${key} was removed`),
    changed: (key) => changes.documentation("role", key, `${key} changed`),
  });
  for (const kind of ["risks", "questions"] as const) {
    if (!sameType(old[kind], now[kind])) changes.documentation(kind, "", `the ${kind} changed`);
  }
}

interface Pairing<T> {
  added: (key: Address) => void;
  removed: (key: Address) => void;
  changed: (key: Address, before: T, after: T) => void;
}

function pairwise<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => Address,
  pairing: Pairing<T>,
): void {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const now = new Map(after.map((item) => [keyOf(item), item]));
  for (const [key, item] of old) {
    const other = now.get(key);
    if (other === undefined) pairing.removed(key);
    else if (!sameType(item, other)) pairing.changed(key, item, other);
  }
  for (const key of now.keys()) if (!old.has(key)) pairing.added(key);
}
