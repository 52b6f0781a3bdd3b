/** What a part of a Markdown contract is about. */
export type Section =
  | "overview"
  | "requirements"
  | "constraints"
  | "tree"
  | "shared"
  | "dependencies"
  | "interfaces"
  | "progress"
  | "other";

/** In this order: "API requirements" are interfaces, "status requirements" progress. */
const SECTIONS: readonly [Section, RegExp][] = [
  ["progress", /\bstatus|termination|progress|change ?log|revision|history\b/i],
  ["dependencies", /\bdependenc|\bdepends\b|\bimport graph\b/i],
  ["tree", /\b(?:directory|folder|file|project|code)\s+(?:structure|tree|layout)|\bstructure\b|\blayout\b/i],
  [
    "interfaces",
    /\bapi\b|\binterfaces?\b|\bspecifications?\b|\bsignatures?\b|\bmodules?\b|\bclasses\b|\bsymbolic\b/i,
  ],
  ["shared", /\bshared\b|\bglobals?\b|\bconstants?\b/i],
  ["constraints", /\bconstraints?\b|\bstack\b|\bstandards?\b|\btechnolog/i],
  ["requirements", /\buser stor|\bfeatures?\b|\brequirements?\b|\bfunctional\b/i],
  ["overview", /\boverview\b|\bgoals?\b|\bintroduction\b|\bsummary\b|\bbackground\b|\bpurpose\b/i],
];

/** The section that a heading opens; `undefined` where it does not say. */
export function sectionOf(heading: string): Section | undefined {
  return SECTIONS.find(([, pattern]) => pattern.test(heading))?.[0];
}
