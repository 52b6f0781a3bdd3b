/** One file of a commit or of the index. */
export interface Entry {
  /** From the top of the repository, forward slashes. */
  path: string;
  /** As git writes it: `100644`, `100755`, `120000` for a link, `160000` for another repository. */
  mode: string;
  hash: string;
}

export const LINK_MODE = "120000";
export const REPOSITORY_MODE = "160000";

/** One entry of `git ls-files --stage`. */
export interface IndexEntry extends Entry {
  /** 0, or the side of a conflict. */
  stage: number;
}

/** One entry of `git diff-index`. */
export interface RawChange {
  path: string;
  /** `A`, `M`, `D`, `T`, `U`. */
  status: string;
  before: string;
  after: string;
}

/** @param listing of `git ls-tree -r -z --full-tree` */
export function treeEntries(listing: Uint8Array): Entry[] {
  return records(listing).flatMap((record) => {
    const [, mode = "", hash = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(record) ?? [];
    return mode === "" ? [] : [{ mode, hash, path }];
  });
}

/** @param listing of `git ls-files --stage -z --full-name` */
export function indexEntries(listing: Uint8Array): IndexEntry[] {
  const entries: IndexEntry[] = [];
  // There may be very many; each is `mode hash stage`, a tab and the path.
  for (const record of records(listing)) {
    const tab = record.indexOf("\t");
    const space = record.indexOf(" ");
    if (space < 0 || tab < space + 3) continue;
    entries.push({
      mode: record.slice(0, space),
      hash: record.slice(space + 1, tab - 2),
      stage: Number(record[tab - 1]),
      path: record.slice(tab + 1),
    });
  }
  return entries;
}

/** @param listing of `git diff-index -z --no-renames` */
export function rawChanges(listing: Uint8Array): RawChange[] {
  const parts = records(listing);
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, before = "", after = "", status = ""] =
      /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(parts[at] ?? "") ?? [];
    if (status !== "") changes.push({ path: parts[at + 1] ?? "", status, before, after });
  }
  return changes;
}

/** What git ends with a NUL each. Names that are no UTF-8 lose the bytes that are none, as in listings of folders. */
export function records(listing: Uint8Array): string[] {
  return new TextDecoder().decode(listing).split("\0").slice(0, -1);
}
