import { sign } from "@guichet/contract/signature.ts";
import type { Baseline } from "./baseline.ts";
import { customers } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { median, percentile } from "./load.ts";
import { type Figure, reached } from "./table.ts";

const rounds = 5;
const warmUp = 60;
const requests = 150;
const lines = 10;
const p50MaxMs = 10;

/** Measures `Order/verify.json` for a cart of ten lines, by one customer in sequence, and hello in the same round. */
export async function verifyFigures(installation: Installation, baseline: Baseline): Promise<Figure[]> {
  const [person] = await customers(installation, 1);
  if (person === undefined) throw new Error("No customer");
  const articles = Array.from({ length: lines }, (_, index) => ({
    quantity: 1 + (index % 3),
    productId: index % 2 === 0 ? "ticket-1h" : "carnet-10",
    customerId: person.userId,
    support: "DEMATERIALIZED",
  }));
  const values = { networkId: "demo", articles };
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", "x-client": "shop", authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ ...values, signature: sign(values, "guichet-demo-key") }),
  };
  const once = async () => {
    const startedAt = performance.now();
    const response = await fetch(`${installation.apiUrl}/Order/verify.json`, init);
    const body = await response.json();
    if (!response.ok || body.lines.length !== lines) throw new Error(JSON.stringify(body));
    return performance.now() - startedAt;
  };
  for (let index = 0; index < warmUp; index += 1) await once();
  const p50s: number[] = [];
  const p99s: number[] = [];
  const hellos: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    hellos.push(await baseline.latency());
    const times: number[] = [];
    for (let index = 0; index < requests; index += 1) times.push(await once());
    p50s.push(percentile(times, 0.5));
    p99s.push(percentile(times, 0.99));
  }
  const best = Math.min(...p50s);
  return [
    {
      what: `verify of ${lines} lines, one after the other`,
      value: `p50 ${median(p50s).toFixed(1)} ms (best round ${best.toFixed(1)}), p99 ${median(p99s).toFixed(1)} ms`,
      comparison: `hello p50 ${median(hellos).toFixed(2)} ms`,
      bar: reached(`p50 under ${p50MaxMs} ms`, median(p50s) < p50MaxMs),
    },
  ];
}
