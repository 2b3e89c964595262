import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { load, median } from "./load.ts";

const helloRequests = 120;

export interface Baseline {
  /** Measures the bare server for a second; returns its rate. */
  measure(): Promise<number>;
  /** Measures the median latency of the bare server in milliseconds, with sequential requests. */
  latency(): Promise<number>;
  stop(): void;
}

/** Starts the bare "hello" server that every figure is compared with, in the same minute. */
export async function startBaseline(): Promise<Baseline> {
  const hello: ChildProcess = fork(fileURLToPath(new URL("./hello.ts", import.meta.url)), { execArgv: [] });
  const [{ ready }] = (await once(hello, "message")) as [{ ready: { port: number } }];
  return {
    measure: async () => (await load(`http://127.0.0.1:${ready.port}/`, { seconds: 3 })).perSecond,
    latency: async () => {
      const times: number[] = [];
      for (let index = 0; index < helloRequests; index += 1) {
        const startedAt = performance.now();
        await (await fetch(`http://127.0.0.1:${ready.port}/`)).text();
        times.push(performance.now() - startedAt);
      }
      return median(times.slice(helloRequests / 4));
    },
    stop: () => hello.disconnect(),
  };
}
