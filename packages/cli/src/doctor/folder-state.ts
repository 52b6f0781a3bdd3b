import { FileSystemError, type Severity } from "@contractc/kernel";
import { CacheFolder } from "../cache/folder.js";
import { hookState } from "../commands/hook.js";
import { type Context, UsageError } from "../context.js";
import { loadContracts } from "../contracts.js";
import { shown } from "../paths.js";
import { counted } from "../render/counted.js";
import { VERSION } from "../version.js";
import { advice, fact, fault, type Line, ok } from "./line.js";

/** The contractc that runs here, and the one that the project asks for. */
export function versionLine(context: Context): Line {
  const installed = installedVersion(context);
  if (installed === undefined) return ok("contractc", VERSION);
  if (installed === VERSION) return ok("contractc", `${VERSION}, as the project has it installed`);
  return advice(
    "contractc",
    `${VERSION}; the project has ${installed} installed`,
    "type `npx contractc`, which takes the project's",
  );
}

function installedVersion(context: Context): string | undefined {
  try {
    const text = new TextDecoder().decode(
      context.fs.readFile(`${context.cwd}/node_modules/contractc/package.json`),
    );
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch (error) {
    if (error instanceof FileSystemError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How many contracts are named. */
const SHOWN = 3;

/** Contracts, and the settings beside them. */
export function contractLines(context: Context): Line[] {
  try {
    const { contracts, findings } = loadContracts(context, ["."]);
    const isSetting = ({ code }: { code: string }) => code.startsWith("config/");
    const graves = (of: readonly { severity: Severity }[]) =>
      of.filter(({ severity }) => severity === "error").length;
    const settings = findings.filter(isSetting);
    const errors = graves(findings.filter((each) => !isSetting(each)));
    const all = contracts.map(({ file }) => shown(context.cwd, file));
    const files = all.length > SHOWN ? [...all.slice(0, SHOWN), `${all.length - SHOWN} more`] : all;
    const [first] = settings;
    return [
      errors > 0
        ? fault("contract", `${files.join(", ")}: ${counted(errors, "error")}`, "see `contractc check`")
        : ok("contract", files.join(", ")),
      ...(first
        ? [fault("settings", `${shown(context.cwd, first.file)}: ${first.message}`, "see `contractc check`")]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [
      advice(
        "contract",
        "there is none here",
        "type `contractc init --from-code` where there is code, and `contractc init` where there is none",
      ),
    ];
  }
}

export function hookLine(context: Context): Line {
  const state = hookState(context);
  if (state.kind === "ours") return ok("hook", `${shown(context.cwd, state.file)} asks \`drift --staged\``);
  if (state.kind === "managed") {
    return fact(
      "hook",
      `${state.manager.name} manages the hooks: \`contractc hook install\` tells the line for it`,
    );
  }
  if (state.kind === "none") {
    return advice("hook", "git does not ask before a commit", "type `contractc hook install`");
  }
  return fact("hook", "no git repository, and so no hook");
}

/** Where results are kept, how much there is, and whether it can be written. */
export function cacheLine(context: Context): Line {
  const folder = CacheFolder.for(context.fs, context.cwd);
  if (!folder) {
    return advice(
      "cache",
      "a link stands where results would be kept, and is not followed",
      "remove the link `.cache/contractc` in node_modules, or `.contract/cache`",
    );
  }
  const files = folder.list();
  const bytes = files.reduce((sum, name) => sum + (folder.stat(name)?.size ?? 0), 0);
  const place = shown(context.cwd, folder.path);
  if (files.length === 0) return fact("cache", `${place}: empty`);
  return ok("cache", `${place}: ${counted(files.length, "file")}, ${(bytes / 1e6).toFixed(1)} MB`);
}
