import { type Code, DIAGNOSTICS, finding, isCode } from "../diagnostics/registry.js";
import type { Finding, Severity } from "../finding.js";
import { type FileSystem, FileSystemError } from "../ports/file-system.js";
import { decodeText } from "../text/decode.js";
import { type JsonMember, type JsonNode, parseJsonDocument } from "../text/json-document.js";
import { LineIndex } from "../text/line-index.js";
import { nearestName } from "../text/nearest.js";
import {
  type AgentConfig,
  type BudgetSettings,
  CONFIG_FILE,
  type ContractConfig,
  defaultConfig,
  isFixedError,
  type PolicySettings,
} from "./config.js";
import { SETTINGS, settingSchema } from "./schema.js";
import { readSetting } from "./validate.js";

export interface ReadConfig {
  /** With defaults for what is absent or wrong. */
  config: ContractConfig;
  findings: Finding[];
}

/**
 * Reads the configuration beside a root contract.
 *
 * @param folder absolute path of the contract's folder
 * @throws FileSystemError for a file that is there and cannot be read
 */
export function readConfig(fs: FileSystem, folder: string): ReadConfig {
  const file = `${folder.replace(/\/$/, "")}/${CONFIG_FILE}`;
  let bytes: Uint8Array;
  try {
    bytes = fs.readFile(file);
  } catch (error) {
    if (error instanceof FileSystemError && error.fault === "missing") {
      return { config: defaultConfig(), findings: [] };
    }
    throw error;
  }
  return parseConfig(file, decodeText(bytes).text);
}

/** @param file shown in findings */
export function parseConfig(file: string, text: string): ReadConfig {
  const reader = new ConfigReader(file, text);
  reader.read();
  return { config: reader.config, findings: reader.findings };
}

const KEYS: readonly string[] = SETTINGS.map(({ key }) => key);
const LEVELS: readonly string[] = SETTINGS.find(({ key }) => key === "severities")?.values ?? [];
/** `"a", "b" and "c"`. */
const LEVELS_TEXT = LEVELS.map((level) => `"${level}"`)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " and ");

class ConfigReader {
  readonly config = defaultConfig();
  readonly findings: Finding[] = [];
  readonly #lines: LineIndex;

  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    this.#lines = new LineIndex(text);
  }

  read(): void {
    const document = parseJsonDocument(this.text);
    if ("problem" in document) {
      const { problem, offset } = document;
      this.findings.push(finding("config/syntax", this.#place(offset, offset + 1), { problem }));
      return;
    }
    const { root } = document;
    if (root.kind !== "object") {
      this.#invalid("contract.config.json", "an object", root);
      return;
    }
    for (const member of root.members) this.#setting(member);
  }

  #setting(member: JsonMember): void {
    switch (member.key) {
      case "$schema":
        if (member.value.kind !== "string") this.#invalid("$schema", "the address of a schema", member.value);
        return;
      case "severities":
        this.#severities(member.value);
        return;
      case "excludes":
        this.#excludes(member.value);
        return;
      case "baseline":
        this.#baseline(member.value);
        return;
      case "agents":
        this.config.agents = { ...(this.#described(member) as Record<string, AgentConfig> | undefined) };
        return;
      case "roles":
        this.config.roles = { ...(this.#described(member) as Record<string, string[]> | undefined) };
        return;
      case "budgets":
        this.config.budgets = { ...(this.#described(member) as BudgetSettings | undefined) };
        return;
      case "policies":
        this.config.policies = { ...(this.#described(member) as PolicySettings | undefined) };
        return;
      default:
        this.#unknown(member, "", KEYS, KEYS);
    }
  }

  /** A setting of which its schema says all there is to say. */
  #described({ key, value }: JsonMember): unknown {
    return readSetting(value, settingSchema(key)!, key, this.text, {
      unknown: (member, within, known) => this.#unknown(member, within, known, known),
      // Who puts a key where its variable belongs shall not find it in a log.
      invalid: (path, expected, node) =>
        this.#invalid(path, expected, node, path.endsWith(".key") ? "what stands here" : undefined),
    });
  }

  #severities(node: JsonNode): void {
    if (node.kind !== "object") {
      this.#invalid("severities", "an object of codes and severities", node);
      return;
    }
    for (const member of node.members) {
      const { key, value } = member;
      if (!isCode(key)) {
        this.#unknown(member, "severities", Object.keys(DIAGNOSTICS), []);
        continue;
      }
      if (value.kind !== "string" || !LEVELS.includes(value.value)) {
        this.#invalid(key, `one of ${LEVELS_TEXT}`, value);
      } else if (isFixedError(key) && value.value !== "error") {
        this.#invalid(key, "always an error, as it leaves open what is meant", value);
      } else {
        this.config.severities[key satisfies Code] = value.value as Severity | "off";
      }
    }
  }

  #excludes(node: JsonNode): void {
    if (node.kind !== "array") {
      this.#invalid("excludes", "a list of patterns", node);
      return;
    }
    for (const item of node.items) {
      if (item.kind === "string" && item.value.trim() !== "") this.config.excludes.push(item.value);
      else this.#invalid("excludes", "a list of patterns", item);
    }
  }

  #baseline(node: JsonNode): void {
    if (node.kind === "string" && node.value.trim() !== "") this.config.baseline = node.value;
    else this.#invalid("baseline", "the path of a file, from the contract's folder", node);
  }

  #unknown(
    { key, keyStart, keyEnd }: JsonMember,
    within: string,
    candidates: readonly string[],
    known: readonly string[],
  ): void {
    const place = this.#place(keyStart, keyEnd);
    // `severity` is no slip of a finger, but what somebody remembers of `severities`.
    const near =
      nearestName(key, candidates) ??
      known.find((each) => key.length > 4 && each.startsWith(key.slice(0, 5)));
    const fixes =
      near === undefined
        ? []
        : [
            {
              title: `Change to "${near}"`,
              kind: "contract" as const,
              edits: [{ ...place, text: JSON.stringify(near) }],
            },
          ];
    const parameters = { key, within, known, ...(near === undefined ? {} : { near }) };
    this.findings.push(finding("config/unknown-key", place, parameters, { fixes }));
  }

  #invalid(key: string, expected: string, node: JsonNode, shown?: string): void {
    const text = shown ?? this.text.slice(node.start, node.end);
    const actual = node.kind === "object" || node.kind === "array" ? `an ${node.kind}` : text;
    const place = this.#place(node.start, node.end);
    this.findings.push(finding("config/invalid-value", place, { key, expected, actual }, { key }));
  }

  #place(start: number, end: number) {
    return this.#lines.place(this.file, start, Math.min(end, this.text.length));
  }
}
