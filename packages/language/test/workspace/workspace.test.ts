import { memoryFileSystem } from "@contractc/kernel";
import { compile, Workspace } from "@contractc/language";
import { describe, expect, it } from "vitest";

const ROOT = "/project/main.contract";
const CORE = "/project/core.contract";

const main = 'contract Shop version "1.0.0"\nimport "./core.contract"\n';
const core = (type: string) => `module core "core.ts" {\n  /// Asks.\n  fn ask(one: ${type}) -> int\n}\n`;

function opened(files: Record<string, string>) {
  const disk = memoryFileSystem(files);
  return { disk, workspace: new Workspace(disk) };
}

describe("the text of an editor", () => {
  it("counts instead of the file until it is closed", () => {
    const { workspace } = opened({ [ROOT]: main, [CORE]: core("int") });
    expect(workspace.compilation(ROOT).findings).toEqual([]);

    workspace.update(CORE, core("Missing"));
    expect(workspace.compilation(ROOT).findings.map(({ code, file }) => [code, file])).toEqual([
      ["name/unknown", CORE],
    ]);

    workspace.update(CORE, undefined);
    expect(workspace.compilation(ROOT).findings).toEqual([]);
  });

  it("makes a file that is not on the disk", () => {
    const { workspace } = opened({ [ROOT]: main });
    expect(workspace.compilation(ROOT).findings.map(({ code }) => code)).toEqual(["name/import-missing"]);

    workspace.update(CORE, core("int"));
    expect(workspace.compilation(ROOT).findings).toEqual([]);
    expect(workspace.compilation(ROOT).kernel.modules.map(({ address }) => address)).toEqual(["core"]);
  });

  it("is found through the name that an import gives the file", () => {
    const disk = memoryFileSystem({ [ROOT]: main, "/real/core.contract": core("int") });
    const linked = {
      ...disk,
      stat: (path: string) =>
        path === CORE ? { ...disk.stat("/real/core.contract")!, kind: "link" as const } : disk.stat(path),
      readFile: (path: string) => disk.readFile(path === CORE ? "/real/core.contract" : path),
      realPath: (path: string) => disk.realPath(path === CORE ? "/real/core.contract" : path),
    };
    const workspace = new Workspace(linked);
    // A link that leaves the contract's folder is refused; what matters is that both names lead to one text.
    workspace.update("/real/core.contract", core("Missing"));
    expect(new TextDecoder().decode(workspace.fs.readFile(CORE))).toBe(core("Missing"));
  });
});

describe("the disk", () => {
  it("is read again where something changed", () => {
    const { disk, workspace } = opened({ [ROOT]: main, [CORE]: core("int") });
    const first = workspace.compilation(ROOT);
    disk.writeFile(CORE, core("Missing"));
    expect(workspace.compilation(ROOT)).toBe(first);

    workspace.changed(CORE);
    expect(workspace.compilation(ROOT).findings).toHaveLength(1);
    disk.remove(CORE);
    workspace.changed("/project");
    expect(workspace.compilation(ROOT).findings.map(({ code }) => code)).toEqual(["name/import-missing"]);
  });

  it("is read again as a whole", () => {
    const { disk, workspace } = opened({ [ROOT]: main, [CORE]: core("int") });
    expect(workspace.roots("/project").roots).toEqual([ROOT]);
    disk.writeFile("/project/other.contract", 'contract Other version "1.0.0"\n');
    workspace.refresh();
    expect(workspace.roots("/project").roots).toEqual([ROOT, "/project/other.contract"]);
  });
});

it("gives one result until something changes, and what a fresh compilation gives", () => {
  const { disk, workspace } = opened({ [ROOT]: main, [CORE]: core("Missing") });
  const first = workspace.compilation(ROOT);
  expect(workspace.compilation(ROOT)).toBe(first);
  const fresh = compile({ fs: disk, root: ROOT });
  expect(first.findings).toEqual(fresh.findings);
  expect(first.kernel).toEqual(fresh.kernel);
});
