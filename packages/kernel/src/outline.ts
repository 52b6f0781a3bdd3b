import type { Declaration, Member } from "./model/declarations.js";

/*
 * The outline of a declaration: what others can rely on, and what an implementation is bound to by types alone.
 * Docs, conditions, examples, deprecations and accepted findings are not in it; names in code, defaults, raised
 * errors and emitted events are, because code has to change when they do.
 */

/** What is left out of an outline, wherever it stands. */
const PROSE = ["doc", "deprecated", "stable", "allows", "requires", "ensures", "examples"] as const;
type Prose = (typeof PROSE)[number];

/** @returns the declaration without docs, conditions, examples and annotations that change no code */
export function outlineOf<D extends Declaration>(declaration: D): D {
  const bare = withoutProse(declaration);
  switch (bare.kind) {
    case "class":
    case "interface":
    case "record":
    case "error":
      return { ...bare, members: bare.members.map(outlineOfMember) };
    case "enum":
      return { ...bare, members: bare.members.map(withoutProse) };
    default:
      return bare;
  }
}

/** @returns the member without docs, conditions, examples and annotations that change no code */
export function outlineOfMember(member: Member): Member {
  return withoutProse(member);
}

/** Outlines of what other modules may name: everything that is not `internal`. */
export function publicOutline(declarations: readonly Declaration[]): Declaration[] {
  return declarations.filter((declaration) => !declaration.internal).map(outlineOf);
}

function withoutProse<T extends object>(of: T): T {
  const copy: T & Partial<Record<Prose, unknown>> = { ...of };
  for (const key of PROSE) delete copy[key];
  return copy;
}

/**
 * The rest of a declaration: what its outline leaves out, member by member.
 *
 * @returns `null` where there is nothing
 */
export function proseOf(declaration: Declaration): unknown {
  const own = proseOfPart(declaration);
  if (!("members" in declaration)) return own;
  const members = declaration.members.map(proseOfPart);
  return own === null && members.every((member) => member === null) ? null : { own, members };
}

function proseOfPart(part: Partial<Record<Prose, unknown>>): Partial<Record<Prose, unknown>> | null {
  const prose: Partial<Record<Prose, unknown>> = {};
  let found = false;
  for (const key of PROSE) {
    if (part[key] === undefined) continue;
    prose[key] = part[key];
    found = true;
  }
  return found ? prose : null;
}
