import { parseArgs } from "node:util";
import { startBaseline } from "./src/baseline.ts";
import { catalogueFigures } from "./src/catalogue.ts";
import { emailFigures } from "./src/emails.ts";
import { startInstallation } from "./src/installation.ts";
import { fillWithOrders } from "./src/many-orders.ts";
import { manyPurchases } from "./src/many-purchases.ts";
import { memoryMb } from "./src/memory.ts";
import { phoneFigures } from "./src/phone.ts";
import { purchaseFigures } from "./src/purchases.ts";
import { type Figure, printTable, reached } from "./src/table.ts";
import { uploadFigures } from "./src/uploads.ts";
import { verifyFigures } from "./src/verify.ts";
import { weightFigures } from "./src/weight.ts";

const help = `Measures the shop and the Ticket API on this machine: npm run bench [-- catalogue purchases emails verify weight phone memory uploads growth]

Starts what it measures on free ports with durable writes, warms up, repeats, and prints medians; next to each rate
its share of the rate of a bare Node HTTP server, measured in the same minute. Without names: everything. It measures
the build: first npm run build.`;

const names = ["catalogue", "purchases", "emails", "verify", "weight", "phone", "memory", "uploads", "growth"] as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean", short: "h" } },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const wanted = (name: (typeof names)[number]) => positionals.length === 0 || positionals.includes(name);
const manyOrders = 100_000;
const apiMemoryMaxMb = 350;
const shopMemoryMaxMb = 250;

const begun = performance.now();
const installation = await startInstallation({ shop: true });
const startMs = performance.now() - begun;
const baseline = await startBaseline();
const memory = async (when: string): Promise<Figure> => {
  const [api, shop] = [await memoryMb(installation.pid.api), await memoryMb(installation.pid.shop)];
  return memoryFigure(when, api, shop);
};
const memoryFigure = (when: string, api: number | undefined, shop: number | undefined): Figure => {
  const mb = (megabytes: number | undefined) => megabytes?.toFixed(0) ?? "?";
  const value = `Ticket API with its processes ${mb(api)} MB, shop ${mb(shop)} MB`;
  const holds = (api ?? 0) <= apiMemoryMaxMb && (shop ?? 0) <= shopMemoryMaxMb;
  const bar = reached(`at most ${apiMemoryMaxMb} and ${shopMemoryMaxMb} MB`, holds);
  return { what: `memory, ${when}`, value, comparison: "", bar };
};
try {
  const first: Figure[] = [
    {
      what: "first start to healthy answers (new database, three networks)",
      value: `${(startMs / 1000).toFixed(1)} s`,
      comparison: "",
      bar: "none yet",
    },
    await memory("idle"),
  ];
  printTable("Start", first);
  if (wanted("weight")) printTable("Weight of a first view, brotli", await weightFigures(installation));
  if (wanted("phone")) printTable("First view on a slow phone", await phoneFigures(installation, baseline));
  if (wanted("verify")) printTable("Verification", await verifyFigures(installation, baseline));
  if (wanted("catalogue")) printTable("Catalogue, 10 connections", await catalogueFigures(installation, baseline));
  if (wanted("purchases"))
    printTable("Purchases", [...(await purchaseFigures(installation, baseline)), await memory("after the load")]);
  if (wanted("emails")) printTable("E-mails", await emailFigures(installation));
  if (wanted("memory")) {
    const { done, growth, mostMb } = await manyPurchases(installation);
    const count = done.toLocaleString("en");
    printTable("Memory", [
      ...growth,
      memoryFigure(`most while ${count} purchases ran`, mostMb.api, mostMb.shop),
      await memory(`after ${count} purchases and their documents`),
    ]);
  }
  if (wanted("uploads")) printTable("Purchases during uploads", await uploadFigures(installation));
  if (wanted("growth")) {
    await fillWithOrders(installation, manyOrders);
    const title = `With ${manyOrders.toLocaleString("en")} orders`;
    printTable(title, [
      ...(await catalogueFigures(installation, baseline)),
      ...(await purchaseFigures(installation, baseline)),
      await memory("after the load"),
    ]);
  }
} finally {
  baseline.stop();
  await installation.stop();
}
