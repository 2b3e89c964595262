import { setPriority } from "node:os";
import { type Tasks, tasks } from "./tasks.ts";

/** Requests go first. On Linux each thread has its own priority; on other systems it is unchanged. */
const niceValue = 10;
if (process.platform === "linux") setPriority(0, niceValue);

export function run({ name, input }: { name: keyof Tasks; input: never }): unknown {
  return tasks[name](input);
}
