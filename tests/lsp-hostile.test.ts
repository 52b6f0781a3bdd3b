import { expect, test } from "vitest";
import type { Hover } from "vscode-languageserver/node";
import { editorOn } from "./support/lsp.js";

const ROOT = "plane-battle.contract";
const MODEL = "model.contract";

test.each([
  ["class Bul|let", "", /That is no name/],
  ["class Bul|let", "a`b", /That is no name/],
  ["class Bul|let", "two\nlines", /That is no name/],
  ["class Bul|let", "2x", /an error that it has not now\. .*2x/s],
  ["class Bul|let", "class", /an error that it has not now\. .*class/s],
  ["class Bul|let", "Bullet", /has that name already/],
  ["class Bul|let", "Enemy", /there is/],
  ["hurt(amo|unt", "", /That is no name/],
])("a rename of %s to %j is refused with the reason", async (marked, newName, reason) => {
  const editor = await editorOn("plane-battle", [MODEL]);
  const params = { ...editor.at(MODEL, marked), newName };
  await expect(editor.request("textDocument/rename", params)).rejects.toThrow(reason);
});

test("places that are in no file are answered with nothing, and the server goes on", async () => {
  const editor = await editorOn("plane-battle", [ROOT]);
  const places = [
    { line: 99_999, character: 0 },
    { line: 0, character: 99_999 },
    { line: -1, character: -1 },
  ];
  for (const position of places) {
    const params = { textDocument: { uri: editor.uri(ROOT) }, position };
    expect(await editor.request("textDocument/hover", params), JSON.stringify(position)).toBeNull();
    expect(await editor.request("textDocument/definition", params), JSON.stringify(position)).toEqual([]);
    expect(await editor.request("textDocument/prepareRename", params), JSON.stringify(position)).toBeNull();
  }
  for (const uri of ["", "%%%", "http://example.org/a.contract", editor.uri("nowhere.contract")]) {
    const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
    expect(await editor.request("textDocument/hover", params), uri).toBeNull();
    expect(await editor.request("textDocument/codeLens", params), uri).toEqual([]);
  }
  const hover = await editor.request<Hover>("textDocument/hover", editor.at(ROOT, "fn coll|ides"));
  expect((hover.contents as { value: string }).value).toContain("fn collides");
});
