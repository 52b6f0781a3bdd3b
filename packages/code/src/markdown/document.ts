import type { Language } from "@contractc/kernel";

/** What a Markdown contract says, as far as it was understood. Lines start at 1. */
export interface MarkdownContract {
  overview?: string;
  /** The language that the text names; absent where only the files tell. */
  target?: Language;
  requirements: { text: string; accept: string[]; line: number }[];
  decisions: { text: string; label: string; line: number }[];
  /** By path, in order of appearance. */
  files: Map<string, MarkdownFile>;
  dependencies: Dependency[];
  /** What is not in the contract, each with the reason. */
  left: LeftOut[];
}

export interface MarkdownFile {
  /** Forward slashes, relative to the project. */
  path: string;
  line: number;
  doc?: string;
  owner?: string;
  classes: MarkdownClass[];
  functions: Callable[];
  constants: Attribute[];
  /** Blocks of code that declare what the file offers. */
  code: { text: string; line: number }[];
}

export function emptyFile(path: string, line: number): MarkdownFile {
  return { path, line, classes: [], functions: [], constants: [], code: [] };
}

export interface MarkdownClass {
  name: string;
  /** What stands in parentheses behind the name, or behind `extends`. */
  bases: string[];
  line: number;
  doc?: string;
  methods: Callable[];
  attributes: Attribute[];
}

/** A function or method, its signature as it was written. */
export interface Callable {
  signature: string;
  line: number;
  doc?: string;
}

export interface Attribute {
  name: string;
  /** As written; absent where only a value stands there. */
  type?: string;
  value?: string;
  line: number;
  doc?: string;
}

/** One file needs another, by path. */
export interface Dependency {
  from: string;
  to: string;
  line: number;
}

export interface LeftOut {
  line: number;
  text: string;
  why: string;
}
