import type { ClassLike, Constructor, Field, Member, Method, Parameter } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { memberAccess, memberName } from "../../target/typescript-types.js";
import { docText } from "../doc-text.js";
import type { KernelIndex } from "../kernel-index.js";
import { indentLines } from "../source-text.js";
import { jsDoc } from "./docs.js";
import type { TypeScriptFile } from "./file.js";
import { callableLines, parameterTexts, unfinished } from "./functions.js";

/** What decides how a member is written. */
export interface MemberContext {
  file: TypeScriptFile;
  owner: ClassLike;
  form: "class" | "interface";
  unit: string;
  /** Indentation of the members, for the line width. */
  depth: number;
  /** The constructor written with the class assigns every field. */
  assigned: boolean;
}

/** The lines of one member, of all overloads together, without outer indentation. */
export function memberLines(context: MemberContext, group: readonly Member[]): string[] {
  const first = group[0]!;
  switch (first.kind) {
    case "field":
      return fieldLines(context, first);
    case "constructor":
      return constructorLines(
        context,
        group.filter((member): member is Constructor => member.kind === "constructor"),
      );
    case "method":
      return methodLines(
        context,
        group.filter((member): member is Method => member.kind === "method"),
      );
  }
}

function methodLines(
  { file, owner, form, unit, depth }: MemberContext,
  methods: readonly Method[],
): string[] {
  const [first] = methods;
  if (!first) return [];
  const name = memberName(codeName(first, "typescript", "member"));
  if (form === "interface") {
    return callableLines(file, methods, { head: name, signatureHead: name, result: true, depth }, unit);
  }
  const words = [first.internal && "protected", first.static && "static", first.abstract && "abstract"];
  const plain =
    words.map((word) => (word ? `${word} ` : "")).join("") + overrideWord(file.index, owner, first);
  const body = first.abstract ? {} : { body: [unfinished(file, first.address)] };
  const head = `${plain}${first.async && !first.abstract ? "async " : ""}${name}`;
  return callableLines(
    file,
    methods,
    { head, signatureHead: `${plain}${name}`, result: true, depth, ...body },
    unit,
  );
}

/** `override` is always allowed where there is something to override, and some projects ask for it. */
function overrideWord(index: KernelIndex, owner: ClassLike, member: Field | Method): string {
  if (member.static || member.abstract) return "";
  const inherited = index
    .ancestors(owner)
    .some((base) => base.members.some((each) => each.name === member.name));
  const ofError = owner.kind === "error" && ERROR_MEMBERS.has(member.name);
  return inherited || ofError ? "override " : "";
}

/** What every `Error` has. */
const ERROR_MEMBERS = new Set(["name", "message", "stack", "cause"]);

function constructorLines(context: MemberContext, constructors: readonly Constructor[]): string[] {
  const { file, owner, form, unit, depth } = context;
  const [first] = constructors;
  if (!first || form === "interface") return [];
  const head = `${first.internal ? "protected " : ""}constructor`;
  const body = [...superCall(file.index, owner, first), unfinished(file, first.address)];
  return callableLines(file, constructors, { head, signatureHead: head, body, result: false, depth }, unit);
}

/** A derived class has to call its base's constructor; parameters of the same name and type are passed on. */
function superCall(index: KernelIndex, owner: ClassLike, written: Constructor): string[] {
  if (owner.kind === "error" && (owner.extends ?? []).length === 0) {
    const message = written.parameters.find((each) => each.name === "message");
    return [`super(${message ? codeName(message, "typescript", "parameter") : JSON.stringify(owner.name)});`];
  }
  const base = (owner.extends ?? [])[0];
  if (!base) return [];
  const declared = index.classOf(base);
  const overloads = owner.members.filter((member) => member.kind === "constructor").length > 1;
  const taken = declared ? (index.constructions(declared)[0] ?? []) : [];
  const given = taken.filter(
    (each) => !each.optional && each.default === undefined && each.kind !== "variadic",
  );
  const texts = given.map((parameter) => {
    const same = written.parameters.find(
      (each) => each.name === parameter.name && JSON.stringify(each.type) === JSON.stringify(parameter.type),
    );
    return same && !overloads && !same.optional
      ? codeName(same, "typescript", "parameter")
      : "undefined as never";
  });
  return [`super(${texts.join(", ")});`];
}

function fieldLines(context: MemberContext, field: Field): string[] {
  const { file, owner, form, assigned } = context;
  const name = memberName(codeName(field, "typescript", "member"));
  const doc = jsDoc(docText(field));
  const type = file.type(field.type);
  const readonly = field.readonly ? "readonly " : "";
  if (form === "interface") return [...doc, `${readonly}${name}${field.optional ? "?" : ""}: ${type};`];
  const words = [field.internal && "protected", field.static && "static", field.abstract && "abstract"];
  const head = `${words.map((word) => (word ? `${word} ` : "")).join("")}${overrideWord(file.index, owner, field)}${readonly}${name}`;
  if (field.default !== undefined && !field.abstract) {
    const value = file.expressions().print(field.default, field.type, new Map());
    return [...doc, `${head}: ${type} = ${value};`];
  }
  if (field.optional) return [...doc, `${head}?: ${type};`];
  // The body that will assign the field is not written yet.
  const asserted = !assigned && !field.static && !field.abstract ? "!" : "";
  return [...doc, `${head}${asserted}: ${type};`];
}

/** The constructor of a record or `error`, which follows from its fields. */
export function fieldConstructorLines(
  file: TypeScriptFile,
  owner: ClassLike,
  unit: string,
  depth: number,
): string[] {
  const own = owner.members.filter((member): member is Field => member.kind === "field" && !member.static);
  const names = new Set(own.map((field) => field.name));
  const inherited = file.index.fields(owner).filter((field) => !names.has(field.name));
  const fields = [...inherited, ...own];
  const derived = (owner.extends ?? []).length > 0;
  if (own.length === 0 && (derived || owner.kind !== "error")) return [];
  const parameters: Parameter[] = fields.map((field) => ({
    name: field.name,
    type: field.type,
    kind: "standard",
    ...(field.names === undefined ? {} : { names: field.names }),
    ...(field.optional || field.default !== undefined ? { optional: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
  }));
  const body: string[] = [];
  const local = (field: Field) => codeName(field, "typescript", "parameter");
  if (derived) {
    body.push(`super(${inherited.map(local).join(", ")});`);
  } else if (owner.kind === "error") {
    const message = own.find((field) => field.name === "message");
    body.push(`super(${message ? local(message) : JSON.stringify(owner.name)});`);
  }
  if (owner.kind === "error" && !own.some((field) => field.name === "name")) {
    body.push(`this.name = ${JSON.stringify(codeName(owner, "typescript", "symbol"))};`);
  }
  for (const field of own) {
    const access = `this${memberAccess(codeName(field, "typescript", "member"))}`;
    const assignment = `${access} = ${local(field)};`;
    // `exactOptionalPropertyTypes` tells an absent field from an undefined one.
    body.push(field.optional ? `if (${local(field)} !== undefined) ${assignment}` : assignment);
  }
  const texts = parameterTexts(file, parameters, true);
  const line = `constructor(${texts.join(", ")}) {`;
  const head =
    depth + line.length <= 100 || texts.length === 0
      ? [line]
      : ["constructor(", ...texts.map((text) => `${unit}${text},`), ") {"];
  return [...head, ...indentLines(body, unit), "}"];
}
