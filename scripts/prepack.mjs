// Before a package is packed: what npm takes from its folder only, and what has to be built.
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(`${root}packages/cli/bundle/main.js`)) {
  process.stderr.write("There is nothing to pack yet: run `npm run build` first.\n");
  process.exit(1);
}
copyFileSync(`${root}CHANGELOG.md`, `${root}packages/cli/CHANGELOG.md`);
