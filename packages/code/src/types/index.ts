export * from "./compare.js";
export { PYTHON_EQUIVALENCES } from "./equivalences/python.js";
export type { Equivalence } from "./equivalences/table.js";
export { TYPESCRIPT_EQUIVALENCES } from "./equivalences/typescript.js";
export * from "./lift.js";
export {
  contractType,
  type LiftedField,
  type LiftedFunctionParameter,
  type LiftedType,
  type LocalType,
  printLifted,
} from "./lifted.js";
export type { CompareContext } from "./normal.js";
export * from "./scope.js";
