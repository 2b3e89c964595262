import { customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { median, percentile } from "./load.ts";
import { type Figure, reached } from "./table.ts";
import type { Yardstick } from "./yardstick.ts";

const rounds = 3;
const warmUpSeconds = 3;
const seconds = 8;
const atOnce = 8;

/** Whole purchases by 8 customers at once, told in answers of the bare server that one costs. */
export async function purchaseFigures(installation: Installation, yardstick: Yardstick): Promise<Figure[]> {
  const people = await customers(installation, atOnce);
  const costs: number[] = [];
  const rates: number[] = [];
  const p50s: number[] = [];
  const p99s: number[] = [];
  const run = async (forSeconds: number) => {
    const begun = performance.now();
    const deadline = begun + forSeconds * 1_000;
    const times = await Promise.all(
      people.map(async (person) => {
        const done = [];
        while (performance.now() < deadline) done.push(await purchase(installation, person, "ticket-1h"));
        return done;
      }),
    );
    const all = times.flat();
    return {
      perSecond: (all.length * 1_000) / (performance.now() - begun),
      placing: all.map((time) => time.placeOrderMs),
    };
  };
  await run(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    const hello = await yardstick.measure();
    const { perSecond, placing } = await run(seconds);
    costs.push(hello / perSecond);
    rates.push(perSecond);
    p50s.push(percentile(placing, 0.5));
    p99s.push(percentile(placing, 0.99));
  }
  const cost = median(costs);
  const p99 = median(p99s);
  return [
    {
      what: `a whole purchase, ${atOnce} customers at once`,
      value: `${median(rates).toFixed(1)}/s`,
      beside: `${Math.round(cost)} hello answers each`,
      bar: reached("at most 400", cost <= 400),
    },
    {
      what: "placeOrder among them",
      value: `p50 ${median(p50s).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      beside: "",
      bar: reached("p99 under 40 ms", p99 < 40),
    },
  ];
}
