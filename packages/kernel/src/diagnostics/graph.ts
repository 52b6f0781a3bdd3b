import { diagnostic } from "./define.js";
import { contract, shownCycle } from "./words.js";

const TWO_MODULES = (uses: string, rule: string) =>
  contract(
    `package core "core" {\n  module game "game.py" {\n    fn step() -> void\n  }\n}\n` +
      `package ui "ui" {\n  module hud "hud.py" {\n${uses}    fn render() -> void\n  }\n}\n${rule}`,
  );

const EVENT = (clause: string, emits: string) =>
  contract(
    `module game "game.py" {\n  event Moved(x: int)\n  fn step() -> void${emits}\n}\n` +
      `module hud "hud.py" {\n  uses game\n${clause}  fn render() -> void\n}`,
  );

/** Δ: the graph of modules. */
export const graphDiagnostics = {
  "graph/cycle": diagnostic<{ cycle: readonly string[]; size: number }>({
    severity: "error",
    title: "Modules that need each other to load",
    message: ({ cycle, size }) =>
      `These modules use each other: \`${shownCycle(cycle)}\`${
        size > cycle.length - 1 ? ` (the shortest cycle among ${size} modules)` : ""
      }. Take out one of these \`uses\`, or make it \`uses type\` or \`uses lazy\`.`,
    explanation:
      "Modules that use each other at load time cannot be loaded in any order, nor be understood or tested one without " +
      "the other. Move what both need into a third module, let one hand the other a function, or, where types only are " +
      "needed, write `uses type`. A cycle that has to live for a while is accepted with " +
      '`@allow("graph/cycle", "why")` on the `uses` that closes it.',
    wrong: contract(
      'module a "a.py" {\n  uses b\n  fn run()\n}\nmodule b "b.py" {\n  uses a\n  fn stop()\n}',
    ),
    right: contract('module a "a.py" {\n  uses b\n  fn run()\n}\nmodule b "b.py" {\n  fn stop()\n}'),
  }),

  "graph/undeclared-use": diagnostic<{ name: string; from: string; modules: readonly string[] }>({
    severity: "error",
    title: "A name of a module that is not used",
    message: ({ name, from, modules }) => {
      const [module = ""] = modules;
      return modules.length === 1
        ? `\`${name}\` is of \`${module}\`, which \`${from}\` does not use: add \`uses ${lastPart(module)}\`.`
        : `\`${name}\` is declared in ${modules.map((each) => `\`${each}\``).join(" and ")}, none of which \`${from}\` uses: add \`uses\` for the one that is meant.`;
    },
    explanation:
      "Every dependency is written down: a module names declarations only of modules and externals that it `uses`. " +
      "Where types alone are needed, `uses type` says so.",
    wrong: contract(
      'module model "model.py" {\n  record Plane { x: int }\n}\nmodule game "game.py" {\n  fn step(plane: Plane) -> void\n}',
    ),
    right: contract(
      'module model "model.py" {\n  record Plane { x: int }\n}\nmodule game "game.py" {\n  uses model\n  fn step(plane: Plane) -> void\n}',
    ),
  }),

  "graph/layer": diagnostic<{
    from: string;
    to: string;
    lower: string;
    upper: string;
    layers: readonly string[];
  }>({
    severity: "error",
    title: "A lower layer that uses an upper one",
    message: ({ from, to, lower, upper, layers }) =>
      `\`${from}\` (layer \`${lower}\`) may not use \`${to}\` (layer \`${upper}\`): the layers are \`${layers.join(" > ")}\`, and only upper ones use lower ones.`,
    explanation:
      "`layers a > b > c` allows `a` to use `b` and `c`, and `b` to use `c`, but nothing the other way round, not even " +
      "types. Move what is needed down, or let the upper layer hand it in.",
    wrong: TWO_MODULES("    uses game\n", "layers core > ui"),
    right: TWO_MODULES("    uses game\n", "layers ui > core"),
  }),

  "graph/forbidden": diagnostic<{ from: string; to: string; reason?: string }>({
    severity: "error",
    title: "A forbidden dependency",
    message: ({ from, to, reason }) =>
      `\`${from}\` may not use \`${to}\`: the contract forbids it${reason === undefined ? "" : ` (${reason})`}. Take the \`uses\` out.`,
    explanation: '`forbid a -> b "why"` holds for the modules of both packages and for every kind of `uses`.',
    wrong: TWO_MODULES("    uses game\n", 'forbid ui -> core "the screen gets what it shows"'),
    right: TWO_MODULES("", 'forbid ui -> core "the screen gets what it shows"'),
  }),

  "graph/independent": diagnostic<{ from: string; to: string; parts: readonly string[] }>({
    severity: "error",
    title: "Parts that are to be independent",
    message: ({ from, to, parts }) =>
      `\`${from}\` may not use \`${to}\`: ${parts.map((part) => `\`${part}\``).join(" and ")} are independent of each other. Move what both need into a third part.`,
    explanation:
      "Of the parts that `independent a, b` names, none uses another, in any direction and for any purpose.",
    wrong: TWO_MODULES("    uses game\n", "independent ui, core"),
    right: TWO_MODULES("", "independent ui, core"),
  }),

  "graph/flow": diagnostic<{
    from: string;
    to: string;
    /** What leaves the first hop, where that fits no parameter of the second. */
    carried?: string;
  }>({
    severity: "error",
    title: "A flow along no declared way",
    message: ({ from, to, carried }) =>
      carried !== undefined
        ? `What leaves \`${from}\` (${carried}) fits no parameter of \`${to}\`: change one of the two, or the flow.`
        : `Nothing leads from \`${from}\` to \`${to}\`: declare a \`uses\` between their modules, or an event that the one emits and the other's module handles.`,
    explanation:
      "Each hop of a flow follows a dependency, in either direction (data goes down as arguments and up as results), " +
      "or goes from a function that emits an event to a module that handles it.",
    wrong: TWO_MODULES("", "flow Frame = game.step -> hud.render"),
    right: TWO_MODULES("    uses game\n", "flow Frame = game.step -> hud.render"),
  }),

  "graph/unhandled-event": diagnostic<{ event: string }>({
    severity: "warning",
    title: "An event that nobody handles",
    message: ({ event }) =>
      `Nobody handles the event \`${event}\`: write \`handles ${event}\` in the module that reacts to it, or remove it.`,
    explanation:
      "An event goes from the functions that emit it to the modules that handle it, or to a state space that it " +
      "triggers. One that nobody handles has no effect.",
    wrong: EVENT("", "\n    emits Moved"),
    right: EVENT("  handles Moved\n", "\n    emits Moved"),
  }),

  "graph/unemitted-event": diagnostic<{ event: string }>({
    severity: "warning",
    title: "An event that nobody emits",
    message: ({ event }) =>
      `Nobody emits the event \`${event}\`: write \`emits ${event}\` behind the function that does, or remove it.`,
    explanation: "Modules that handle an event wait for ever where no function emits it.",
    wrong: EVENT("  handles Moved\n", ""),
    right: EVENT("  handles Moved\n", "\n    emits Moved"),
  }),

  "graph/unused-use": diagnostic<{ from: string; modules: readonly string[] }>({
    severity: "info",
    title: "A dependency that no signature needs",
    message: ({ from, modules }) =>
      `No signature, event or flow of \`${from}\` needs ${modules.map((each) => `\`${each}\``).join(", ")}: take ${modules.length === 1 ? "it" : "them"} out, unless the bodies do.`,
    explanation:
      "A `uses` that nothing declared needs is there for what happens inside of functions, or is left over. " +
      "`contractc drift` knows which, where there is code; what is wanted says so with " +
      '`@allow("graph/unused-use", "why")`.',
    wrong: TWO_MODULES("    uses game\n", ""),
    right: TWO_MODULES("    uses game\n", "flow Frame = game.step -> hud.render"),
  }),
};

function lastPart(address: string): string {
  return address.slice(address.lastIndexOf(".") + 1);
}
