import type { CodeProject } from "../project/project.js";
import { symbolsNamed } from "../project/typescript/namespaces.js";
import type { CodeType } from "../reading/signature.js";

/**
 * A type as far as the syntax has settled it: of `new Box()` it has not where `Box` takes type arguments, which only a
 * compiler infers.
 *
 * @param file where it is written
 */
export function settledType(
  project: Pick<CodeProject, "files" | "resolveName">,
  file: string,
  type: CodeType | undefined,
): CodeType | undefined {
  const bare = type?.kind === "name" && type.name === "Promise" ? type.arguments[0] : type;
  if (bare?.kind !== "name" || !bare.constructed) return type;
  const meaning = project.resolveName(file, bare.name);
  if (meaning.kind !== "symbol") return type;
  const home = project.files.get(meaning.file);
  const name = meaning.member === undefined ? meaning.name : `${meaning.name}.${meaning.member}`;
  const isGeneric =
    home !== undefined &&
    symbolsNamed(home, name).some((symbol) => "typeParameters" in symbol && symbol.typeParameters.length > 0);
  return isGeneric ? undefined : type;
}
