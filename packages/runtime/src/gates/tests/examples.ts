/** The folder of what a build makes of a contract. No task may write to it, so a path within it cannot be claimed. */
const BUILD_FOLDER = "contract-build/";

/** Whether a test file was compiled from the contract's examples: these are nobody's work, and may hold for a skeleton. */
export function isFromExamples(path: string): boolean {
  return path.startsWith(BUILD_FOLDER);
}
