import { setPriority } from "node:os";
import { type Tasks, tasks } from "./tasks.ts";

/** This work may wait, customers not. On Linux a priority is a thread's own; elsewhere it is left as it is. */
const patience = 10;
if (process.platform === "linux") setPriority(0, patience);

export function run({ name, input }: { name: keyof Tasks; input: never }): unknown {
  return tasks[name](input);
}
