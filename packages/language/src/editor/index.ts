export { overrideFamily } from "../references/families.js";
export { type NameSite, nameSites, useFix } from "./names.js";
