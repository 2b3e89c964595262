import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { load } from "./load.ts";

export interface Yardstick {
  /** Answers a second of the bare server, measured now. */
  measure(): Promise<number>;
  stop(): void;
}

/** Starts the bare "hello" server that every figure is held against, in the same minute. */
export async function startYardstick(): Promise<Yardstick> {
  const hello: ChildProcess = fork(fileURLToPath(new URL("./hello.ts", import.meta.url)), { execArgv: [] });
  const [{ ready }] = (await once(hello, "message")) as [{ ready: { port: number } }];
  return {
    measure: async () => (await load(`http://127.0.0.1:${ready.port}/`, { seconds: 3 })).perSecond,
    stop: () => hello.disconnect(),
  };
}
