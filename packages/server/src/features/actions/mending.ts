import type { OpenedProject, Remedies } from "@contractc/code";
import {
  type Clock,
  editsBetween,
  type Finding,
  type Fix,
  type Kernel,
  type TextEdit,
} from "@contractc/kernel";
import { rehearse } from "@contractc/language";
import type { Contract } from "../../session/contract.js";
import type { Session } from "../../session/session.js";

/** A change that mends a finding. */
export interface Remedy {
  title: string;
  /** What it changes. */
  kind: Fix["kind"];
  edits: TextEdit[];
  /** Why it cannot be done, for one that is shown all the same; it has no edits. */
  refused?: string;
}

/** What mends findings of one contract, in both directions. */
export class Mending {
  readonly #remedies: Remedies | undefined;
  readonly #project: OpenedProject | undefined;
  readonly #kernel: Kernel | undefined;

  constructor(
    readonly session: Session,
    readonly contract: Contract,
    readonly clock: Clock,
  ) {
    this.#project = contract.code.project;
    // What a broken contract says is not known, so code is not changed for it.
    this.#kernel = contract.sound ? contract.kernel : undefined;
    const { tools } = contract.code;
    if (!this.#project || !this.#kernel || !tools) return;
    this.#remedies = new tools.Remedies({
      kernel: this.#kernel,
      project: this.#project,
      fs: session.files,
      only: contract.code.findings,
    });
  }

  /** The fixes that a finding brings along, and those that follow from the comparison, code first. */
  remedies(finding: Finding): Remedy[] {
    const own = finding.fixes.map(({ title, kind, edits }): Remedy => ({ title, kind, edits }));
    if (!/^(?:drift|import)\//.test(finding.code)) return own;
    const code = this.code(finding);
    const contract = this.toContract(finding);
    const known = new Set([code, contract].flatMap((each) => (each ? [JSON.stringify(each.edits)] : [])));
    return [
      ...(code ? [code] : []),
      ...(contract ? [contract] : []),
      ...own.filter(({ edits, kind }) => !known.has(JSON.stringify(edits)) && !(kind === "code" && code)),
      ...this.#created(finding, code),
    ];
  }

  /** Brings the code to the contract. */
  code(finding: Finding): Remedy | undefined {
    const remedy = this.#remedies?.code(finding);
    return remedy?.kind === "code" ? remedy.fix : undefined;
  }

  /** Brings the contract to the code, by actions that were tried. */
  toContract(finding: Finding): Remedy | undefined {
    const remedy = this.#remedies?.contract(finding);
    if (remedy?.kind !== "contract") return undefined;
    const actions = remedy.actions.map((draft) => ({ ...draft, reason: finding.code, by: "user" }));
    const { session, contract, clock } = this;
    const outcome = rehearse({ fs: session.files, root: contract.root, clock }, actions);
    const common = { title: remedy.title, kind: "contract" as const };
    if ("edits" in outcome) return { ...common, edits: outcome.edits };
    const [first] = outcome.findings;
    return { ...common, edits: [], refused: first ? `${outcome.message} ${first.message}` : outcome.message };
  }

  /** What `build` would write for the module of a finding about something that is not in the code. */
  #created(finding: Finding, code: Remedy | undefined): Remedy[] {
    if (!/^drift\/missing-(?:file|symbol|member)$/.test(finding.code) || !this.#kernel || !this.#project)
      return [];
    const { contract, session } = this;
    const { tools } = contract.code;
    const module = this.#kernel.modules.find(
      ({ address }) => finding.symbol === address || finding.symbol.startsWith(`${address}.`),
    );
    if (!module || !tools) return [];
    const context = { fs: session.files, root: contract.folder, project: this.#project };
    const { writes } = tools.planBuild(
      this.#kernel,
      context,
      module.language ? { targets: [module.language] } : {},
    );
    const isOfModule = (path: string) =>
      path === module.path || (module.folder === true && path.startsWith(module.path));
    const write = writes.find(({ kind, path }) => kind !== "generated" && isOfModule(path));
    if (!write) return [];
    const file = contract.absolute(write.path);
    if (write.kind === "skeleton") {
      const start = { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
      const edits = [{ ...start, text: write.after }];
      return code && JSON.stringify(code.edits) === JSON.stringify(edits)
        ? []
        : [{ title: `Create ${write.path}`, kind: "code", edits }];
    }
    const before = session.textOf(file)?.value ?? "";
    const edits = editsBetween(file, before, write.after.replace(/^\uFEFF/, ""));
    if (code && JSON.stringify(code.edits) === JSON.stringify(edits)) return [];
    return [{ title: `Add everything that is missing to ${write.path}`, kind: "code", edits }];
  }
}
