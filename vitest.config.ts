import { defineConfig } from "vitest/config";
import { ownProjects } from "./scripts/test/projects.ts";

export default defineConfig({ test: { projects: ownProjects } });
