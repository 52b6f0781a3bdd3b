import {
  type Example,
  type ExampleStep,
  positionKey,
  type RaisedError,
  type Signature,
  type Type,
} from "@contractc/kernel";
import type { AstNode } from "langium";
import { builtinErrors } from "../resolver/builtin-names.js";
import type { ModuleContext } from "../resolver/context.js";
import { resolveExpression } from "../resolver/expressions.js";
import { EXPECTED, lookup } from "../resolver/lookup.js";
import { resolveType, resolveTypeParameters, type TypeScope } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { lowerParameters } from "./parameters.js";

/** A function, method or constructor as the syntax tree has it. */
interface FunctionNode extends AstNode {
  typeParameters?: ast.TypeParameter[];
  parameters: ast.Parameter[];
  result?: ast.Type;
  clauses: ast.FunctionClause[];
  modifiers: string[];
}

const VOID: Type = { kind: "primitive", name: "void" };

/**
 * The signature and clauses of a function, method or constructor.
 *
 * @param outer type parameters of what is around it
 */
export function lowerSignature(
  context: ModuleContext,
  node: FunctionNode,
  outer: TypeScope,
  address: string,
): Signature {
  const { scope, typeParameters } = resolveTypeParameters(context, node.typeParameters ?? [], outer, address);
  const parameters = lowerParameters(context, node.parameters, scope, address);
  if (node.result) context.tables.position(positionKey.result(address), context.source, node.result);
  return {
    ...(typeParameters.length > 0 ? { typeParameters } : {}),
    parameters,
    result: node.result ? resolveType(context, node.result, scope, address) : VOID,
    ...(node.modifiers.includes("async") ? { async: true as const } : {}),
    ...lowerClauses(context, node.clauses, address),
  };
}

type Clauses = Pick<Signature, "raises" | "emits" | "requires" | "ensures" | "examples">;

function lowerClauses(
  context: ModuleContext,
  clauses: readonly ast.FunctionClause[],
  address: string,
): Clauses {
  const raises: RaisedError[] = [];
  const emits: string[] = [];
  const requires: string[] = [];
  const ensures: string[] = [];
  const examples: Example[] = [];
  for (const clause of clauses) {
    switch (clause.$type) {
      case "RaisesClause":
        for (const name of clause.errors) {
          const raised = lowerRaised(context, name, address);
          if (raised) raises.push(raised);
        }
        break;
      case "EmitsClause":
        for (const name of clause.events) {
          const event = resolveEvent(context, name, address);
          if (event === undefined) continue;
          emits.push(event);
          context.tables.position(positionKey.emits(address, event), context.source, name);
        }
        break;
      case "RequiresClause":
        if (clause.text !== undefined) requires.push(clause.text);
        break;
      case "EnsuresClause":
        if (clause.text !== undefined) ensures.push(clause.text);
        break;
      case "ExampleClause":
        examples.push(lowerExample(context, clause, address));
        context.tables.position(positionKey.example(address, examples.length), context.source, clause);
        break;
    }
  }
  return {
    ...(raises.length > 0 ? { raises } : {}),
    ...(emits.length > 0 ? { emits } : {}),
    ...(requires.length > 0 ? { requires } : {}),
    ...(ensures.length > 0 ? { ensures } : {}),
    ...(examples.length > 0 ? { examples } : {}),
  };
}

/** @returns `undefined` for a name that is neither a declared error nor built into the target; that is reported */
function lowerRaised(context: ModuleContext, name: ast.NameRef, address: string): RaisedError | undefined {
  const raised = resolveRaised(context, name, address);
  if (!raised) return undefined;
  context.tables.originate(raised, name, context.source);
  const key = raised.kind === "declared" ? raised.target : raised.name;
  context.tables.position(positionKey.raises(address, key), context.source, name);
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
  const found = context.names.unresolved(written, resolution, EXPECTED.error, { more: builtin });
  return found && { kind: "declared", target: found.address };
}

/** @returns the event's address; `undefined` where there is none of the name; that is reported */
export function resolveEvent(context: ModuleContext, name: ast.NameRef, address: string): string | undefined {
  const resolution = lookup(context.program, context.scope, name.parts, EXPECTED.event);
  if (resolution.kind === "found") {
    context.refer(name, resolution.symbol);
    return resolution.symbol.address;
  }
  return context.names.unresolved(context.writtenName(name, address), resolution, EXPECTED.event)?.address;
}

function lowerExample(context: ModuleContext, node: ast.ExampleClause, address: string): Example {
  const variables = new Set<string>();
  const steps = [...node.steps, ...(node.check ? [node.check] : [])].map((step): ExampleStep => {
    if (step.$type === "LetStep") {
      const value = resolveExpression(context, step.value, address, variables);
      variables.add(step.name);
      return { kind: "let", name: step.name, value };
    }
    return lowerCheck(context, step, address, variables);
  });
  const verifies = node.verifies.flatMap((name) => resolveRequirement(context, name, address) ?? []);
  return {
    ...(node.title === undefined ? {} : { title: node.title }),
    ...(verifies.length > 0 ? { verifies } : {}),
    steps,
  };
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
  if (requirements.has(text)) {
    context.tables.refer(text, context.source, name, "parts", 0);
    return text;
  }
  context.names.unknown(context.writtenName(name, address), "requirement", requirements.keys());
  return undefined;
}
