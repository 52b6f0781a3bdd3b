import { describe, expect, test } from "vitest";
import { type ChoiceInput, chooseServer } from "../../editors/vscode/src/choice.js";
import { isCompatible } from "../../editors/vscode/src/versions.js";

const BUNDLED = { program: "/extension/bin/contractc.js", version: "0.3.1" };

function choose(files: Record<string, string>, others: Partial<ChoiceInput> = {}) {
  return chooseServer({
    bundled: BUNDLED,
    folders: ["/project"],
    isTrusted: true,
    path: "",
    prefersWorkspace: true,
    read: (path) => files[path],
    ...others,
  });
}
const installed = (version: string, folder = "/project") => ({
  [`${folder}/node_modules/contractc/package.json`]: JSON.stringify({ version }),
  [`${folder}/node_modules/contractc/bin/contractc.js`]: "",
});
const OWN = { ...BUNDLED, origin: "bundled" };

test.each([
  ["0.3.1", "0.3.0", true],
  ["0.3.1", "0.3.9-next.1", true],
  ["0.3.1", "0.4.0", false],
  ["0.3.1", "1.0.0", false],
  ["1.2.0", "1.4.0", true],
  ["1.2.0", "1.1.9", false],
  ["1.2.0", "2.2.0", false],
  ["1.2.0", "latest", false],
])("an extension of %s and a contractc of %s go together: %s", (own, other, expected) => {
  expect(isCompatible(own, other)).toBe(expected);
});

describe("the contractc that is started", () => {
  test("is the extension's where the workspace has none", () => expect(choose({})).toEqual(OWN));

  test("is the workspace's where the versions go together", () => {
    expect(choose(installed("0.3.7"))).toEqual({
      program: "/project/node_modules/contractc/bin/contractc.js",
      origin: "workspace",
      version: "0.3.7",
    });
  });

  test("is that of the first folder that has one that goes with the extension, and then nothing is said", () => {
    const files = { ...installed("0.2.0", "/old"), ...installed("0.3.0", "/new") };
    expect(choose(files, { folders: ["/none", "/old", "/new"] })).toEqual({
      program: "/new/node_modules/contractc/bin/contractc.js",
      origin: "workspace",
      version: "0.3.0",
    });
  });

  test("is the extension's where the workspace's is another, with one notice that says both and the remedy", () => {
    const { notice, ...choice } = choose(
      { ...installed("0.2.0"), ...installed("0.1.0", "/b") },
      { folders: ["/project", "/b"] },
    );
    expect(choice).toEqual(OWN);
    expect(notice).toContain("contractc 0.2.0");
    expect(notice).toContain("(0.3.1)");
    expect(notice).toContain("npm install --save-dev contractc@0.3.1");
    expect(notice).not.toContain("0.1.0");
  });

  test("is the extension's where the workspace is not trusted, or not to be asked", () => {
    expect(choose(installed("0.3.1"), { isTrusted: false, path: "/bad.js" })).toEqual(OWN);
    expect(choose(installed("0.3.1"), { prefersWorkspace: false })).toEqual(OWN);
  });

  test("is the extension's where the workspace's is damaged", () => {
    const home = "/project/node_modules/contractc";
    expect(choose({ ...installed("0.3.1"), [`${home}/package.json`]: "{" })).toEqual(OWN);
    expect(choose({ ...installed("0.3.1"), [`${home}/package.json`]: '{"version": 3}' })).toEqual(OWN);
    expect(choose({ [`${home}/package.json`]: '{"version": "0.3.1"}' })).toEqual(OWN);
  });

  test("is the one that the setting names, relative to the first folder", () => {
    const files = { "/project/tools/contractc.js": "" };
    const expected = { program: "/project/tools/contractc.js", origin: "setting", version: undefined };
    expect(choose(files, { path: "tools/contractc.js" })).toEqual(expected);
    expect(choose(files, { path: "/project/tools/contractc.js", folders: [] })).toEqual(expected);
  });

  test("is the extension's where the setting leads nowhere, which is said", () => {
    const { notice, ...choice } = choose({}, { path: "tools/gone.js" });
    expect(choice).toEqual(OWN);
    expect(notice).toContain("/project/tools/gone.js");
  });
});
