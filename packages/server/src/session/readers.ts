import type { Reader } from "@contractc/code";
import type { Language } from "@contractc/kernel";

/** Everything that reads and compares code: loaded when it is first needed, so that a contract is shown before. */
export type CodeTools = typeof import("@contractc/code");

type Read = Reader["read"];
type ReadArguments = Parameters<Read>;

/**
 * Readers that are started, for every session of the process: the parser of Python is set up once, and must not be by two
 * at the same time.
 */
const shared = new Map<Language, Promise<Reader>>();

/** The readers of a session, which of each file keep what its last text gave. */
export class Readers {
  readonly #started = new Map<Language, Promise<Reader>>();
  readonly #ready = new Map<Language, Reader>();
  #tools: CodeTools | undefined;

  /** Absent before the first `load`. */
  get tools(): CodeTools | undefined {
    return this.#tools;
  }

  /** Starts what is not yet there. */
  async load(languages: Iterable<Language>): Promise<Reader[]> {
    this.#tools ??= await import("@contractc/code");
    return Promise.all([...new Set(languages)].sort().map((language) => this.#start(language)));
  }

  /** @returns `undefined` where one of them has not been loaded */
  loaded(languages: Iterable<Language>): Reader[] | undefined {
    const readers: Reader[] = [];
    for (const language of [...new Set(languages)].sort()) {
      const reader = this.#ready.get(language);
      if (!reader) return undefined;
      readers.push(reader);
    }
    return readers;
  }

  #start(language: Language): Promise<Reader> {
    let started = this.#started.get(language);
    if (!started) {
      const { pythonReader, typescriptReader } = this.#tools!;
      const reader = shared.get(language) ?? (language === "python" ? pythonReader() : typescriptReader());
      shared.set(language, reader);
      started = reader.then((each) => {
        const remembering = rememberingReader(each);
        this.#ready.set(language, remembering);
        return remembering;
      });
      this.#started.set(language, started);
    }
    return started;
  }
}

/** The reader, which of each file keeps what the last text of it gave. */
function rememberingReader(reader: Reader): Reader {
  const known = new Map<string, { text: string; variables: string; signature: ReturnType<Read> }[]>();
  return {
    ...reader,
    read(...[file, text, typeVariables = []]: ReadArguments) {
      const variables = typeVariables.length === 0 ? "" : JSON.stringify(typeVariables);
      const found = known.get(file) ?? [];
      const same = found.find((each) => each.variables === variables && each.text === text);
      if (same) return same.signature;
      const signature = reader.read(file, text, typeVariables);
      // A file with type variables of others is read without them first.
      const others = found.filter((each) => each.text === text && each.variables !== variables).slice(-1);
      known.set(file, [...others, { text, variables, signature }]);
      return signature;
    },
  };
}
