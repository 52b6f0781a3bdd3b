/** What a link is, when it has expired, and everything that can be wrong with one. */

/** A short code and where it leads. */
export interface Link {
  readonly code: string;
  readonly url: string;
  readonly createdAt: Date;
  /** `null`: it never expires. */
  readonly expiresAt: Date | null;
  readonly visits: number;
}

/** The longest address that is accepted: what all browsers and proxies can carry. */
export const MAX_URL_LENGTH = 2048;

/** The address is none that a link may lead to. */
export class InvalidUrl extends Error {
  override readonly name = "InvalidUrl";
  readonly reason: string;
  constructor(reason: string) {
    super(`the address ${reason}`);
    this.reason = reason;
  }
}

/** Another link has this code. */
export class CodeTaken extends Error {
  override readonly name = "CodeTaken";
  readonly code: string;
  constructor(code: string) {
    super(`the code "${code}" is taken`);
    this.code = code;
  }
}

/** No link has this code. */
export class UnknownCode extends Error {
  override readonly name = "UnknownCode";
  readonly code: string;
  constructor(code: string) {
    super(`there is no link "${code}"`);
    this.code = code;
  }
}

/** The link led somewhere until its time was over. */
export class LinkExpired extends Error {
  override readonly name = "LinkExpired";
  readonly code: string;
  constructor(code: string) {
    super(`the link "${code}" has expired`);
    this.code = code;
  }
}

/**
 * The address in its normal form.
 *
 * @throws InvalidUrl for what is no web address, is too long, or holds a password
 */
export function normalizeUrl(text: string): string {
  if (text.length > MAX_URL_LENGTH) throw new InvalidUrl(`is longer than ${MAX_URL_LENGTH} characters`);
  if (!URL.canParse(text)) throw new InvalidUrl("is no URL");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new InvalidUrl("must start with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") throw new InvalidUrl("must not hold a user or password");
  // Characters outside of ASCII grow when they are encoded.
  if (url.href.length > MAX_URL_LENGTH) throw new InvalidUrl(`is longer than ${MAX_URL_LENGTH} characters`);
  return url.href;
}

/** Whether the link's time is over: at the very moment of `expiresAt` it is. */
export function isExpired(link: Link, now: Date): boolean {
  return link.expiresAt !== null && link.expiresAt.getTime() <= now.getTime();
}
