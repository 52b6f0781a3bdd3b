import type { CodeProject } from "../project/project.js";

/** Python's `T = TypeVar("T")`: not a symbol of its own but a type parameter of what uses it. */
export function isTypeVariable(
  project: Pick<CodeProject, "files">,
  symbol: { file: string; name: string; member?: string },
): boolean {
  if (symbol.member !== undefined) return false;
  const variables = project.files.get(symbol.file)?.signature.typeVariables;
  return variables?.some(({ name }) => name === symbol.name) === true;
}
