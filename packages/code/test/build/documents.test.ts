import { contractMermaid } from "@contractc/kernel";
import { expect, test } from "vitest";
import { contractMarkdown } from "../../src/index.js";
import { kernelFrom } from "../drift/support.js";
import { expectedText, fixture } from "./support.js";

const SYSTEM = `
external \`@x/y\` "@x/y ^1" { type Thing }
external unused "unused" { type Other }
layers ui > core > data
forbid core -> ui "the rules know no screen"
requirement Fast must "It is *fast*" { accept "Under 10 | 20 ms" }
package ui "ui" {
  module end "end.ts" {
    satisfies Fast
    uses type core.rules
    uses lazy data.store
    handles Hit
    fn draw(hit: HitRecord) -> void
  }
}
package core "core" {
  /// # Rules
  ///
  /// Of *everything*.
  module rules "rules.ts" {
    uses data.store, \`@x/y\`
    event Hit(hit: HitRecord)
    record HitRecord { damage: int }
    fn strike(thing: Thing) -> HitRecord emits Hit
    states Phase initial Open final Closed { Open -> Closed on strike }
  }
}
package data "data" {
  package deep "deep" {
    module low "low.ts" { fn low() -> int }
  }
  module store "store.ts" {
    uses low
    fn load() -> int
  }
}
/// What is struck is drawn.
flow Damage = core.rules.strike -> ui.end.draw
`;

test("the diagram has groups, nodes with names of their own, and an edge style for each kind", () => {
  expect(contractMermaid(kernelFrom(SYSTEM))).toBe(
    expectedText(`
      flowchart TD
        subgraph n_core["core"]
          n_core_rules["rules"]
        end
        subgraph n_data["data"]
          n_data_store["store"]
          subgraph n_data_deep["deep"]
            n_data_deep_low["low"]
          end
        end
        subgraph n_ui["ui"]
          n_ui_end["end"]
        end
        n__x_y(["@x/y"]):::external
        n_core_rules --> n__x_y
        n_core_rules --> n_data_store
        n_data_store --> n_data_deep_low
        n_ui_end -. type .-> n_core_rules
        n_ui_end -. lazy .-> n_data_store
        n_core_rules ==>|"Hit"| n_ui_end
        n_core_rules --o|"Damage"| n_ui_end
        n_ui ~~~ n_core
        n_core ~~~ n_data
        classDef external stroke-dasharray: 4 3
    `),
  );
});

test("labels of the diagram hold every character, and addresses never share a node", () => {
  const contract =
    'module `a"b` "a.py" {}\nmodule `a#b;<c>` "b.py" {}\nmodule a_b "c.py" {}\nmodule `a-b` "d.py" {}';
  const text = contractMermaid(kernelFrom(contract, true));
  expect(text.split("\n").slice(1, -1)).toEqual([
    '  n_a_b["a#34;b"]',
    '  n_a_b__c_["a#35;b#59;#60;c#62;"]',
    '  n_a_b_2["a-b"]',
    '  n_a_b_3["a_b"]',
  ]);
});

test("the document keeps the contract's Markdown and escapes its names", () => {
  const text = contractMarkdown(kernelFrom(SYSTEM));
  expect(text).toContain(
    "**must**: It is *fast*\n\n- Accepted when: Under 10 | 20 ms\n\nSatisfied by [ui.end](#module-uiend).",
  );
  expect(text).toContain("File `core/rules.ts`.\n\n**Rules**\n\nOf *everything*.\n");
  expect(text).toContain(
    "- Layers from the top: `ui` > `core` > `data`\n- `core` must not depend on `ui`: the rules know no screen\n",
  );
  expect(text).toContain("- **Damage**: `core.rules.strike` → `ui.end.draw`. What is struck is drawn.");
  expect(text).toContain("```contract\nfn strike(thing: Thing) -> HitRecord emits Hit\n```");
  expect(text).toContain("states Phase initial Open final Closed {\n  Open -> Closed on strike\n}");
  expect(text).toContain("### @x/y\n\n`@x/y ^1`.");
});

test.each([
  ["a small system", SYSTEM],
  ["a shop", fixture("shop.contract")],
  [
    "two modules whose names give one anchor",
    'package a "a" { module b "b.py" { owner r } }\nmodule ab "ab.py" { owner r }\nrole r',
  ],
])("every link of the document leads to a heading of its own: %s", (_, contract) => {
  const text = contractMarkdown(kernelFrom(contract));
  const taken = new Map<string, number>();
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => {
    const plain = title!.replaceAll("\\", "").toLowerCase();
    const slug = plain.replaceAll(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!);
  expect(links.length).toBeGreaterThan(anchors.length - 2);
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

test("text with back-ticks is fenced and quoted so that it ends where it should", () => {
  const text = contractMarkdown(
    kernelFrom(
      'module m "m.ts" { type T = `keyof Options`\nfn f(a: string) -> int example f("``") == 1 }',
      true,
    ),
  );
  expect(text).toContain("```contract\ntype T = `keyof Options`\n```");
  expect(text).toContain('- ```example f("``") == 1```');
});
