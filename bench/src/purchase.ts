import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { customers, purchase } from "./customers.ts";
import { startInstallation } from "./installation.ts";
import { load, median, percentile } from "./load.ts";

const rounds = 3;
const seconds = 8;
const atOnce = 8;

/** Whole purchases by 8 customers at once, told in answers of the bare server that one costs. */
const installation = await startInstallation({ shop: false });
const hello = fork(fileURLToPath(new URL("./hello.ts", import.meta.url)), { execArgv: [] });
const [{ ready }] = (await once(hello, "message")) as [{ ready: { port: number } }];
const people = await customers(installation, atOnce);
const shares: number[] = [];
const places: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const yardstick = await load(`http://127.0.0.1:${ready.port}/`, { seconds: 3 });
  const deadline = performance.now() + (round === 0 ? 2 : seconds) * 1_000;
  const begun = performance.now();
  const times = await Promise.all(
    people.map(async (person) => {
      const done = [];
      while (performance.now() < deadline) done.push(await purchase(installation, person, "ticket-1h"));
      return done;
    }),
  );
  const all = times.flat();
  const perSecond = (all.length * 1_000) / (performance.now() - begun);
  if (round === 0) continue;
  shares.push(yardstick.perSecond / perSecond);
  places.push(
    percentile(
      all.map((time) => time.placeOrderMs),
      0.99,
    ),
  );
  console.log(
    `round ${round}: hello ${Math.round(yardstick.perSecond)}/s, purchases ${perSecond.toFixed(1)}/s, ${Math.round(yardstick.perSecond / perSecond)} hello answers a purchase,`,
    `placeOrder p50 ${percentile(
      all.map((time) => time.placeOrderMs),
      0.5,
    ).toFixed(1)} ms p99 ${percentile(
      all.map((time) => time.placeOrderMs),
      0.99,
    ).toFixed(1)} ms`,
  );
}
console.log(
  `median: ${Math.round(median(shares))} hello answers a purchase (bar: 400), placeOrder p99 ${median(places).toFixed(1)} ms (bar: 40)`,
);
hello.disconnect();
await installation.stop();
