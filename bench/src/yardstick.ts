import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { load, median } from "./load.ts";

const helloAsked = 120;

export interface Yardstick {
  /** Answers a second of the bare server, measured now. */
  measure(): Promise<number>;
  /** Milliseconds that one answer of it takes in the middle, asked one after the other, measured now. */
  latency(): Promise<number>;
  stop(): void;
}

/** Starts the bare "hello" server that every figure is held against, in the same minute. */
export async function startYardstick(): Promise<Yardstick> {
  const hello: ChildProcess = fork(fileURLToPath(new URL("./hello.ts", import.meta.url)), { execArgv: [] });
  const [{ ready }] = (await once(hello, "message")) as [{ ready: { port: number } }];
  return {
    measure: async () => (await load(`http://127.0.0.1:${ready.port}/`, { seconds: 3 })).perSecond,
    latency: async () => {
      const times: number[] = [];
      for (let index = 0; index < helloAsked; index += 1) {
        const begun = performance.now();
        await (await fetch(`http://127.0.0.1:${ready.port}/`)).text();
        times.push(performance.now() - begun);
      }
      return median(times.slice(helloAsked / 4));
    },
    stop: () => hello.disconnect(),
  };
}
