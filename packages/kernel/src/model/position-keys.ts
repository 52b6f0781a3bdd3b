import type { EdgeKind } from "./kernel.js";
import type { Address } from "./types.js";

/**
 * Keys of `Kernel.positions`.
 *
 * What has an address is found under it: the contract (`""`), packages, modules, externals, declarations
 * (`model.entities.Player`, overloads `core.f`, `core.f#2`), members (`model.entities.Player.move`, the constructor
 * `….new`, overloaded `….new#2`), values of enums (`model.entities.Side.Enemy`), parameters (`core.collision.hits.limit`, of methods and
 * constructors too), requirements and qualities (by name). The position is that of the name.
 *
 * Everything else has a key with a space in it, made by the functions below; the position is that of the name
 * written there. No address contains such a key, as a name with spaces would stand for itself.
 */
export const positionKey = {
  /** A `uses` of one module by another: at the used module's name. */
  use: (from: Address, to: Address, kind: EdgeKind): string =>
    kind === "use" ? `${from} uses ${to}` : `${from} uses ${kind} ${to}`,
  owner: (module: Address): string => `${module} owner`,
  satisfies: (module: Address, requirement: string): string => `${module} satisfies ${requirement}`,
  handles: (module: Address, event: Address): string => `${module} handles ${event}`,
  /** @param error the address of a declared error, the name of a built-in one */
  raises: (owner: Address, error: string): string => `${owner} raises ${error}`,
  emits: (owner: Address, event: Address): string => `${owner} emits ${event}`,
  /** The nth `example` clause of a function, from 1. */
  example: (owner: Address, ordinal: number): string => `${owner} example ${ordinal}`,
  /** The result type of a function or method. */
  result: (owner: Address): string => `${owner} result`,
  target: (language: string): string => `target ${language}`,
  role: (name: string): string => `role ${name}`,
  decision: (name: string): string => `decision ${name}`,
  flow: (name: string): string => `flow ${name}`,
  /** The nth of its kind, from 1, in the order of `Projection` and `Graph`. */
  ordinal: (kind: "risk" | "question" | "layers" | "forbid" | "independent", ordinal: number): string =>
    `${kind} ${ordinal}`,
} as const;
