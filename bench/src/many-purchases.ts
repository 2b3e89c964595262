import { setTimeout as wait } from "node:timers/promises";
import { exchange } from "@guichet/contract/integrations/exchange.ts";
import { customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { memoryMb } from "./memory.ts";
import type { Figure } from "./table.ts";

/** How many purchases are made before memory is measured, if time permits. */
const purchasesMax = 20_000;
const secondsMax = 1_200;
const concurrency = 8;
/** Memory is sampled every so many purchases. */
const sampleEvery = 2_000;
/** How long the run waits for documents, which are drawn when nobody buys. */
const documentsMs = 20_000;
const pageTimeoutMs = 30_000;
/** Pages of the shop; one is read with each purchase. */
const pages = ["/fr", "/ar/products/ticket-1h", "/fr/cart", "/en/auth"];

export interface MemoryRun {
  done: number;
  growth: Figure[];
  /** Peak memory of all samples while customers buy, in MB. */
  mostMb: { api: number; shop: number };
}

/** Buys 20,000 times, or as often as fits in twenty minutes, with a page of the shop each; returns how memory grew. */
export async function manyPurchases(installation: Installation): Promise<MemoryRun> {
  const people = await customers(installation, concurrency);
  const deadline = performance.now() + secondsMax * 1_000;
  const samples: { api: number; shop: number }[] = [];
  let started = 0;
  let done = 0;
  await Promise.all(
    people.map(async (person) => {
      while (started < purchasesMax && performance.now() < deadline) {
        const path = pages[started % pages.length] ?? "/";
        started += 1;
        await Promise.all([purchase(installation, person, "ticket-1h"), readPage(installation.shopUrl + path)]);
        done += 1;
        if (done % sampleEvery === 0) samples.push(await held(installation));
      }
    }),
  );
  await wait(documentsMs);
  const growth = (["api", "shop"] as const).map((part) => ({
    what: `memory of the ${part === "api" ? "Ticket API" : "shop"} every ${sampleEvery.toLocaleString("en")} purchases, MB`,
    value: samples.map((look) => look[part].toFixed(0)).join(", "),
    comparison: "",
    bar: "none yet",
  }));
  const most = (part: "api" | "shop") => Math.max(0, ...samples.map((look) => look[part]));
  return { done, growth, mostMb: { api: most("api"), shop: most("shop") } };
}

async function held({ pid }: Installation): Promise<{ api: number; shop: number }> {
  const [api = 0, shop = 0] = await Promise.all([memoryMb(pid.api), memoryMb(pid.shop)]);
  return { api, shop };
}

async function readPage(url: string): Promise<void> {
  const { status } = await exchange(url, { method: "GET", headers: {}, timeoutMs: pageTimeoutMs });
  if (status !== 200) throw new Error(`${url}: HTTP ${status}`);
}
