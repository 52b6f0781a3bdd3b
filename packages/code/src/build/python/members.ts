import type { ClassLike, Expression, Field, Member, Method, Parameter, Type } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { docText } from "../doc-text.js";
import type { KernelIndex } from "../kernel-index.js";
import { fieldComment } from "./docs.js";
import type { PythonFile } from "./file.js";
import { callableLines, definition, unfinished } from "./functions.js";

/** What decides how a member is written: the form of the class it stands in. */
export interface MemberContext {
  file: PythonFile;
  owner: ClassLike;
  form: "class" | "dataclass" | "protocol" | "typed-dict" | "named-tuple";
  unit: string;
  /** Indentation of the members, for the line width. */
  depth: number;
  /** A field with a default stands before: a required one behind it must be passed by keyword. */
  defaulted: boolean;
  /** A dataclass whose instances never change. */
  frozen: boolean;
  /** A field without a default stands behind: one with a default must be passed by keyword, too. */
  beforeRequired?: boolean;
}

/** The lines of one member, of all overloads together, without outer indentation. */
export function memberLines(context: MemberContext, group: readonly Member[]): string[] {
  const first = group[0]!;
  switch (first.kind) {
    case "field":
      return fieldLines(context, first);
    case "constructor":
      return constructorLines(context, group);
    case "method": {
      const methods = group.filter((member): member is Method => member.kind === "method");
      return methodLines(context, methods);
    }
  }
}

function methodLines({ file, form, unit, depth }: MemberContext, methods: readonly Method[]): string[] {
  const [first] = methods;
  if (!first) return [];
  const decorators: string[] = [];
  if (first.static) decorators.push("staticmethod");
  if (first.abstract && form !== "protocol") decorators.push(file.standard("abc", "abstractmethod"));
  const body = form === "protocol" ? ["..."] : [unfinished(first.address)];
  const receiver = first.static ? {} : { receiver: "self" as const };
  return callableLines(
    file,
    methods,
    { name: codeName(first, "python", "member"), decorators, depth, ...receiver },
    body,
    unit,
  );
}

function constructorLines({ file, form, unit, depth }: MemberContext, group: readonly Member[]): string[] {
  const none: Type = { kind: "primitive", name: "void" };
  const constructors = group.flatMap((member) =>
    member.kind === "constructor" ? [{ ...member, result: none }] : [],
  );
  const body = form === "protocol" ? ["..."] : [unfinished(group[0]!.address)];
  return callableLines(file, constructors, { name: "__init__", receiver: "self", depth }, body, unit);
}

function fieldLines(context: MemberContext, field: Field): string[] {
  const { file, form, unit, depth } = context;
  const name = codeName(field, "python", "member");
  const doc = docText(field);
  const type: Type = field.optional ? { kind: "optional", type: field.type } : field.type;
  const result = { parameters: [], result: type };
  if (field.abstract && form !== "protocol" && !field.static) {
    const decorators = ["property", file.standard("abc", "abstractmethod")];
    const body = [unfinished(field.address)];
    return [
      ...fieldComment(doc),
      ...definition(file, result, { name, receiver: "self", decorators, body, depth }, unit),
    ];
  }
  if (form === "protocol" && field.readonly && !field.static) {
    // Only a property lets a class fit that offers the attribute for reading alone.
    const body = ["..."];
    return [
      ...fieldComment(doc),
      ...definition(file, result, { name, receiver: "self", decorators: ["property"], body, depth }, unit),
    ];
  }
  const annotation = fieldAnnotation(context, field, type);
  const value = fieldValue(context, field);
  const note = value === undefined ? unsharedDefault(context, field) : [];
  return [...fieldComment(doc), ...note, `${name}: ${annotation}${value === undefined ? "" : ` = ${value}`}`];
}

function fieldAnnotation({ file, form, frozen }: MemberContext, field: Field, type: Type): string {
  if (form === "typed-dict" && field.optional)
    return wrapped(file, "NotRequired", file.annotation(field.type));
  const text = file.annotation(type);
  if (field.static) return wrapped(file, "ClassVar", text);
  const final = field.readonly && (form === "class" || form === "dataclass") && !frozen;
  return final ? wrapped(file, "Final", text) : text;
}

function wrapped(file: PythonFile, name: string, text: string): string {
  return `${file.standard("typing", name)}[${text}]`;
}

/** The text behind `=`; `undefined` for none. */
function fieldValue(context: MemberContext, field: Field): string | undefined {
  const { file, form } = context;
  if (form === "protocol" || form === "typed-dict") return undefined;
  const isDataclassField = form === "dataclass" && !field.static;
  const call = (...given: string[]) => {
    const words = given.filter((word) => word !== "").join(", ");
    return `${file.standard("dataclasses", "field")}(${words})`;
  };
  if (!hasDefault(field)) return isDataclassField && context.defaulted ? call("kw_only=True") : undefined;
  const byKeyword = isDataclassField && context.beforeRequired ? "kw_only=True" : "";
  const value =
    field.default === undefined ? "None" : file.expressions().print(field.default, field.type, new Map());
  if (field.default === undefined || !isMutable(field.default)) {
    return byKeyword === "" ? value : call(`default=${value}`, byKeyword);
  }
  if (!isDataclassField) return field.static ? value : undefined;
  const constructors: Record<string, string> = { "[]": "list", "{}": "dict", "set()": "set" };
  return call(`default_factory=${constructors[value] ?? `lambda: ${value}`}`, byKeyword);
}

/** A list on the class would be shared by all instances: the default is told, and left to the constructor. */
function unsharedDefault({ file, form }: MemberContext, field: Field): string[] {
  if (form !== "class" || field.default === undefined) return [];
  const value = file.expressions().print(field.default, field.type, new Map());
  return [`# Starts as ${value}, made anew for each instance.`];
}

function isMutable(value: Expression): boolean {
  return value.kind === "list" || value.kind === "map" || value.kind === "call";
}

/**
 * Whether instances of a record never change: it has fields, and all of them are `readonly`. A frozen dataclass may
 * only extend frozen ones, and the other way about.
 */
export function isFrozenRecord(index: KernelIndex, record: ClassLike): boolean {
  const fields = [record, ...index.ancestors(record)].flatMap((owner) =>
    owner.members.filter((member): member is Field => member.kind === "field" && !member.static),
  );
  return fields.length > 0 && fields.every((field) => field.readonly);
}

/** Whether a dataclass can be made without the field. */
export function hasDefault(field: Field): boolean {
  return field.default !== undefined || field.optional === true;
}

/** The constructor of an `error`, which follows from its fields. */
export function errorConstructorLines(
  file: PythonFile,
  fields: readonly Field[],
  inherited: readonly Field[],
  unit: string,
): string[] {
  if (fields.length === 0) return [];
  const all: Parameter[] = [...inherited, ...fields].map((field) => ({
    name: field.name,
    type: field.type,
    kind: "standard",
    ...(field.names === undefined ? {} : { names: field.names }),
    ...(hasDefault(field) ? { optional: true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
  }));
  // What must be given comes first, as Python wants it.
  const parameters = [...all.filter((each) => !each.optional), ...all.filter((each) => each.optional)];
  const given = (list: readonly Field[]) =>
    list.map((field) => {
      const name = codeName(field, "python", "parameter");
      return inherited.length > 0 ? `${name}=${name}` : name;
    });
  const body = [
    `super().__init__(${given(inherited.length > 0 ? inherited : fields).join(", ")})`,
    ...fields.map(
      (field) => `self.${codeName(field, "python", "member")} = ${codeName(field, "python", "parameter")}`,
    ),
  ];
  const none: Type = { kind: "primitive", name: "void" };
  return definition(
    file,
    { parameters, result: none },
    { name: "__init__", receiver: "self", body, depth: 4 },
    unit,
  );
}
