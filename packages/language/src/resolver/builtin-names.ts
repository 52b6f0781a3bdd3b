import {
  CONSTRUCTORS,
  type ConstructorName,
  type Language,
  PRIMITIVES,
  type PrimitiveName,
} from "@contractc/kernel";

export function isConstructor(name: string): name is ConstructorName {
  return Object.hasOwn(CONSTRUCTORS, name);
}

/** Names of other languages that are taken for built-in types; a finding offers the contract's own. */
export const TYPE_ALIASES: ReadonlyMap<string, PrimitiveName> = new Map([
  ["str", "string"],
  ["number", "float"],
  ["boolean", "bool"],
  ["none", "null"],
  ["None", "null"],
]);

/** What somebody who writes a type of another language means here. Not taken, but suggested. */
export const TYPE_HABITS: ReadonlyMap<string, string> = new Map([
  ["Any", "any"],
  ["Array", "list"],
  ["Dict", "map"],
  ["List", "list"],
  ["Map", "map"],
  ["Promise", "future"],
  ["Record", "map"],
  ["Set", "set"],
  ["Tuple", "tuple"],
  ["array", "list"],
  ["dict", "map"],
  ["double", "float"],
  ["integer", "int"],
  ["undefined", "null"],
  ["unknown", "any"],
]);

/** Every built-in type name, for suggestions. */
export const BUILTIN_TYPES: readonly string[] = [...PRIMITIVES, ...Object.keys(CONSTRUCTORS)];

/** Exceptions that can be raised without a declaration: those of Python's library reference, "Built-in Exceptions". */
const PYTHON_EXCEPTIONS = `
  BaseException BaseExceptionGroup Exception ExceptionGroup ArithmeticError AssertionError AttributeError
  BlockingIOError BrokenPipeError BufferError ChildProcessError ConnectionAbortedError ConnectionError
  ConnectionRefusedError ConnectionResetError EOFError EnvironmentError FileExistsError FileNotFoundError
  FloatingPointError GeneratorExit IOError ImportError IndentationError IndexError InterruptedError
  IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
  NotADirectoryError NotImplementedError OSError OverflowError PermissionError ProcessLookupError PythonFinalizationError
  RecursionError ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError SystemExit
  TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
  UnicodeTranslateError ValueError ZeroDivisionError`;

/** ECMAScript's native errors, and `DOMException`, which Node.js has as a global too. */
const TYPESCRIPT_ERRORS =
  "Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError DOMException";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const EXCEPTIONS: Record<Language, ReadonlySet<string>> = {
  python: words(PYTHON_EXCEPTIONS),
  typescript: words(TYPESCRIPT_ERRORS),
};

/** Built-in exceptions of a language; of all languages where it is not known. */
export function builtinErrors(language: Language | undefined): ReadonlySet<string> {
  if (language) return EXCEPTIONS[language];
  return new Set([...EXCEPTIONS.python, ...EXCEPTIONS.typescript]);
}
