import { setTimeout as wait } from "node:timers/promises";
import type { AdvisedArticle } from "@guichet/rules/adviser/adviser-offers.ts";
import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { afterAll, expect, test } from "vitest";
import { invoicePdf } from "../pdf/invoice-pdf.ts";
import { sampleInvoice } from "../pdf/samples.ts";
import type { Tasks } from "./tasks.ts";
import { workerPool } from "./worker-pool.ts";

const pool = workerPool();
afterAll(() => pool.close());

// covers: documents are drawn, and fare advice is computed, in worker threads
test("a document drawn by a worker is the same as one drawn here, byte for byte", async () => {
  const [there, here] = await Promise.all([pool.run("invoice", sampleInvoice("fr")), invoicePdf(sampleInvoice("fr"))]);
  expect(Buffer.from(there).equals(here)).toBe(true);
});

// covers: documents are drawn, and fare advice is computed, in worker threads
test("a document that cannot be drawn rejects for its caller, and the next is drawn", async () => {
  const wrong = { ...sampleInvoice("en"), lines: [] };
  const asked = [pool.run("invoice", wrong), pool.run("invoice", sampleInvoice("en"))];
  const [failed, next] = await Promise.allSettled(asked);
  expect(failed).toMatchObject({
    status: "rejected",
    reason: expect.objectContaining({ message: expect.any(String) }),
  });
  expect(next?.status).toBe("fulfilled");
});

/** Trips and articles that take the adviser much longer than a second to prepare. */
const wide = (): Parameters<Tasks["advice"]>[0] => {
  const articles: AdvisedArticle[] = Array.from({ length: 60 }, (_, place) => ({
    ...sampleArticle(`pass-${place}`, {
      price: { amount: 300 + 7 * place, currency: "EUR" },
      validity: { from: "first-use", duration: `P${1 + place}D` },
    }),
    persons: 1,
    weekdays: [],
    fareZones: [],
  }));
  const travel = {
    travellers: [{}, {}, {}, {}, {}, {}],
    from: "2026-12-01",
    to: "2027-02-28",
    days: Array.from({ length: 7 }, (_, weekday) => ({ weekday: weekday + 1, trips: 4 })),
    together: true,
    fareZone: null,
  };
  return [travel, articles, { now: "2026-11-30T09:00:00.000Z", timeZone: "Europe/Paris" }];
};

// covers: documents are drawn, and fare advice is computed, in worker threads
test("a long task does not block this thread, and is ended when it takes too long", async () => {
  const asked = pool.run("advice", wide(), { signal: AbortSignal.timeout(500) }).catch((error: Error) => error);
  let turns = 0;
  const ended = asked.then(() => true);
  while (!(await Promise.race([ended, wait(5, false)]))) turns += 1;
  expect(turns).toBeGreaterThan(20);
  expect(await asked).toMatchObject({ name: "AbortError" });
  expect((await pool.run("invoice", sampleInvoice("it"))).length).toBeGreaterThan(1_000);
});
