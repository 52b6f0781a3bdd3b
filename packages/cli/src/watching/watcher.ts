/** Tells of changes below folders: passed in, so that a test decides when something has changed. */
export interface Watcher {
  /**
   * Starts to watch, and is ready when the result is.
   *
   * @param folders absolute
   * @param onChange called with the absolute path of each file that appears, changes or goes
   * @returns what ends it
   */
  watch(folders: readonly string[], onChange: (path: string) => void): Promise<() => Promise<void>>;
}

/** What is installed, generated or internal to a tool: large, often written, and never read here. */
const UNWATCHED = /(?:^|\/)(?:node_modules|__pycache__|contract-build|site-packages|\.[^/]+)$/;

/** The watcher of the machine. Links are not followed, as they are not where contracts and code are looked for. */
export const systemWatcher: Watcher = {
  async watch(folders, onChange) {
    // Loaded only by those who watch.
    const { watch } = await import("chokidar");
    const roots = new Set(folders);
    const watcher = watch([...folders], {
      ignoreInitial: true,
      followSymlinks: false,
      // A file that an editor replaces is one change, not one that goes and one that comes.
      atomic: true,
      ignored: (path) => {
        const slashed = path.replaceAll("\\", "/");
        return !roots.has(slashed) && UNWATCHED.test(slashed) && !slashed.endsWith("/.gitignore");
      },
    });
    const tell = (path: string) => onChange(path.replaceAll("\\", "/"));
    for (const event of ["add", "change", "unlink", "unlinkDir"] as const) watcher.on(event, tell);
    // A folder that may not be read is as good as empty; what is in it is told when it is compared.
    watcher.on("error", () => {});
    await new Promise<void>((resolve) => watcher.on("ready", resolve));
    return () => watcher.close();
  },
};
