export {
  type Metric,
  type ReportedTask,
  type RunReport,
  reportOf,
  shownTarget,
  shownValue,
} from "./metrics.js";
export { reportPage } from "./page.js";
