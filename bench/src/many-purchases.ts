import { setTimeout as wait } from "node:timers/promises";
import { exchange } from "@guichet/contract/integrations/exchange.ts";
import { customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { memoryMb } from "./memory.ts";
import type { Figure } from "./table.ts";

/** What the memory is measured after, if it is reached in time. */
const purchasesMax = 20_000;
const secondsMax = 1_200;
const atOnce = 8;
/** Every so many purchases memory is looked at. */
const lookEvery = 2_000;
/** Documents are drawn while nobody buys; as long as this is waited for them. */
const documentsMs = 20_000;
const pageTimeoutMs = 30_000;
/** Pages of the shop, one of which is read beside each purchase. */
const pages = ["/fr", "/ar/products/ticket-1h", "/fr/cart", "/en/auth"];

export interface MemoryRun {
  done: number;
  growth: Figure[];
  /** The most that was held at any look while customers bought, in MB. */
  mostMb: { api: number; shop: number };
}

/** Buys 20,000 times, or as often as fits in twenty minutes, a page of the shop beside each; how memory grew on the way. */
export async function manyPurchases(installation: Installation): Promise<MemoryRun> {
  const people = await customers(installation, atOnce);
  const deadline = performance.now() + secondsMax * 1_000;
  const looks: { api: number; shop: number }[] = [];
  let begun = 0;
  let done = 0;
  await Promise.all(
    people.map(async (person) => {
      while (begun < purchasesMax && performance.now() < deadline) {
        const path = pages[begun % pages.length] ?? "/";
        begun += 1;
        await Promise.all([purchase(installation, person, "ticket-1h"), readPage(installation.shopUrl + path)]);
        done += 1;
        if (done % lookEvery === 0) looks.push(await held(installation));
      }
    }),
  );
  await wait(documentsMs);
  const growth = (["api", "shop"] as const).map((part) => ({
    what: `memory of the ${part === "api" ? "Ticket API" : "shop"} every ${lookEvery.toLocaleString("en")} purchases, MB`,
    value: looks.map((look) => look[part].toFixed(0)).join(", "),
    workerPool: "",
    bar: "none yet",
  }));
  const most = (part: "api" | "shop") => Math.max(0, ...looks.map((look) => look[part]));
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
