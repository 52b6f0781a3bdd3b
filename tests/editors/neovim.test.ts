import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  documented,
  exampleWithDrift,
  expectSeen,
  placed,
  type Report,
  runEditor,
  type Shown,
} from "../support/real-editor.js";

/** What a user does, in the editor's own language. Whatever fails ends the editor with a code. */
const SESSION = `
local function shown()
  local list = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local code = each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code)
    table.insert(list, { code = code, line = each.lnum + 1, message = each.message })
  end
  table.sort(list, function(a, b) return a.line < b.line or (a.line == b.line and a.code < b.code) end)
  return list
end
local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then error("waited in vain for " .. what .. ": " .. vim.inspect(shown())) end
end
local function has(code)
  for _, each in ipairs(shown()) do if each.code == code then return true end end
  return false
end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n") .. "\\n" end
local function replace(before, after)
  local number = vim.fn.search("\\\\V" .. before, "w")
  if number == 0 then error("no " .. before) end
  local line = vim.api.nvim_get_current_line()
  local from, to = line:find(before, 1, true)
  vim.api.nvim_set_current_line(line:sub(1, from - 1) .. after .. line:sub(to + 1))
  return number
end
local function act()
  local report = {}
  vim.cmd("edit plane-battle.contract")
  report.filetype = vim.bo.filetype
  wait("the difference", function() return has("drift/return-type") end)
  report.drift = shown()

  replace("uses entities", "uses world, entities")
  wait("the cycle", function() return has("graph/cycle") end)
  report.cycle = shown()
  replace("uses world, entities", "uses entities")
  wait("the end of the cycle", function() return not has("graph/cycle") end)

  local before = text()
  replace("fn interval(step: int) -> int", "   fn interval( step:int )->int")
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 10000 }) else vim.lsp.buf.formatting_sync(nil, 10000) end
  report.formatted = text() == before

  vim.fn.search("class Spawner", "w")
  vim.cmd("normal! w")
  vim.lsp.buf.rename("Generator")
  wait("the new name", function() return text():find("class Generator", 1, true) ~= nil end)
  report.renamed = text()
  wait("what the code misses", function() return has("drift/missing-symbol") end)

  vim.cmd("edit! core/collision.py")
  wait("the difference in the code", function() return has("drift/return-type") end)
  report.code = shown()
  report.clients = #vim.lsp.get_active_clients()
  return report
end
local works, result = xpcall(act, debug.traceback)
if works then
  local file = io.open(os.getenv("REPORT"), "w")
  file:write(vim.fn.json_encode(result))
  file:close()
  vim.cmd("qall!")
else
  io.stderr:write(tostring(result) .. "\\n" .. table.concat(vim.fn.split(vim.fn.execute("messages"), "\\n"), "\\n"))
  vim.cmd("cquit 3")
end
`;

interface InNeovim extends Report {
  filetype: string;
  code: Shown[];
  clients: number;
}

test("Neovim shows what is found, formats and renames, as the documentation configures it", async () => {
  const folder = exampleWithDrift();
  writeFileSync(join(folder, "node_modules/init.lua"), documented("lua", "start_client"));
  writeFileSync(join(folder, "node_modules/session.lua"), SESSION);
  const args = [
    "--headless",
    "-n",
    "-i",
    "NONE",
    "-u",
    "node_modules/init.lua",
    "-S",
    "node_modules/session.lua",
  ];
  const report = (await runEditor(folder, "nvim", ...args)) as InNeovim;
  expect(report.filetype).toBe("contract");
  expectSeen(report);
  expect(report.code.map(placed)).toEqual(["11 drift/return-type"]);
  expect(report.clients).toBe(1);
}, 60_000);
