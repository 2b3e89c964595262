import type { Work } from "./runner.ts";

/** The map of timed work: every kind that may wait in `due_work`, and what does it. */
export const timedWork: Record<string, Work> = {};
