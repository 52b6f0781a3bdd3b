import { join } from "node:path";
import { CODE, CONTRACT, type Project, placeOf } from "./checks.ts";
import type { Workbench } from "./workbench.ts";

/** The window of the pictures: what is legible where a page shows them at half of a screen's width. */
export const WINDOW = { width: 1320, height: 800 };

/** Takes the pictures of the documentation: a difference on both of its sides, and the graph. */
export async function takePictures(
  workbench: Workbench,
  project: Project,
  folder: string,
): Promise<string[]> {
  const { page } = workbench;
  const take = async (name: string): Promise<string> => {
    await workbench.run("Notifications: Clear All Notifications");
    await page.mouse.move(WINDOW.width / 2, 4);
    // The caret blinks, tips fade, and lenses come last.
    await page.waitForTimeout(2500);
    const path = join(folder, name);
    await page.screenshot({ path, caret: "hide", animations: "disabled" });
    return path;
  };
  await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "fn collides", 3));
  await workbench.until(
    "the difference on both sides",
    () => workbench.problems(),
    (found) => found.filter(({ text }) => text.includes("drift/return-type")).length === 2,
  );
  await workbench.run("View: Toggle Primary Side Bar Visibility");
  await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "fn collides", 3));
  await workbench.run("View: Split Editor Right");
  await workbench.openFile(CODE, placeOf(project, CODE, "def collides", 4));
  // Only the code in the second group.
  await page.locator(".editor-group-container.active .tab", { hasText: "plane-battle.contract" }).click();
  await workbench.run("View: Close Editor");
  await workbench.until(
    "the lens over the code",
    () => workbench.locator(".codelens-decoration").allTextContents(),
    (lenses) => lenses.some((text) => text.includes("contract: core.collision.collides")),
  );
  const both = await take("vscode.png");
  await workbench.run("View: Close Editor");
  await workbench.run("View: Hide Panel");
  await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "contract PlaneBattle"));
  await workbench.run("contractc: Show Graph");
  const frame = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await frame.locator("svg text").first().waitFor();
  return [both, await take("vscode-graph.png")];
}
