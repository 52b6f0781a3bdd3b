/** Whether a server speaks what a client of another version expects: below 1.0 every second number may change it. */
export function isCompatible(own: string, other: string): boolean {
  const [ours, theirs] = [numbers(own), numbers(other)];
  if (!ours || !theirs || ours[0] !== theirs[0]) return false;
  return ours[0] > 0 ? theirs[1] >= ours[1] : theirs[1] === ours[1];
}

function numbers(version: string): [major: number, minor: number] | undefined {
  const match = /^(\d+)\.(\d+)\.\d+/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}
