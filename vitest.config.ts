import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first.ts";
import { ownProjects } from "./scripts/test/projects.ts";

export default defineConfig({ test: { projects: ownProjects, sequence: { sequencer: LongestFirst } } });
