import { setTimeout as wait } from "node:timers/promises";
import { customers, purchase } from "./customers.ts";
import type { Installation } from "./installation.ts";
import { memoryMb } from "./memory.ts";
import type { Figure } from "./table.ts";

/** What the memory is measured after, if it is reached in time. */
const purchasesMax = 20_000;
const secondsMax = 240;
const atOnce = 8;
/** Every so many purchases memory is looked at. */
const lookEvery = 1_000;
/** Documents are drawn while nobody buys; as long as this is waited for them. */
const documentsMs = 20_000;

/** Buys as often as fits in four minutes; how the memory of the Ticket API grew on the way. */
export async function manyPurchases(installation: Installation): Promise<{ done: number; growth: Figure[] }> {
  const people = await customers(installation, atOnce);
  const deadline = performance.now() + secondsMax * 1_000;
  const looks: string[] = [];
  let done = 0;
  await Promise.all(
    people.map(async (person) => {
      while (done < purchasesMax && performance.now() < deadline) {
        await purchase(installation, person, "ticket-1h");
        done += 1;
        if (done % lookEvery === 0) looks.push(`${((await memoryMb(installation.pid.api)) ?? 0).toFixed(0)}`);
      }
    }),
  );
  await wait(documentsMs);
  const what = `memory of the Ticket API every ${lookEvery.toLocaleString("en")} purchases, MB`;
  return { done, growth: [{ what, value: looks.join(", "), beside: "", bar: "none yet" }] };
}
