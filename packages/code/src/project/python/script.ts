/** Whether a file of Python says itself what it needs to be run: PEP 723. */
export function hasScriptHeader(text: string): boolean {
  return /^#\s*\/\/\/\s*script\s*$/m.test(text);
}
