import type { CodeFile, CodeProject } from "./project.js";

type Files = Pick<CodeProject, "files">;

/** The stub beside a source file of Python, which says its types. */
export function stubOf(project: Files, file: CodeFile): CodeFile | undefined {
  return file.path.endsWith(".py") ? project.files.get(`${file.path}i`) : undefined;
}

/** The source file that a stub describes. */
export function sourceOf(project: Files, file: CodeFile): CodeFile | undefined {
  return file.path.endsWith(".pyi") ? project.files.get(file.path.slice(0, -1)) : undefined;
}
