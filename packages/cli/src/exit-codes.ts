/** Every exit code there is; printed in `--help`. */
export const EXIT = {
  clean: 0,
  findings: 1,
  usage: 2,
  unconverged: 3,
  internal: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const MEANING: Record<keyof typeof EXIT, string> = {
  clean: "clean",
  findings: "findings at or above the threshold (--fail-on)",
  usage: "wrong usage or configuration",
  unconverged: "a run ended unconverged",
  internal: "internal error: a bug in contractc",
  interrupted: "interrupted",
};

/** The table of exit codes as `--help` shows it. */
export function exitCodeHelp(): string {
  const rows = Object.entries(EXIT).map(
    ([name, code]) => `  ${String(code).padStart(3)}  ${MEANING[name as keyof typeof EXIT]}`,
  );
  return `Exit codes:\n${rows.join("\n")}`;
}
