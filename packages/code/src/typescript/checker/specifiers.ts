/**
 * The text of a type in which installed packages are named as an import would name them: the compiler writes the paths
 * of their files where the file at hand does not import them.
 */
export function installedSpecifiers(text: string): string {
  return text.replace(/import\("([^"]*)"\)/g, (whole, specifier: string) => {
    const at = specifier.lastIndexOf("node_modules/");
    if (at < 0) return whole;
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier.slice(at + "node_modules/".length))?.[0];
    if (name === undefined) return whole;
    return `import("${packageOfTypes(name)}")`;
  });
}

/** `@types/node` describes `node`, `@types/babel__core` describes `@babel/core`. */
function packageOfTypes(name: string): string {
  if (!name.startsWith("@types/")) return name;
  const bare = name.slice("@types/".length);
  return bare.includes("__") ? `@${bare.replace("__", "/")}` : bare;
}
