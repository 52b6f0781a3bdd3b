import type { TextEdit as ContractEdit } from "@contractc/kernel";
import type {
  AnnotatedTextEdit,
  ChangeAnnotation,
  ClientCapabilities,
  CreateFile,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import type { Session } from "../session/session.js";

/** What a client can carry out. */
export interface EditSupport {
  documentChanges: boolean;
  createFiles: boolean;
  annotations: boolean;
}

export function editSupport({ workspace }: ClientCapabilities): EditSupport {
  const edit = workspace?.workspaceEdit;
  const documentChanges = edit?.documentChanges === true;
  return {
    documentChanges,
    createFiles: documentChanges && edit?.resourceOperations?.includes("create") === true,
    annotations: documentChanges && edit?.changeAnnotationSupport !== undefined,
  };
}

/** An edit with the group that a preview shows it in. */
export interface GroupedEdit extends ContractEdit {
  group?: string;
}

/** A group of edits in a preview. */
export type EditGroups = Readonly<Record<string, ChangeAnnotation>>;

/**
 * Edits of files as one change of the workspace: those of open documents only for the version that they were made for.
 *
 * @returns nothing where a file would have to be made and the client makes none
 */
export function workspaceEdit(
  session: Session,
  edits: readonly GroupedEdit[],
  support: EditSupport,
  groups: EditGroups = {},
): WorkspaceEdit | undefined {
  const files = new Map<string, GroupedEdit[]>();
  for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
  const created = [...files.keys()].filter((path) => session.files.stat(path) === null);
  if (created.length > 0 && !support.createFiles) return undefined;
  const textEdits = (path: string): (TextEdit | AnnotatedTextEdit)[] =>
    (files.get(path) ?? []).map((edit) => ({
      range: session.range(edit),
      newText: edit.text,
      ...(support.annotations && edit.group !== undefined ? { annotationId: edit.group } : {}),
    }));
  if (!support.documentChanges) {
    return {
      changes: Object.fromEntries([...files.keys()].map((path) => [session.uriOf(path), textEdits(path)])),
    };
  }
  const documentChanges = [...files.keys()].flatMap((path): (TextDocumentEdit | CreateFile)[] => {
    const uri = session.uriOf(path);
    const create: CreateFile[] = created.includes(path)
      ? [{ kind: "create", uri, options: { ignoreIfExists: true } }]
      : [];
    const version = session.documents.get(path)?.version ?? null;
    return [...create, { textDocument: { uri, version }, edits: textEdits(path) }];
  });
  const used = new Set(edits.flatMap(({ group }) => group ?? []));
  const annotations = Object.entries(groups).filter(([group]) => used.has(group));
  return {
    documentChanges,
    ...(support.annotations && annotations.length > 0
      ? { changeAnnotations: Object.fromEntries(annotations) }
      : {}),
  };
}
