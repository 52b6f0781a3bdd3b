import { expect, test } from "vitest";
import { commandWords, startsWithWords } from "../../src/index.js";

test.each([
  ["python -m pytest -q", ["python", "-m", "pytest", "-q"]],
  ["  a \t b  ", ["a", "b"]],
  [`node -e 'a b' "c d"`, ["node", "-e", "a b", "c d"]],
  [`a "b \\" c" d\\ e`, ["a", 'b " c', "d e"]],
  [`a ""`, ["a", ""]],
  ["pytest -k x*", ["pytest", "-k", "x*"]],
  ["price $ 5", ["price", "$", "5"]],
  [`echo 'a | b'`, ["echo", "a | b"]],
  ["C:\\\\Tools\\\\x.exe", ["C:\\Tools\\x.exe"]],
])("%s", (command, words) => {
  expect(commandWords(command)).toEqual({ kind: "words", words });
});

test.each([
  ["a | b", '"|" is for a shell, and there is none: run one program at a time'],
  ["a; b", '";" is for a shell, and there is none: run one program at a time'],
  ["a && b", '"&" is for a shell, and there is none: run one program at a time'],
  ["a > b", '">" is for a shell, and there is none: run one program at a time'],
  ["a\nb", '"\\n" is for a shell, and there is none: run one program at a time'],
  ["a `b`", '"`" is for a shell, and there is none: run one program at a time'],
  ["a $HOME", "variables and substitutions are for a shell, and there is none"],
  ["a $(b)", "variables and substitutions are for a shell, and there is none"],
  ["X=1 a", '"X=1" sets a variable for a shell, and there is none'],
  ["a 'b", "a ' is not closed"],
  ["", "it names no program"],
  ["a \0", "it holds a null character"],
])("%j asks for a shell, or for nothing", (command, reason) => {
  expect(commandWords(command)).toEqual({ kind: "refused", reason });
});

test("a prefix matches words, not letters", () => {
  expect(startsWithWords(["npm", "test", "--", "x"], ["npm", "test"])).toBe(true);
  expect(startsWithWords(["npm", "test:all"], ["npm", "test"])).toBe(false);
  expect(startsWithWords(["npm"], ["npm", "test"])).toBe(false);
  expect(startsWithWords(["npm"], [])).toBe(false);
});
