import { baseName } from "../paths.js";

/** `requirements.txt`, `requirements-dev.txt`, `dev_requirements.in`, `requirements/test.txt`. */
export function isRequirementFile(path: string): boolean {
  if (!/\.(?:txt|in)$/.test(path)) return false;
  return /requirements/i.test(baseName(path)) || /(?:^|\/)requirements\/[^/]+$/.test(path);
}
