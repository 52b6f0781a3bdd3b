// Claims tasks and settles them, until there is none or it is killed: node worker.mjs DATABASE NAME [hang-at TASK]
import { systemClock } from "@contractc/kernel";
import { openSqliteStore } from "@contractc/runtime";

const [file, name, hangAt] = process.argv.slice(2);
const opened = openSqliteStore(file, systemClock);
if (opened.kind !== "opened") throw new Error(opened.message);
const { store } = opened;
const tasks = Array.from({ length: 12 }, (_, at) => `t${at}`);
const done = () =>
  new Set(store.read("one").flatMap(({ event }) => (event.type === "integrated" ? [event.task] : [])));
for (;;) {
  const finished = done();
  const open = tasks.filter((task) => !finished.has(task));
  if (open.length === 0) break;
  for (const task of open) {
    const claimed = store.claim("one", task, name, { milliseconds: 700, files: [`${task}.py`] });
    if (claimed.kind !== "claimed") continue;
    if (done().has(task)) {
      store.settle("one", claimed.lease, []);
      continue;
    }
    if (task === hangAt) {
      process.stdout.write("hanging\n");
      for (;;) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    store.settle("one", claimed.lease, [{ type: "integrated", task, commit: name }]);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
store.close();
