import { posix } from "node:path";
import { type FileSystem, FileSystemError } from "@contractc/kernel";

/** A program that has the hooks of a repository in its hands. */
export interface HookManager {
  name: string;
  /** What to add, and where. */
  advice: string;
}

const LEFTHOOK = ["lefthook", ".lefthook"].flatMap((name) =>
  ["yml", "yaml", "toml", "json", "jsonc"].map((end) => `${name}.${end}`),
);

/**
 * The program that manages a repository's hooks, by its configuration.
 *
 * @param top absolute: the top of the work tree
 * @param hooks absolute: the folder of hooks
 */
export function hookManager(fs: FileSystem, top: string, hooks: string): HookManager | undefined {
  const has = (path: string) => fs.stat(posix.join(top, path)) !== null;
  if (has(".husky") || /(?:^|\/)\.husky(?:\/|$)/.test(hooks)) {
    return {
      name: "husky",
      advice: "add this line to .husky/pre-commit:\n\n  npx --no-install contractc drift --staged\n",
    };
  }
  const lefthook = LEFTHOOK.find(has);
  if (lefthook !== undefined) {
    return {
      name: "lefthook",
      advice: `add this to ${lefthook}:

  pre-commit:
    jobs:
      - name: contractc
        run: npx --no-install contractc drift --staged
`,
    };
  }
  if (has(".pre-commit-config.yaml") || has(".pre-commit-config.yml")) {
    return {
      name: "pre-commit",
      advice: `add this to "repos" in .pre-commit-config.yaml:

  - repo: local
    hooks:
      - id: contractc-drift
        name: contractc drift
        language: system
        entry: npx --no-install contractc drift --staged
        pass_filenames: false
`,
    };
  }
  if (/"simple-git-hooks"\s*:/.test(textOf(fs, posix.join(top, "package.json")))) {
    return {
      name: "simple-git-hooks",
      advice: `add this to "simple-git-hooks" in package.json:

  "pre-commit": "npx --no-install contractc drift --staged"
`,
    };
  }
  return undefined;
}

function textOf(fs: FileSystem, path: string): string {
  try {
    return new TextDecoder().decode(fs.readFile(path));
  } catch (error) {
    if (error instanceof FileSystemError) return "";
    throw error;
  }
}
