import type { Module } from "@contractc/kernel";
import type { CodeProject } from "../../project/project.js";
import type { KernelIndex } from "../kernel-index.js";
import type { Layout } from "../layout.js";
import type { ModuleOfFile } from "./existing-names.js";

/** Where something is inserted: the module and all that its names may lead to. */
export interface InsertionTarget {
  index: KernelIndex;
  layout: Layout;
  project: CodeProject;
  module: Module;
  moduleOf: ModuleOfFile;
}
