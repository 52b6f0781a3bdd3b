import {
  type Address,
  type ClassLike,
  type ConstructorName,
  canonicalJson,
  type Declaration,
  type Example,
  type Expression,
  type External,
  type FunctionDeclaration,
  hashKernel,
  type Kernel,
  type Language,
  type Member,
  type Module,
  type Package,
  type Parameter,
  type PrimitiveName,
  type Projection,
  type Target,
  type Type,
  type UnhashedKernel,
} from "@contractc/kernel";

/** Builds kernels by hand, with addresses filled in. */

const primitive = (name: PrimitiveName): Type => ({ kind: "primitive", name });
const apply = (name: ConstructorName, ...parts: Type[]): Type => ({ kind: "apply", name, arguments: parts });

export const t = {
  int: primitive("int"),
  float: primitive("float"),
  bool: primitive("bool"),
  string: primitive("string"),
  bytes: primitive("bytes"),
  any: primitive("any"),
  void: primitive("void"),
  null: primitive("null"),
  datetime: primitive("datetime"),
  path: primitive("path"),
  json: primitive("json"),
  primitive,
  apply,
  list: (item: Type) => apply("list", item),
  set: (item: Type) => apply("set", item),
  map: (key: Type, value: Type) => apply("map", key, value),
  tuple: (...items: Type[]) => apply("tuple", ...items),
  ref: (target: Address, ...parts: Type[]): Type => ({ kind: "reference", target, arguments: parts }),
  optional: (type: Type): Type => ({ kind: "optional", type }),
  union: (...members: Type[]): Type => ({ kind: "union", members }),
  literal: (value: string | number | boolean): Type => ({ kind: "literal", value }),
  parameter: (name: string): Type => ({ kind: "parameter", name }),
  verbatim: (text: string): Type => ({ kind: "verbatim", text }),
  fn: (parameters: Type[], result: Type): Type => ({
    kind: "function",
    parameters: parameters.map((type) => ({ type })),
    result,
  }),
};

export const e = {
  string: (value: string): Expression => ({ kind: "string", value }),
  number: (text: string | number): Expression => ({ kind: "number", text: String(text) }),
  boolean: (value: boolean): Expression => ({ kind: "boolean", value }),
  null: { kind: "null" } as Expression,
  list: (...items: Expression[]): Expression => ({ kind: "list", items }),
  map: (...entries: [Expression, Expression][]): Expression => ({
    kind: "map",
    entries: entries.map(([key, value]) => ({ key, value })),
  }),
  variable: (name: string): Expression => ({ kind: "variable", name }),
  declaration: (target: Address): Expression => ({ kind: "declaration", target }),
  member: (object: Expression, name: string): Expression => ({ kind: "member", object, name }),
  call: (callee: Expression | Address, ...given: (Expression | [string, Expression])[]): Expression => ({
    kind: "call",
    callee: typeof callee === "string" ? { kind: "declaration", target: callee } : callee,
    arguments: given.map((each) => (Array.isArray(each) ? { name: each[0], value: each[1] } : { value: each })),
  }),
};

export const equal = (actual: Expression, expected: Expression, more: Partial<Example> = {}): Example => ({
  ...more,
  steps: [{ kind: "equal", actual, expected }],
});

type Draft<T> = T extends unknown ? Omit<T, "address"> : never;
export type DeclarationDraft =
  | Draft<Exclude<Declaration, ClassLike>>
  | (Omit<ClassLike, "address" | "members"> & { members: Draft<Member>[] });

export const p = (name: string, type: Type, more: Partial<Parameter> = {}): Parameter => ({
  name,
  type,
  kind: "standard",
  ...(more.default === undefined ? {} : { optional: true }),
  ...more,
});

export const field = (
  name: string,
  type: Type,
  more: Partial<Omit<Member & { kind: "field" }, "kind">> = {},
): Draft<Member> => ({ kind: "field", name, type, ...more });

export const method = (
  name: string,
  parameters: Parameter[],
  result: Type,
  more: Partial<Omit<Member & { kind: "method" }, "kind">> = {},
): Draft<Member> => ({ kind: "method", name, parameters, result, ...more });

export const constructor = (
  parameters: Parameter[],
  more: Partial<Omit<Member & { kind: "constructor" }, "kind">> = {},
): Draft<Member> => ({ kind: "constructor", name: "new", parameters, result: primitive("void"), ...more });

export const fn = (
  name: string,
  parameters: Parameter[],
  result: Type,
  more: Partial<FunctionDeclaration> = {},
): DeclarationDraft => ({ kind: "function", name, parameters, result, ...more });

export const cls = (
  kind: ClassLike["kind"],
  name: string,
  members: Draft<Member>[],
  more: Partial<Omit<ClassLike, "members">> = {},
): DeclarationDraft => ({ kind, name, members, ...more });

export interface ModuleDraft {
  address: Address;
  path: string;
  declarations?: DeclarationDraft[];
  uses?: Address[];
  usesType?: Address[];
  usesLazy?: Address[];
  more?: Partial<Module>;
}

export interface KernelDraft {
  modules: ModuleDraft[];
  externals?: { name: string; requirement: string; from?: string; declarations?: DeclarationDraft[] }[];
  targets?: Target[];
  projection?: Partial<Projection>;
  graph?: Partial<Kernel["graph"]>;
  packages?: Package[];
}

export function kernelOf(draft: KernelDraft): Kernel {
  const externalNames = new Set((draft.externals ?? []).map((external) => external.name));
  const kernel: UnhashedKernel = {
    format: "contractc-kernel/1",
    name: "Sample",
    version: "1.0.0",
    targets: draft.targets ?? [],
    modules: draft.modules.map((module) => moduleOf(module)).sort((a, b) => (a.address < b.address ? -1 : 1)),
    packages: draft.packages ?? [],
    externals: (draft.externals ?? []).map(
      (external): External => ({
        ...external,
        address: external.name,
        declarations: addressed(external.name, external.declarations ?? []),
      }),
    ),
    signatures: Object.fromEntries(
      draft.modules.map((module) => [module.address, addressed(module.address, module.declarations ?? [])]),
    ),
    graph: {
      uses: draft.modules.flatMap(({ address, uses = [], usesType = [], usesLazy = [] }) => [
        ...uses.map((to) => ({ from: address, to, kind: "use" as const, ...external(externalNames, to) })),
        ...usesType.map((to) => ({ from: address, to, kind: "type" as const, ...external(externalNames, to) })),
        ...usesLazy.map((to) => ({ from: address, to, kind: "lazy" as const, ...external(externalNames, to) })),
      ]),
      events: [],
      flows: [],
      layers: [],
      forbidden: [],
      independent: [],
      ...draft.graph,
    },
    projection: {
      requirements: [],
      qualities: [],
      decisions: [],
      risks: [],
      questions: [],
      roles: [],
      ...draft.projection,
    },
    positions: {},
  };
  // What is not plain data would not survive the way through the kernel's file.
  canonicalJson(kernel);
  return hashKernel(kernel);
}

function external(names: ReadonlySet<string>, to: Address): { external?: true } {
  return names.has(to) ? { external: true } : {};
}

function moduleOf(draft: ModuleDraft): Omit<Module, "hashes"> {
  const { address } = draft;
  const language: Language | undefined = /\.pyi?$/.test(draft.path)
    ? "python"
    : /\.[cm]?[jt]sx?$/.test(draft.path)
      ? "typescript"
      : undefined;
  const dot = address.lastIndexOf(".");
  return {
    name: address.slice(dot + 1),
    address,
    path: draft.path.replace(/\/$/, ""),
    ...(draft.path.endsWith("/") ? { folder: true as const } : {}),
    ...(language ? { language } : {}),
    ...(dot < 0 ? {} : { package: address.slice(0, dot) }),
    ...draft.more,
  };
}

function addressed(owner: Address, drafts: readonly DeclarationDraft[]): Declaration[] {
  const counts = new Map<string, number>();
  const addressOf = (name: string, parent: Address): Address => {
    const path = `${parent}.${name}`;
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    return count === 1 ? path : `${path}#${count}`;
  };
  return drafts.map((draft): Declaration => {
    const address = addressOf(draft.name, owner);
    if (!("members" in draft) || draft.kind === "enum") return { ...draft, address } as Declaration;
    const members = draft.members.map((member) => ({ ...member, address: addressOf(member.name, address) }));
    return { ...draft, address, members } as Declaration;
  });
}
