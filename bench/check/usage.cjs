// Loaded before a measured program: writes the processor time and peak memory of its process when it ends.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { processor: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});
