import { type Clock, type Finding, offsetEdits, overlaps, type TextEdit } from "@contractc/kernel";
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Diagnostic,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { Contract } from "../../session/contract.js";
import type { Session } from "../../session/session.js";
import { diagnosticOf, findingsIn, type ShownFinding } from "../diagnostics.js";
import type { Stretch } from "../tree.js";
import { type EditSupport, workspaceEdit } from "../workspace-edits.js";
import { acceptancesOf } from "./accepting.js";
import { Mending, type Remedy } from "./mending.js";

export interface ActionOptions {
  support: EditSupport;
  /** The client takes texts with places to fill in. */
  snippets: boolean;
  /** The client shows what cannot be done, with the reason. */
  disabled: boolean;
  clock: Clock;
}

/** Everything of one kind, at once. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.contractc`;

/** More findings than these have no fixes of their own offered: nobody reads such a list. */
const MOST = 12;

/** What can be done about the findings in a stretch of a contract or of code, and in the whole file. */
export function codeActions(
  session: Session,
  path: string,
  within: Stretch,
  { only }: Pick<CodeActionContext, "only">,
  options: ActionOptions,
): CodeAction[] {
  return new Actions(session, path, options).list(within, only);
}

class Actions {
  readonly #mending = new Map<Contract, Mending>();
  readonly #shown: readonly ShownFinding[];

  constructor(
    readonly session: Session,
    readonly path: string,
    readonly options: ActionOptions,
  ) {
    this.#shown = findingsIn(session, path);
  }

  list(within: Stretch, only: readonly string[] | undefined): CodeAction[] {
    const wants = (kind: string) =>
      only === undefined || only.some((each) => kind === each || kind.startsWith(`${each}.`));
    const actions: CodeAction[] = [];
    if (wants(CodeActionKind.QuickFix)) {
      const here = this.#shown.filter(({ place }) => this.#touches(place, within)).slice(0, MOST);
      for (const each of here) actions.push(...this.#fixes(each));
      for (const code of new Set(here.map(({ finding }) => finding.code))) actions.push(...this.#allOf(code));
      for (const each of here) actions.push(...this.#acceptances(each));
    }
    // Never among what is offered for one place, unless it is asked for.
    if (only !== undefined && wants(FIX_ALL)) actions.push(...this.#fixAll());
    return actions;
  }

  #touches(place: ShownFinding["place"], { start, end }: Stretch): boolean {
    const { lines } = this.session.textOf(this.path)!;
    const from = lines.offsetOfLine(place.line) + place.column - 1;
    const to = lines.offsetOfLine(place.endLine) + place.endColumn - 1;
    return from <= end && start <= to;
  }

  #contractOf(finding: Finding): Contract | undefined {
    const contracts = [...this.session.contracts.values()];
    return contracts.find((each) => each.code.findings.includes(finding) || each.findings.includes(finding));
  }

  #remedies({ finding }: ShownFinding): Remedy[] {
    const contract = this.#contractOf(finding);
    if (!contract) return finding.fixes;
    let mending = this.#mending.get(contract);
    if (!mending) {
      mending = new Mending(this.session, contract, this.options.clock);
      this.#mending.set(contract, mending);
    }
    return mending.remedies(finding);
  }

  #fixes(shown: ShownFinding): CodeAction[] {
    const diagnostics = [this.#diagnostic(shown)];
    const remedies = this.#remedies(shown);
    return remedies.flatMap(({ title, edits, refused }): CodeAction[] => {
      if (refused !== undefined) {
        const disabled = { reason: refused };
        return this.options.disabled ? [{ title, kind: CodeActionKind.QuickFix, diagnostics, disabled }] : [];
      }
      const edit = this.#edit(edits);
      if (!edit) return [];
      const isPreferred = remedies.length === 1 ? { isPreferred: true } : {};
      return [{ title, kind: CodeActionKind.QuickFix, diagnostics, edit, ...isPreferred }];
    });
  }

  /** One action for all findings of a code in the file, of those with one fix alone. */
  #allOf(code: string): CodeAction[] {
    const same = this.#shown.filter(({ finding }) => finding.code === code);
    if (same.length < 2) return [];
    const fixed = same.filter((each) => this.#only(each) !== undefined);
    const edits = disjoint(
      this.session,
      fixed.map((each) => this.#only(each)!.edits),
    );
    const edit = fixed.length < 2 ? undefined : this.#edit(edits);
    if (!edit) return [];
    const diagnostics = fixed.map((each) => this.#diagnostic(each));
    return [{ title: `Fix all \`${code}\` in this file`, kind: CodeActionKind.QuickFix, diagnostics, edit }];
  }

  /** Everything in the file that leaves no choice. */
  #fixAll(): CodeAction[] {
    const fixes = this.#shown.flatMap((each) => this.#only(each)?.edits ?? []);
    const own = this.#shown
      .flatMap((each) => {
        const remedy = this.#only(each);
        return remedy ? [remedy.edits] : [];
      })
      .filter((edits) => edits.every(({ file }) => file === this.path));
    const edit = fixes.length === 0 ? undefined : this.#edit(disjoint(this.session, own));
    return edit && own.length > 0 ? [{ title: "Fix all that leaves no choice", kind: FIX_ALL, edit }] : [];
  }

  /** The one fix of a finding, where there is no other. Of the two directions of a comparison somebody has to choose. */
  #only(shown: ShownFinding): Remedy | undefined {
    const [first, ...others] = /^(?:drift|import)\//.test(shown.finding.code)
      ? this.#remedies(shown)
      : shown.finding.fixes;
    return others.length === 0 && first && first.edits.length > 0 ? first : undefined;
  }

  #acceptances(shown: ShownFinding): CodeAction[] {
    const contract = this.#contractOf(shown.finding);
    if (!contract) return [];
    return acceptancesOf(this.session, contract, shown.finding).flatMap(({ title, edit, snippet }) => {
      const action = { title, kind: CodeActionKind.QuickFix, diagnostics: [this.#diagnostic(shown)] };
      const plain = this.#edit([edit]);
      if (!plain) return [];
      if (!this.options.snippets) return [{ ...action, edit: plain }];
      const textDocument = {
        uri: this.session.uriOf(edit.file),
        version: this.session.documents.get(edit.file)?.version ?? null,
      };
      const filled = {
        range: this.session.range(edit),
        snippet: { kind: "snippet" as const, value: snippet },
      };
      return [{ ...action, edit: { documentChanges: [{ textDocument, edits: [filled] }] } }];
    });
  }

  #diagnostic(shown: ShownFinding): Diagnostic {
    return diagnosticOf(this.session, shown);
  }

  #edit(edits: readonly TextEdit[]): WorkspaceEdit | undefined {
    return edits.length === 0 ? undefined : workspaceEdit(this.session, edits, this.options.support);
  }
}

/** The edits of several fixes; of two that get in each other's way the first. */
function disjoint(session: Session, fixes: readonly (readonly TextEdit[])[]): TextEdit[] {
  const kept: TextEdit[] = [];
  for (const edits of fixes) {
    const isFree = edits.every((edit) => {
      const text = session.textOf(edit.file)?.value ?? "";
      const [own] = offsetEdits(text, [edit]);
      return offsetEdits(
        text,
        kept.filter(({ file }) => file === edit.file),
      ).every((other) => !overlaps(own!, other));
    });
    if (isFree) kept.push(...edits);
  }
  return kept;
}
