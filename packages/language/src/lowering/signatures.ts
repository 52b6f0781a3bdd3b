import {
  type Constructor,
  type Example,
  type ExampleStep,
  type FunctionDeclaration,
  type Method,
  positionKey,
  type RaisedError,
  type Signature,
} from "@contractc/kernel";
import type { AstNode } from "langium";
import { builtinErrors } from "../resolver/builtin-names.js";
import type { ModuleContext } from "../resolver/context.js";
import { resolveExpression } from "../resolver/expressions.js";
import { askedAbout, EXPECTED, lookup } from "../resolver/lookup.js";
import { resolveType, resolveTypeParameters, type TypeScope, VOID } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { addCommon } from "./annotations.js";
import { lowerParameters } from "./parameters.js";

/** A function, method or constructor as the syntax tree has it. */
interface FunctionNode extends AstNode {
  annotations: ast.Annotation[];
  typeParameters?: ast.TypeParameter[];
  parameters: ast.Parameter[];
  result?: ast.Type;
  clauses: ast.FunctionClause[];
  modifiers: string[];
}

/** What has a signature. */
type Callable = FunctionDeclaration | Method | Constructor;

/**
 * A function, method or constructor with its signature and clauses, but for modifiers that only some of them have.
 *
 * @param outer type parameters of what is around it
 */
export function lowerCallable<K extends Callable["kind"]>(
  context: ModuleContext,
  kind: K,
  node: FunctionNode,
  name: (Callable & { kind: K })["name"],
  address: string,
  outer: TypeScope,
): Callable & { kind: K } {
  const own = resolveTypeParameters(context, node.typeParameters, outer, address);
  const scope = own?.scope ?? outer;
  const parameters = lowerParameters(context, node.parameters, scope, address);
  if (node.result) context.trace?.position(positionKey.result(address), context.source, node.result);
  const result = node.result ? resolveType(context, node.result, scope, address) : VOID;
  const callable = { kind, name, address, parameters, result } as Callable & { kind: K };
  addCommon(context, callable, node);
  if (own) callable.typeParameters = own.typeParameters;
  if (node.modifiers.length > 0 && node.modifiers.includes("async")) callable.async = true;
  for (const clause of node.clauses) lowerClause(context, clause, callable, address);
  return callable;
}

/** Adds a clause to the signature it belongs to. */
function lowerClause(
  context: ModuleContext,
  clause: ast.FunctionClause,
  signature: Signature,
  address: string,
): void {
  const { trace, source } = context;
  switch (clause.$type) {
    case "RaisesClause":
      for (const name of clause.errors) {
        const raised = lowerRaised(context, name, address);
        if (raised) add(signature, "raises", raised);
      }
      break;
    case "EmitsClause":
      for (const name of clause.events) {
        const event = resolveEvent(context, name, address);
        if (event === undefined) continue;
        add(signature, "emits", event);
        context.facts.emits.push([event, address]);
        trace?.position(positionKey.emits(address, event), source, name);
      }
      break;
    case "RequiresClause":
      if (clause.text !== undefined) add(signature, "requires", clause.text);
      break;
    case "EnsuresClause":
      if (clause.text !== undefined) add(signature, "ensures", clause.text);
      break;
    case "ExampleClause": {
      const count = add(signature, "examples", lowerExample(context, clause, address));
      trace?.position(positionKey.example(address, count), source, clause);
      break;
    }
  }
}

type Listed = "raises" | "emits" | "requires" | "ensures" | "examples";

/** Adds to a list that is absent while it is empty. */
function add<K extends Listed>(
  signature: Signature,
  key: K,
  value: NonNullable<Signature[K]>[number],
): number {
  const lists = signature as Record<K, (typeof value)[] | undefined>;
  const list = lists[key];
  if (list) return list.push(value);
  lists[key] = [value];
  return 1;
}

/** @returns `undefined` for a name that is neither a declared error nor built into the target; that is reported */
function lowerRaised(context: ModuleContext, name: ast.NameRef, address: string): RaisedError | undefined {
  const raised = resolveRaised(context, name, address);
  if (!raised) return undefined;
  const { trace } = context;
  if (trace) {
    trace.originate(raised, name, context.source);
    const key = raised.kind === "declared" ? raised.target : raised.name;
    trace.position(positionKey.raises(address, key), context.source, name);
  }
  return raised;
}

function resolveRaised(context: ModuleContext, name: ast.NameRef, address: string): RaisedError | undefined {
  const resolution = lookup(context.program, context.scope, name.parts, EXPECTED.error);
  if (resolution.kind === "found") {
    context.refer(name, resolution.symbol);
    return { kind: "declared", target: resolution.symbol.address };
  }
  const builtin = builtinErrors(context.language);
  const text = name.parts.join(".");
  if (builtin.has(text)) return { kind: "builtin", name: text };
  const written = context.writtenName(name, address);
  const found = context.unresolved(written, resolution, EXPECTED.error, { more: builtin });
  return found && { kind: "declared", target: found.address };
}

/** @returns the event's address; `undefined` where there is none of the name; that is reported */
export function resolveEvent(context: ModuleContext, name: ast.NameRef, address: string): string | undefined {
  const resolution = lookup(context.program, context.scope, name.parts, EXPECTED.event);
  if (resolution.kind === "found") {
    context.refer(name, resolution.symbol);
    return resolution.symbol.address;
  }
  return context.unresolved(context.writtenName(name, address), resolution, EXPECTED.event)?.address;
}

function lowerExample(context: ModuleContext, node: ast.ExampleClause, address: string): Example {
  const variables = new Set<string>();
  const written = node.check ? [...node.steps, node.check] : node.steps;
  const steps = written.map((step): ExampleStep => {
    if (step.$type === "CheckStep") return lowerCheck(context, step, address, variables);
    const value = resolveExpression(context, step.value, address, variables);
    variables.add(step.name);
    return { kind: "let", name: step.name, value };
  });
  const example: Example = { steps };
  if (node.title !== undefined) example.title = node.title;
  if (node.verifies.length > 0) {
    const verifies = node.verifies.flatMap((name) => resolveRequirement(context, name, address) ?? []);
    if (verifies.length > 0) example.verifies = verifies;
    context.facts.verifies.push(...verifies);
  }
  return example;
}

function lowerCheck(
  context: ModuleContext,
  step: ast.CheckStep,
  address: string,
  variables: ReadonlySet<string>,
): ExampleStep {
  const actual = resolveExpression(context, step.left, address, variables);
  if (step.right) {
    return { kind: "equal", actual, expected: resolveExpression(context, step.right, address, variables) };
  }
  if (!step.error) return { kind: "do", value: actual };
  const error = lowerRaised(context, step.error, address);
  return error ? { kind: "raises", actual, error } : { kind: "do", value: actual };
}

/** @returns the requirement's name; `undefined` where there is none; that is reported */
export function resolveRequirement(
  context: ModuleContext,
  name: ast.NameRef,
  address: string,
): string | undefined {
  const text = name.parts.join(".");
  const { requirements } = context.program;
  context.scope.asked?.add(askedAbout("requirement", text));
  if (requirements.has(text)) {
    context.trace?.refer(text, context.source, name, "parts", 0);
    return text;
  }
  context.names.unknown(context.writtenName(name, address), "requirement", requirements.keys());
  return undefined;
}
