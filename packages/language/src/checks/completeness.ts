import {
  type Declaration,
  finding,
  type Module,
  matchesGlob,
  positionKey,
  type Role,
} from "@contractc/kernel";
import { joinPath } from "../project/paths.js";
import type { CheckContext } from "./context.js";

/** What a contract leaves open: modules, requirements, roles, criteria and questions. */
export function checkCompleteness(context: CheckContext): void {
  checkModules(context);
  checkOwners(context);
  checkRequirements(context);
  checkQuestions(context);
}

/** The place of what has a key in the position table. */
function placeOf({ kernel, tables }: CheckContext, key: string) {
  const position = kernel.positions[key];
  if (!position) throw new Error(`nothing of the contract has the key ${key}`);
  return { ...position, file: joinPath(tables.folder, position.file) };
}

function checkModules(context: CheckContext): void {
  const { kernel, program, report } = context;
  const used = new Set(kernel.graph.uses.map(({ from }) => from));
  const nodes = new Map(program.modules.map(({ address, node }) => [address, node]));
  for (const module of kernel.modules) {
    const { address, name } = module;
    const declarations = kernel.signatures[address] ?? [];
    if (declarations.length === 0 && !used.has(address) && !module.handles) {
      // One whose declarations do not parse, or whose uses lead nowhere, is not empty.
      const elements = nodes.get(address)?.elements ?? [];
      if (elements.every(({ $type }) => $type === "OwnerClause" || $type === "SatisfiesClause")) {
        report(
          finding("complete/empty-module", placeOf(context, address), { module: name }, { symbol: address }),
        );
      }
    }
    // What a module says of itself describes its only declaration.
    const speaks = module.doc !== undefined && declarations.filter(isPublic).length === 1;
    const bare = speaks ? [] : declarations.filter(wantsDocs);
    const [first, ...others] = bare;
    if (!first) continue;
    report(
      finding(
        "complete/undocumented",
        placeOf(context, first.address),
        { module: name, declarations: [...new Set(bare.map((each) => each.name))] },
        {
          symbol: address,
          key: bare.map((each) => each.name).join(" "),
          related: others.map((each) => ({ ...placeOf(context, each.address), message: `\`${each.name}\`` })),
        },
      ),
    );
  }
}

function isPublic(declaration: Declaration): boolean {
  return !declaration.internal;
}

/** What others use without knowing its insides: a name and a signature do not say what it is for. */
function wantsDocs(declaration: Declaration): boolean {
  if (declaration.doc !== undefined || !isPublic(declaration)) return false;
  switch (declaration.kind) {
    case "class":
    case "interface":
      return true;
    case "function":
      return !declaration.examples && !declaration.requires && !declaration.ensures;
    default:
      return false;
  }
}

function checkOwners(context: CheckContext): void {
  const { kernel, report } = context;
  const { roles } = kernel.projection;
  if (roles.length === 0 || kernel.modules.length === 0) return;
  const byName = new Map(roles.map((role) => [role.name, role]));
  const playing = new Set<string>();
  for (const module of kernel.modules) {
    const { address, name, owner, path } = module;
    if (owner === undefined) {
      // One that names a role that is not there has been reported.
      if (positionKey.owner(address) in kernel.positions) continue;
      report(finding("complete/owner", placeOf(context, address), { module: name }, { symbol: address }));
      continue;
    }
    playing.add(owner);
    const role = byName.get(owner);
    if (!role?.write || covers(role.write, module)) continue;
    report(
      finding(
        "complete/owner",
        placeOf(context, positionKey.owner(address)),
        { module: name, role: owner, path },
        {
          symbol: address,
          related: [{ ...placeOf(context, positionKey.role(owner)), message: "the role" }],
        },
      ),
    );
  }
  for (const role of roles) if (!playing.has(role.name)) reportIdle(context, role);
}

/** A folder is covered where everything in it is. */
function covers(globs: readonly string[], { path, folder }: Module): boolean {
  return globs.some((glob) => matchesGlob(glob, folder ? `${path}/any` : path));
}

function reportIdle(context: CheckContext, { name }: Role): void {
  const symbol = positionKey.role(name);
  context.report(finding("complete/role", placeOf(context, symbol), { role: name }, { symbol }));
}

function checkRequirements(context: CheckContext): void {
  const { kernel, report } = context;
  const { requirements, qualities } = kernel.projection;
  // A plan without modules is one that nobody has started on.
  if (kernel.modules.length === 0 || requirements.length + qualities.length === 0) return;
  const satisfied = new Set(kernel.modules.flatMap(({ satisfies = [] }) => satisfies));
  const verified = verifiedRequirements(context);
  for (const [what, list] of [
    ["requirement", requirements],
    ["quality", qualities],
  ] as const) {
    for (const { name } of list) {
      if (satisfied.has(name)) continue;
      report(finding("complete/requirement", placeOf(context, name), { what, name }, { symbol: name }));
    }
  }
  for (const { name, accept } of requirements) {
    if (accept.length === 0 || verified.has(name)) continue;
    const parameters = { requirement: name, criteria: accept.length };
    report(finding("complete/criterion", placeOf(context, name), parameters, { symbol: name }));
  }
}

function verifiedRequirements({ kernel }: CheckContext): Set<string> {
  const verified = new Set<string>();
  for (const declaration of Object.values(kernel.signatures).flat()) {
    const signatures =
      declaration.kind === "function"
        ? [declaration]
        : "members" in declaration && declaration.kind !== "enum"
          ? declaration.members.flatMap((member) => (member.kind === "field" ? [] : [member]))
          : [];
    for (const { examples = [] } of signatures) {
      for (const { verifies = [] } of examples) for (const name of verifies) verified.add(name);
    }
  }
  return verified;
}

function checkQuestions(context: CheckContext): void {
  context.kernel.projection.questions.forEach(({ text, answer }, at) => {
    if (answer !== undefined) return;
    const symbol = positionKey.ordinal("question", at + 1);
    context.report(finding("complete/question", placeOf(context, symbol), { text }, { symbol, key: text }));
  });
}
