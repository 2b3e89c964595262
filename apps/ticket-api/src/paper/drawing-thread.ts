import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { type DrawReply, type DrawRequest, documents } from "./drawing.ts";

/** Documents may wait, customers not. On Linux a priority is a thread's own; elsewhere it is left as it is. */
const patience = 10;
if (process.platform === "linux") setPriority(0, patience);

parentPort?.on("message", async ({ id, name, input }: DrawRequest) => {
  const draw: (input: never) => Promise<Uint8Array> = documents[name];
  const reply = await draw(input as never).then(
    (bytes): DrawReply => ({ id, bytes }),
    (error: unknown): DrawReply => ({ id, fault: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(reply);
});
