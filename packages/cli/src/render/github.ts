import type { Finding, Severity } from "@contractc/kernel";
import { textOf } from "./sarif.js";

const COMMANDS: Record<Severity, string> = { error: "error", warning: "warning", info: "notice" };

/**
 * Findings as workflow commands of GitHub Actions, which shows them at their lines.
 *
 * @param findings with paths relative to the repository's top
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function renderGithub(findings: readonly Finding[]): string {
  return findings
    .map((finding) => {
      const { severity, file, line, column, endLine, endColumn, code, symbol } = finding;
      const properties = Object.entries({
        file,
        line,
        // Columns are only understood within one line.
        ...(endLine === line ? { col: column, endColumn } : {}),
        endLine,
        title: symbol === "" ? code : `${code} (${symbol})`,
      }).map(([name, value]) => `${name}=${property(String(value))}`);
      return `::${COMMANDS[severity]} ${properties.join(",")}::${data(textOf(finding))}\n`;
    })
    .join("");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
