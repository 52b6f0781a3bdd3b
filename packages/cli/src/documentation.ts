import { VERSION } from "./version.js";

/** Where the program is found by whoever reads its output. */
export const PACKAGE_PAGE = "https://www.npmjs.com/package/contractc";

/** The page about a diagnostic, as the package of this version holds it. */
export function documentationOf(code: string): string {
  return `https://unpkg.com/contractc@${VERSION}/bundle/diagnostics/${code}.md`;
}
