import type { Mutator } from "../mutation.ts";
import { baseMutators } from "./bases.ts";
import { codeMutators } from "./benign-code.ts";
import { layoutMutators } from "./benign-layout.ts";
import { typeFormMutators } from "./benign-types.ts";
import { bodyMutators } from "./bodies.ts";
import { fileMutators } from "./files.ts";
import { genericMutators } from "./generics.ts";
import { importMutators } from "./imports.ts";
import { memberMutators } from "./members.ts";
import { modifierMutators } from "./modifiers.ts";
import { parameterMutators } from "./parameters.ts";
import { symbolMutators } from "./symbols.ts";
import { typeMutators } from "./types.ts";
import { valueMutators } from "./values.ts";

/** Every kind of change, those that have to be found first. */
export const mutators: readonly Mutator[] = [
  ...symbolMutators,
  ...memberMutators,
  ...parameterMutators,
  ...typeMutators,
  ...modifierMutators,
  ...genericMutators,
  ...baseMutators,
  ...valueMutators,
  ...bodyMutators,
  ...fileMutators,
  ...importMutators,
  ...layoutMutators,
  ...typeFormMutators,
  ...codeMutators,
];
