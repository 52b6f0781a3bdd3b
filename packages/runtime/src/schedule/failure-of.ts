import { fingerprint } from "@contractc/kernel";
import type { Failure } from "../model/index.js";
import type { TaskStatus } from "./status.js";

/** A failure that no command stands behind: of a review, an attempt or a contract. */
export function failureOf(
  kind: Failure["class"],
  source: Failure["source"],
  { task }: TaskStatus,
  summary: string,
  more: { parts?: string[]; anchors?: Failure["anchors"] } = {},
): Failure {
  return {
    class: kind,
    source,
    module: task.subject,
    fingerprint: fingerprint([source, task.id, ...(more.parts ?? [summary])]),
    summary,
    tests: [],
    excerpt: [],
    tail: "",
    anchors: more.anchors ?? [],
  };
}
