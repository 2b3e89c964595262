import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { placesIn } from "./data-folder.ts";
import { callHolder } from "./folder-hold.ts";
import { cleanAfterEach, makeFolder } from "./testing/stage.ts";

cleanAfterEach();

test("a holder that is killed before it accepts a call holds the folder no more", async () => {
  const folder = await placesIn(await makeFolder());
  const listening = `require("node:net").createServer().listen(${JSON.stringify(folder.holderSocket)}, () => console.log("listening"))`;
  const holder = spawn(process.execPath, ["-e", listening], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(holder, "exit");
  await once(holder.stdout, "data");
  holder.kill("SIGSTOP");
  // The system connects at once; that the holder has gone is noticed before the call is seen to be connected.
  const called = callHolder(folder);
  holder.kill("SIGKILL");
  sleepBlocking(200);
  expect(await called).toBeUndefined();
  await exited;
});

/** Waits without reading events, so that the connection and its end are seen together. */
function sleepBlocking(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
