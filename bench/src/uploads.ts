import { setTimeout as wait } from "node:timers/promises";
import { sign } from "@guichet/contract/signature.ts";
import { pdfBombs } from "../../apps/ticket-api/src/testing/test-bombs.ts";
import { customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { median, percentile } from "./load.ts";
import { type Figure, reached } from "./table.ts";

const rounds = 3;
const seconds = 8;
const atOnce = 4;
const key = "guichet-demo-key";
/** The bomb that takes longest to detect. */
const bombName = "repetitions of repetitions";
const pauseMs = 100;

/** Measures the p99 of purchases with and without a stream of uploaded bombs, alternately. */
export async function uploadFigures(installation: Installation): Promise<Figure[]> {
  const people = await customers(installation, atOnce);
  const bomb = pdfBombs[bombName]?.() ?? Buffer.alloc(0);
  const ratios: number[] = [];
  const codes = new Map<string, number>();
  const run = async (): Promise<number> => {
    const deadline = performance.now() + seconds * 1_000;
    const times = await Promise.all(
      people.map(async (person) => {
        const taken: number[] = [];
        while (performance.now() < deadline) taken.push((await purchase(installation, person, "ticket-1h")).wholeMs);
        return taken;
      }),
    );
    return percentile(times.flat(), 0.99);
  };
  await run();
  for (let round = 0; round < rounds; round += 1) {
    const alone = await run();
    const stopping = new AbortController();
    const strangers = [bombing(), bombing()];
    const during = await run();
    stopping.abort();
    await Promise.all(strangers);
    ratios.push(during / alone);

    async function bombing(): Promise<void> {
      const [stranger] = await customers(installation, 1);
      while (!stopping.signal.aborted && stranger !== undefined) {
        const code = await uploadDocument(installation.apiUrl, stranger.token, bomb);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        await wait(pauseMs);
      }
    }
  }
  const ratio = median(ratios);
  const answered = [...codes].map(([code, count]) => `${count} ${code}`).join(", ");
  return [
    {
      what: `p99 of purchases while bombs are sent in (${answered})`,
      value: `${ratio.toFixed(2)} times the p99 without (${ratios.map((one) => one.toFixed(2)).join(", ")})`,
      comparison: "",
      bar: reached("at most 1.5 times", ratio <= 1.5),
    },
  ];
}

/** Uploads a file as a document; returns the result's code. */
async function uploadDocument(apiUrl: string, token: string, bytes: Uint8Array): Promise<string> {
  const values = { networkId: "demo", document_type: "disability-proof" };
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, signature: sign(values, key) })) form.set(name, value);
  form.set("document", new Blob([new Uint8Array(bytes)]), "document.pdf");
  const answer = await fetch(`${apiUrl}/Media/uploadDocument.json`, {
    method: "POST",
    headers: { "x-client": "shop", authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await answer.text();
  return /"code":"(\w+)"/.exec(text)?.[1] ?? `HTTP ${answer.status}`;
}
