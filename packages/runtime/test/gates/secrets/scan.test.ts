import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { secretsIn } from "../../../src/gates/secrets/scan.js";
import { ROOT } from "../support.js";

const whats = (text: string) => secretsIn(text).map(({ what }) => what);
/** Keys are put together here, so that no file of this repository holds one. */
const long = (unit: string, length: number) => unit.repeat(length).slice(0, length);
const RANDOM = "q8Zr3Vx0Lw7Tn5Ky2Mb9Hd4Jf6Gs1Pc";

describe("keys", () => {
  it.each([
    ["an AWS access key", `id = "${"AKIA"}Q3EGRWXV7OPLNM2K"`],
    ["a GitHub token", `"${"ghp_"}${long("a1B2c3D4e5F6", 36)}"`],
    ["a GitLab token", `${"glpat-"}${long(RANDOM, 20)}`],
    ["a Slack token", `${"xoxb-"}2345678901-${long(RANDOM, 24)}`],
    ["a Stripe key", `${"sk_live_"}${long(RANDOM, 24)}`],
    ["a Google API key", `${"AIza"}${long("Sy8Zr3Vx0Lw7Tn5Ky2Mb9Hd4Jf6Gs1Pc", 35)}`],
    ["an npm token", `${"npm_"}${long(RANDOM, 36)}`],
    ["a private key", `-----BEGIN RSA ${"PRIVATE KEY"}-----\nMIIEowIBAAKCAQEAr3x8`],
    ["a signed token", `${"eyJ"}hbGciOiJIUzI1NiIsInR5.${"eyJ"}zdWIiOiI5ODc2NTQzMjEw.${long(RANDOM, 43)}`],
    ["a password in an address", `url = "postgres://admin:${RANDOM.slice(0, 10)}@db.internal.net/app"`],
    ["a secret as the value of 'api_key'", `api_key = "${RANDOM}"`],
    ["a secret as the value of 'clientSecret'", `const clientSecret: string = "${RANDOM}";`],
    ["a secret as the value of 'DB_PASSWORD'", `{"DB_PASSWORD": "${RANDOM.slice(0, 14)}"}`],
    ["a secret as the value of 'token'", `login(token="${RANDOM}")`],
  ])("%s", (what, text) => {
    expect(whats(text)).toEqual([what]);
  });

  it("are told with their places and never with their values", () => {
    const text = `# keys\nA = 1\nsecret_key = "${RANDOM}"\n`;
    expect(secretsIn(text)).toEqual([{ line: 3, column: 15, what: "a secret as the value of 'secret_key'" }]);
    expect(JSON.stringify(secretsIn(text))).not.toContain(RANDOM);
  });
});

describe("what is no key", () => {
  it.each([
    'AWS_KEY = "AKIAIOSFODNN7EXAMPLE"',
    'password = os.environ["DB_PASSWORD"]',
    'password = "correct horse battery staple"',
    'token = "your-token-here-1234"',
    'api_key = "<API_KEY>"',
    `api_key = "\${API_KEY}"`,
    'secret = "test_secret_value_42abc"',
    'password: "changeme123456"',
    'const TOKEN_URL = "https://auth.internal.net/oauth2/v2/token";',
    'token = "tokens.access.v2.name"',
    'url = "postgres://user:password@localhost:5432/app"',
    'url = "https://me:secret@example.org/"',
    'hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    'integrity = "sha512-q8Zr3Vx0Lw7Tn5Ky2Mb9Hd4Jf6Gs1Pcq8Zr3Vx0Lw7Tn5Ky2Mb9Hd4Jf=="',
    'commit = "3f786850e387550fdab836ed7e6dc881de23001b"',
    'id = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"',
    'keyboard = "qwertyuiop1234567890"',
    "def token(self) -> str: ...",
    'tokens = ["a", "b"]',
    'label = "The password must have 12 characters"',
    'alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"',
    'raise WrongToken(f"token {name} expired at {time}")',
    'password_field = "input[name=password1]"',
  ])("%s", (text) => {
    expect(whats(text)).toEqual([]);
  });

  it("is anything in the sources of this repository", () => {
    const found: string[] = [];
    const walk = (folder: string) => {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (["node_modules", "dist", "generated", ".git", "secrets"].includes(name)) continue;
        if (statSync(path).isDirectory()) walk(path);
        else if (/\.(?:ts|py|json|mjs|md)$/.test(name) && name !== "package-lock.json") {
          for (const { line, what } of secretsIn(readFileSync(path, "utf8")))
            found.push(`${path}:${line} ${what}`);
        }
      }
    };
    for (const folder of ["packages", "examples", "tests", "scripts", "docs"]) walk(join(ROOT, folder));
    expect(found).toEqual([]);
  });
});
