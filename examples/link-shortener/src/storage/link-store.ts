/** What the rest of the program asks of a place for links. */

import type { Link } from "../links.ts";

export interface LinkStore {
  /** @throws CodeTaken where another link has its code */
  add(link: Link): Promise<void>;
  find(code: string): Promise<Link | undefined>;
  /** Counts one more visit and returns the link as it now is. */
  countVisit(code: string): Promise<Link | undefined>;
  /** Forgets the links whose time is over and says how many they were. */
  removeExpired(now: Date): Promise<number>;
}
