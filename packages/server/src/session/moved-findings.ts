import type { Finding, Place } from "@contractc/kernel";
import type { Text } from "../text/live-document.js";

/**
 * Findings as they are to be shown between an edit and the next comparison: what stands behind the edit moves with its
 * text, as it does in the editor.
 *
 * @param path the file that was edited
 * @returns the same list where no finding stands behind the edit
 */
export function movedFindings(
  findings: readonly Finding[],
  path: string,
  before: Text,
  after: Text,
): readonly Finding[] {
  let edit: Edit | undefined;
  let hasMoved = false;
  const moved = <P extends Place>(place: P): P => {
    if (place.file !== path) return place;
    edit ??= editBetween(before.value, after.value);
    const next = movedPlace(place, edit, before, after);
    if (next !== place) hasMoved = true;
    return next;
  };
  const all = findings.map((finding) => {
    const own = moved(finding);
    const related = finding.related.map(moved);
    return own === finding && related.every((place, at) => place === finding.related[at])
      ? finding
      : { ...own, related };
  });
  return hasMoved ? all : findings;
}

/** A stretch of the text before, and how much longer what stands there now is. */
interface Edit {
  start: number;
  end: number;
  growth: number;
}

function editBetween(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let same = 0;
  while (
    same < most - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return atLineStart(
    { start, end: before.length - same, growth: after.length - before.length },
    before,
    after,
  );
}

/** Of the places where the same text may have come or gone, the one where whole lines did. */
function atLineStart({ start, end, growth }: Edit, before: string, after: string): Edit {
  const [longer, length] = growth > 0 ? [after, growth] : [before, end - start];
  const isPure = growth > 0 ? start === end : end - start === -growth;
  if (!isPure) return { start, end, growth };
  let at = start;
  while (at > 0 && longer[at - 1] !== "\n" && longer[at - 1] === longer[at - 1 + length]) at--;
  const by = longer[at - 1] === "\n" || at === 0 ? start - at : 0;
  return { start: start - by, end: end - by, growth };
}

function movedPlace<P extends Place>(place: P, edit: Edit, before: Text, after: Text): P {
  const from = before.lines.offset(place.line, place.column);
  const to = before.lines.offset(place.endLine, place.endColumn);
  if (to <= edit.start) return place;
  const start = movedOffset(from, edit);
  const end = Math.max(start, movedOffset(to, edit));
  return { ...place, ...after.lines.place(place.file, start, end) };
}

/** What was replaced is where its replacement ends or begins, whichever is nearer to where it was. */
function movedOffset(offset: number, { start, end, growth }: Edit): number {
  if (offset <= start) return offset;
  return offset >= end ? offset + growth : Math.min(offset, end + growth);
}
