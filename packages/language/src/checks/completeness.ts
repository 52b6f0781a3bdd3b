import {
  type Declaration,
  finding,
  type Module,
  matchesGlob,
  positionKey,
  type Role,
} from "@contractc/kernel";
import { type CheckContext, type OwnerContext, placeInFrame, placeOfKey } from "./context.js";

/** A module that says nothing, and declarations that say too little. */
export function checkModule(context: OwnerContext): void {
  const { owner, tables, report } = context;
  if (owner.kind === "external") return;
  const { address, module, declarations, edges } = owner;
  const { name } = module;
  if (declarations.length === 0 && edges.length === 0 && !module.handles) {
    // One whose declarations do not parse, or whose uses lead nowhere, is not empty.
    const { elements } = owner.symbol.node;
    if (elements.every(({ $type }) => $type === "OwnerClause" || $type === "SatisfiesClause")) {
      const place = placeOfKey(tables, address, address);
      report(finding("complete/empty-module", place, { module: name }, { symbol: address }));
    }
  }
  // What a module says of itself describes its only declaration.
  if (module.doc !== undefined && declarations.filter(isPublic).length === 1) return;
  const bare = declarations.filter(wantsDocs);
  const [first, ...others] = bare;
  if (!first) return;
  report(
    finding(
      "complete/undocumented",
      placeOfKey(tables, address, first.address),
      { module: name, declarations: [...new Set(bare.map((each) => each.name))] },
      {
        symbol: address,
        key: bare.map((each) => each.name).join(" "),
        related: others.map((each) => ({
          ...placeOfKey(tables, address, each.address),
          message: `\`${each.name}\``,
        })),
      },
    ),
  );
}

/** What a contract as a whole leaves open: owners, requirements, roles, criteria and questions. */
export function checkCompleteness(context: CheckContext): void {
  checkOwners(context);
  checkRequirements(context);
  checkQuestions(context);
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
  const { kernel, modules, tables, report } = context;
  const { roles } = kernel.projection;
  if (roles.length === 0 || modules.length === 0) return;
  const byName = new Map(roles.map((role) => [role.name, role]));
  const playing = new Set<string>();
  for (const { symbol, module } of modules) {
    const { address, name, owner, path } = module;
    if (owner === undefined) {
      // One that names a role that is not there has been reported.
      if (symbol.node.elements.find((element) => element.$type === "OwnerClause")?.role) continue;
      const place = placeOfKey(tables, address, address);
      report(finding("complete/owner", place, { module: name }, { symbol: address }));
      continue;
    }
    playing.add(owner);
    const role = byName.get(owner);
    if (!role?.write || covers(role.write, module)) continue;
    report(
      finding(
        "complete/owner",
        placeOfKey(tables, address, positionKey.owner(address)),
        { module: name, role: owner, path },
        {
          symbol: address,
          related: [{ ...placeInFrame(context, positionKey.role(owner)), message: "the role" }],
        },
      ),
    );
  }
  for (const role of roles) if (!playing.has(role.name)) reportIdle(context, role);
}

/** A folder is covered where everything in it is. */
function covers(globs: readonly string[], { path, folder }: Pick<Module, "path" | "folder">): boolean {
  return globs.some((glob) => matchesGlob(glob, folder ? `${path}/any` : path));
}

function reportIdle(context: CheckContext, { name }: Role): void {
  const symbol = positionKey.role(name);
  context.report(finding("complete/role", placeInFrame(context, symbol), { role: name }, { symbol }));
}

function checkRequirements(context: CheckContext): void {
  const { kernel, modules, report } = context;
  const { requirements, qualities } = kernel.projection;
  // A plan without modules is one that nobody has started on.
  if (modules.length === 0 || requirements.length + qualities.length === 0) return;
  const satisfied = new Set<string>();
  const verified = new Set<string>();
  for (const each of modules) {
    for (const name of each.module.satisfies ?? []) satisfied.add(name);
    for (const name of each.facts.verifies) verified.add(name);
  }
  for (const [what, list] of [
    ["requirement", requirements],
    ["quality", qualities],
  ] as const) {
    for (const { name } of list) {
      if (satisfied.has(name)) continue;
      report(finding("complete/requirement", placeInFrame(context, name), { what, name }, { symbol: name }));
    }
  }
  for (const { name, accept } of requirements) {
    if (accept.length === 0 || verified.has(name)) continue;
    const parameters = { requirement: name, criteria: accept.length };
    report(finding("complete/criterion", placeInFrame(context, name), parameters, { symbol: name }));
  }
}

function checkQuestions(context: CheckContext): void {
  context.kernel.projection.questions.forEach(({ text, answer }, at) => {
    if (answer !== undefined) return;
    const symbol = positionKey.ordinal("question", at + 1);
    context.report(
      finding("complete/question", placeInFrame(context, symbol), { text }, { symbol, key: text }),
    );
  });
}
