import type { CodeProject } from "../project/project.js";

const TYPE_VARIABLE = /^(?:[\w.]+\.)?(?:TypeVar|ParamSpec|TypeVarTuple)\s*\(/;

/** Python's `T = TypeVar("T")`: not a symbol of its own but a type parameter of what uses it. */
export function isTypeVariable(
  project: Pick<CodeProject, "files">,
  symbol: { file: string; name: string; member?: string },
): boolean {
  const file = project.files.get(symbol.file);
  if (file?.language !== "python" || symbol.member !== undefined) return false;
  return file.signature.symbols.some(
    (candidate) =>
      candidate.name === symbol.name &&
      candidate.kind === "variable" &&
      candidate.value !== undefined &&
      TYPE_VARIABLE.test(candidate.value.text),
  );
}
