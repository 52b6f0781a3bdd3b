import type { Address, Parameter, RaisedError, Signature, Type } from "@contractc/kernel";
import type { CodeParameter, CodeSignature, CodeSignatures, Span } from "../reading/signature.js";
import { elementOf, liftType } from "../types/lift.js";
import { inferredResult, inferredType, writtenType } from "./inferred.js";
import type { TypeReader } from "./types.js";
import { defaultValue } from "./values.js";

/** What a function or method offers, one signature for each overload. */
export function signatures(
  code: CodeSignatures & { kind?: string; nameSpan?: Span },
  types: TypeReader,
): Signature[] {
  const raises = raisedErrors(code, types);
  const name = code.signatures.length === 1 ? code.nameSpan : undefined;
  // A contract's constructor has no type parameters of its own: what they stand for may be anything.
  const read = code.kind === "constructor" ? erasedSignature : signature;
  const all = code.signatures.map((one) => read(one, name, types));
  return (types.scope.language === "python" ? distinct(all) : all).map((one) => ({
    ...one,
    ...(raises.length > 0 ? { raises } : {}),
  }));
}

/** The address of one of several declarations of a name, counted from 0. */
export function overload(address: Address, index: number): Address {
  return index === 0 ? address : `${address}#${index + 1}`;
}

/** Overloads that only tell receivers apart (`self: Table[T]`) are one to a contract. */
function distinct(all: readonly Signature[]): Signature[] {
  const seen = new Set<string>();
  return all.filter(({ parameters, typeParameters = [] }) => {
    const names = new Map(typeParameters.map(({ name }, at) => [name, `#${at}`]));
    const shape = JSON.stringify([names.size, parameters], (_, value) =>
      value?.kind === "parameter" ? { ...value, name: names.get(value.name) ?? value.name } : value,
    );
    return seen.has(shape) ? false : seen.add(shape);
  });
}

function erasedSignature(code: CodeSignature, name: Span | undefined, outer: TypeReader): Signature {
  return signature({ ...code, typeParameters: [] }, name, outer.erasing(code.typeParameters));
}

/** @param name where the function's name stands; absent for one of several overloads */
function signature(code: CodeSignature, name: Span | undefined, outer: TypeReader): Signature {
  const types = outer.within(code.typeParameters);
  const result = resultOf(code, name, types);
  return {
    ...types.typeParameters(code.typeParameters),
    parameters: callable(
      code.parameters.map((parameter, index) => parameterOf(parameter, index, types)),
      types,
    ),
    result: result.type,
    ...(result.async ? { async: true } : {}),
  };
}

/** Before one that must be given, TypeScript's optional parameter is one that takes `undefined`. */
function callable(parameters: Parameter[], { scope }: TypeReader): Parameter[] {
  if (scope.language !== "typescript") return parameters;
  const last = parameters.findLastIndex(
    ({ kind, optional, default: value }) => kind === "standard" && !optional && value === undefined,
  );
  return parameters.map((parameter, index) => {
    if (index > last || !(parameter.optional || parameter.default !== undefined)) return parameter;
    const { optional: _, default: __, ...given } = parameter;
    return given.type.kind === "optional"
      ? given
      : { ...given, type: { kind: "optional", type: given.type } };
  });
}

function resultOf(
  code: CodeSignature,
  name: Span | undefined,
  types: TypeReader,
): { type: Type; async: boolean } {
  const async = code.async === true && code.generator !== true;
  const written = writtenType(types, code.result);
  const isTold = written !== undefined || (code.returnsNothing === true && !code.generator);
  const result = written ?? (isTold || !name ? undefined : inferredResult(types, name));
  if (!result) {
    return { type: { kind: "primitive", name: code.returnsNothing ? "void" : "any" }, async };
  }
  const type = types.read(result);
  if (types.scope.language === "python") {
    return {
      type: type.kind === "primitive" && type.name === "null" ? { kind: "primitive", name: "void" } : type,
      async,
    };
  }
  // An `async` function of TypeScript is annotated with the promise; the contract says what it resolves to.
  if (async && type.kind === "apply" && type.name === "future") return { type: type.arguments[0]!, async };
  return { type, async: false };
}

function parameterOf(code: CodeParameter, index: number, types: TypeReader): Parameter {
  const type = parameterType(code, types);
  const value = defaultValue(code.default, type);
  const name = code.destructured ? `options${index === 0 ? "" : index + 1}` : code.name;
  const optional = code.optional === true || code.default !== undefined;
  return {
    name,
    kind: code.kind,
    // Of a parameter that may be left out, `a?: T` says that it may be undefined.
    type:
      optional && value === undefined && type.kind === "optional" && types.scope.language === "typescript"
        ? type.type
        : type,
    ...(optional ? { optional: true } : {}),
    ...(value === undefined ? {} : { default: value }),
  };
}

function parameterType(code: CodeParameter, types: TypeReader): Type {
  const written = writtenType(types, code.type) ?? inferredType(types, code.nameSpan);
  if (written === undefined) return { kind: "primitive", name: "any" };
  const lifted = liftType(written, types.scope);
  const isArray = code.kind === "variadic" && types.scope.language === "typescript";
  return types.convert(isArray ? elementOf(lifted) : lifted);
}

/** Declared errors that the body visibly raises. */
function raisedErrors(code: CodeSignatures, types: TypeReader): RaisedError[] {
  const targets = new Set<Address>();
  for (const { name } of code.raises) {
    const target = types.address(name);
    if (target !== undefined) targets.add(target);
  }
  return [...targets].map((target) => ({ kind: "declared", target }));
}
