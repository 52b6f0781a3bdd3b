// Draws docs/images/neovim.svg: what Neovim really shows of a quiet change in the plane example, configured as
// docs/editors.md says for its version. Needs nvim and tmux.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { draw, rowsOf } from "./terminal-svg.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contractc-neovim-"));
const COLUMNS = 132;
const ROWS = 23;
const SOCKET = join(folder, "tmux");

function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
    },
  });
  if (error || status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr}`);
  return stdout;
}
const tmux = (...args) => run("tmux", "-S", SOCKET, ...args);
const keys = (...each) => tmux("send-keys", "-t", "nvim", ...each);

/** The screen, once it shows a text. */
async function shown(text) {
  for (let tries = 0; tries < 150; tries++) {
    if (tmux("capture-pane", "-p", "-t", "nvim").includes(text)) return;
    await sleep(200);
  }
  throw new Error(`Neovim never showed "${text}":\n${tmux("capture-pane", "-p", "-t", "nvim")}`);
}

/** The block of the documentation for the version that is installed. */
function configuration() {
  const text = readFileSync(join(root, "docs/editors.md"), "utf8");
  const minor = Number(/NVIM v0\.(\d+)/.exec(run("nvim", "--version"))?.[1] ?? 0);
  const wanted = minor >= 11 ? "vim.lsp.config" : "start_client";
  return [...text.matchAll(/```lua\n([\s\S]*?)```/g)]
    .map(([, block]) => block)
    .find((block) => block.includes(wanted));
}

try {
  const work = join(folder, "plane-battle");
  cpSync(join(root, "examples/plane-battle"), work, { recursive: true });
  const code = join(work, "core/collision.py");
  writeFileSync(code, readFileSync(code, "utf8").replace("b: Entity) -> bool:", "b: Entity) -> int:"));
  const command = join(root, "packages/cli/bin/contractc.js");
  chmodSync(command, 0o755);
  mkdirSync(join(work, "node_modules/.bin"), { recursive: true });
  symlinkSync(command, join(work, "node_modules/.bin/contractc"));
  mkdirSync(join(work, ".git"));
  // Quiet colours, and room for two files; what contractc shows is as it comes.
  const look = `
vim.cmd([[
set termguicolors number nowrap splitright splitbelow laststatus=2 noshowmode noruler noshowcmd shortmess+=F
set fillchars=vert:│ sidescrolloff=0
hi Normal guifg=#e6edf3
hi LineNr guifg=#6e7681
hi SignColumn guibg=NONE
hi NonText guifg=#6e7681
hi StatusLine gui=bold guifg=#e6edf3 guibg=#30363d
hi StatusLineNC gui=NONE guifg=#b1bac4 guibg=#21262d
hi VertSplit gui=NONE guifg=#30363d
hi QuickFixLine guibg=#21262d
hi Statement gui=NONE guifg=#ff7b72
hi Include guifg=#ff7b72
hi Function guifg=#d2a8ff
hi String guifg=#a5d6ff
hi qfFileName guifg=#79c0ff
hi qfLineNr guifg=#6e7681
hi DiagnosticError guifg=#ff7b72
hi DiagnosticUnderlineError gui=underline guisp=#ff7b72
]])
vim.diagnostic.config({ virtual_text = false, severity_sort = true })
`;
  writeFileSync(join(work, "node_modules/init.lua"), configuration() + look);
  const size = ["-x", `${COLUMNS}`, "-y", `${ROWS}`];
  const nvim = ["nvim", "-n", "-i", "NONE", "-u", "node_modules/init.lua", "plane-battle.contract"];
  const settings = join(folder, "tmux.conf");
  writeFileSync(settings, 'set -g status off\nset -ga terminal-overrides ",*:Tc"\n');
  tmux("-f", settings, "new-session", "-d", "-s", "nvim", ...size, "-c", work, ...nvim);
  await shown("contract PlaneBattle");
  keys("/fn collides", "Enter", "z", "z", ":nohlsearch", "Enter");
  await shown("E ");
  keys(":vsplit core/collision.py", "Enter");
  await shown("def collides");
  keys("/def collides", "Enter", "z", "z", ":nohlsearch", "Enter");
  keys(":lua vim.diagnostic.setloclist({ open = false })", "Enter", ":botright lopen 1", "Enter");
  await shown("[Location List]");
  keys(":echo ''", "Enter");
  await sleep(1500);
  const screen = tmux("capture-pane", "-p", "-e", "-t", "nvim");
  const label = "Neovim with a contract and its code side by side, and a difference between them";
  writeFileSync(join(root, "docs/images/neovim.svg"), draw(rowsOf(screen, COLUMNS), COLUMNS, label));
} finally {
  spawnSync("tmux", ["-S", SOCKET, "kill-server"]);
  rmSync(folder, { recursive: true, force: true });
}
