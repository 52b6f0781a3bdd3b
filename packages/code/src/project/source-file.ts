import {
  contentIdOf,
  decodeText,
  type FileSystem,
  FileSystemError,
  type Language,
  LineIndex,
} from "@contractc/kernel";
import type { Reader } from "../reading/reader.js";
import type { Reading, Readings } from "../reading/readings.js";
import type { CodeProblem, CodeTypeParameter, ModuleSignature } from "../reading/signature.js";
import { hasGeneratedMark } from "./classify.js";
import { type Consulted, dependsOn, type Found, foundBy } from "./consulted.js";
import { joinRoot } from "./discover.js";
import type { CodeFile } from "./project.js";
import { decodePython } from "./python/encoding.js";
import { readingKey } from "./reading-key.js";

/** What all files of a project share. */
export interface SourceFileOptions {
  fs: FileSystem;
  root: string;
  reader: Reader;
  /** Type variables of other files that a file imports. */
  typeVariablesOf(path: string, signature: ModuleSignature): CodeTypeParameter[];
  readings?: Readings | undefined;
  /** Notes who looks at which file. */
  consulted?: Consulted | undefined;
}

/** Nobody writes such files by hand, and a parser's trees are many times as large as the text. */
const MAXIMUM_SIZE = 8 << 20;

interface Content {
  text: string;
  problem?: CodeProblem;
  /** Absent where nothing could be read, or nobody needs it. */
  id?: string | undefined;
}

/** A file that is read when its text is first asked for, and parsed where nothing is known of its content. */
export class SourceFile implements CodeFile {
  #content: Content | undefined;
  #lines: LineIndex | undefined;
  #own: Reading | undefined;
  /** With the type variables of other files, and these files. */
  #signature: Found<ModuleSignature> | undefined;

  constructor(
    private readonly options: SourceFileOptions,
    readonly path: string,
  ) {}

  /** Whether what is known of the file depends on the contents of others. */
  dependsOn(paths: ReadonlySet<string>): boolean {
    return dependsOn(this.#signature?.looked, paths);
  }

  get language(): Language {
    return this.options.reader.language;
  }

  get text(): string {
    this.options.consulted?.note(this.path);
    return this.#read().text;
  }

  get lines(): LineIndex {
    this.options.consulted?.note(this.path);
    this.#lines ??= new LineIndex(this.text);
    return this.#lines;
  }

  get generated(): boolean {
    this.options.consulted?.note(this.path);
    return this.#reading().generated;
  }

  get signature(): ModuleSignature {
    const { consulted } = this.options;
    consulted?.note(this.path);
    if (!this.#signature) {
      const own = this.#reading().signature;
      // Files that import each other ask for this one meanwhile, and get it as it is without their type variables.
      this.#signature = { value: own, looked: undefined };
      this.#signature = foundBy(consulted, () => {
        const typeVariables = this.options.typeVariablesOf(this.path, own);
        return typeVariables.length > 0 ? this.#known(typeVariables).signature : own;
      });
    }
    return consulted ? consulted.take(this.#signature) : this.#signature.value;
  }

  /** What the file says by itself. */
  #reading(): Reading {
    this.#own ??= this.#known([]);
    return this.#own;
  }

  #known(typeVariables: readonly CodeTypeParameter[]): Reading {
    const { fs, root, readings } = this.options;
    const content = readings && fs.contentId?.(joinRoot(root, this.path));
    if (content === undefined) return this.#parse(typeVariables);
    const variables = typeVariables.length === 0 ? "" : JSON.stringify(typeVariables);
    const key = readingKey(content, this.language, this.path, variables);
    const known = readings?.get(key);
    if (known) return known;
    const reading = this.#parse(typeVariables);
    // Between being asked for its content and being read, the file may have become another one.
    if (readings?.set && this.#read().id === content) readings.set(key, reading);
    return reading;
  }

  #parse(typeVariables: readonly CodeTypeParameter[]): Reading {
    const { text, problem } = this.#read();
    const signature = this.options.reader.read(this.path, text, typeVariables);
    return {
      signature: problem ? { ...signature, problems: [problem, ...signature.problems] } : signature,
      generated: hasGeneratedMark(text),
    };
  }

  #read(): Content {
    this.#content ??= this.#readNow();
    return this.#content;
  }

  #readNow(): Content {
    let bytes: Uint8Array;
    try {
      bytes = this.options.fs.readFile(joinRoot(this.options.root, this.path));
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      const message = `the file cannot be read: ${error.detail}`;
      return { text: "", problem: { start: 0, end: 0, message } };
    }
    const id = this.options.readings?.set && contentIdOf(bytes);
    if (bytes.length > MAXIMUM_SIZE) {
      const message = `the file is larger than ${MAXIMUM_SIZE >> 20} MB, too large to be read as source`;
      return { id, text: "", problem: { start: 0, end: 0, message } };
    }
    const { text, fault } = decodeText(bytes);
    if (!fault) return { id, text };
    const declared = this.language === "python" ? decodePython(bytes) : undefined;
    if (declared !== undefined) return { id, text: declared };
    return { id, text, problem: { start: fault.offset, end: fault.offset + 1, message: fault.message } };
  }
}
