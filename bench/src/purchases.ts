import { setTimeout as wait } from "node:timers/promises";
import type { Baseline } from "./baseline.ts";
import { customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { median, percentile } from "./load.ts";
import { type ProcessorTimes, processorTimes, workers } from "./processor-time.ts";
import { type Figure, reached } from "./table.ts";

const rounds = 3;
/** After some thousand purchases hot code is compiled and the heap has its size. */
const warmUpSeconds = 15;
const seconds = 8;
const concurrency = 8;
/** Customers start at intervals: those who start in the same millisecond would stay in step. */
const intervalMs = 10;

/** Measures complete purchases by 8 concurrent customers; one purchase is expressed in responses of the bare server. */
export async function purchaseFigures(installation: Installation, baseline: Baseline): Promise<Figure[]> {
  const people = await customers(installation, concurrency);
  const costs: number[] = [];
  const rates: number[] = [];
  const p50s: number[] = [];
  const p99s: number[] = [];
  const shares: ProcessorTimes[] = [];
  const run = async (forSeconds: number) => {
    const startedAt = performance.now();
    const deadline = startedAt + forSeconds * 1_000;
    const times = await Promise.all(
      people.map(async (person, place) => {
        const done = [];
        await wait(place * intervalMs);
        while (performance.now() < deadline) done.push(await purchase(installation, person, "ticket-1h"));
        return done;
      }),
    );
    const all = times.flat();
    return {
      perSecond: (all.length * 1_000) / (performance.now() - startedAt),
      placing: all.map((time) => time.placeOrderMs),
    };
  };
  await run(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    const hello = await baseline.measure();
    const before = await processorTimes(installation);
    const { perSecond, placing } = await run(seconds);
    shares.push(each(before, await processorTimes(installation), placing.length));
    costs.push(hello / perSecond);
    rates.push(perSecond);
    p50s.push(percentile(placing, 0.5));
    p99s.push(percentile(placing, 0.99));
  }
  const cost = median(costs);
  const p99 = median(p99s);
  return [
    {
      what: `a whole purchase, ${concurrency} customers at once`,
      value: `${median(rates).toFixed(1)}/s`,
      comparison: `${Math.round(cost)} hello answers each`,
      bar: reached("at most 400", cost <= 400),
    },
    {
      what: "placeOrder among them",
      value: `p50 ${median(p50s).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      comparison: "",
      bar: reached("p99 under 40 ms", p99 < 40),
    },
    { what: "processor time of one", value: shareInWords(shares), comparison: "", bar: "none yet" },
  ];
}

/** CPU time per purchase between two samples. */
function each(before: ProcessorTimes, after: ProcessorTimes, purchases: number): ProcessorTimes {
  const share = (worker: (typeof workers)[number]) => {
    const [from, to] = [before[worker], after[worker]];
    return [worker, from === undefined || to === undefined ? undefined : (to - from) / purchases];
  };
  return Object.fromEntries(workers.map(share)) as ProcessorTimes;
}

function shareInWords(shares: readonly ProcessorTimes[]): string {
  const medians = workers.map((worker) => median(shares.map((share) => share[worker] ?? Number.NaN)));
  const times = workers.map((worker, place) => `${worker} ${medians[place]?.toFixed(1)}`);
  return `${times.join(", ")}, together ${medians.reduce((sum, one) => sum + one, 0).toFixed(1)} ms`;
}
