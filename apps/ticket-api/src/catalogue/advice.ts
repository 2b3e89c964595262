import type { calls } from "@guichet/contract/calls.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import {
  advicePerAddressAndHour,
  advisedAheadDaysMax,
  advisedDaysMax,
} from "@guichet/contract/limits/catalogue-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { AdvisedSet as AdvisedSetOnWire } from "@guichet/contract/travel.ts";
import type { AdvisedSet, advise } from "@guichet/rules/adviser/adviser.ts";
import type { AdvisedArticle } from "@guichet/rules/adviser/adviser-offers.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { hoursMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { shopItems } from "./shop-item.ts";

/**
 * The fare adviser (decision 051): computes from the request and the articles on sale; it calls nobody and stores nothing.
 * FIELD_INVALID for past days, days too far ahead or too many, an unknown fare zone, and without a single trip. Computing is expensive, so it is limited per
 * client address and hour.
 */
export const adviseFares: Handler<(typeof calls)["adviseFares"]> = async ({
  deps,
  network,
  request,
  language,
  address,
}) => {
  const { switches, timeZone, currency, specific, fareZones } = network.definition;
  if (!switches.fareAdviser) return err("FEATURE_DISABLED");
  const limit = { limit: advicePerAddressAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };
  const subject = `advice:${addressBlock(address)}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), limit))) return err("TOO_MANY_REQUESTS");
  const now = deps.clock.iso();
  const today = dayIn(now, timeZone);
  const { from, to, days, together, fareZone = null } = request;
  if (from < today || from > addDays(today, advisedAheadDaysMax)) return err("FIELD_INVALID", { field: "from" });
  if (to < from || to >= addDays(from, advisedDaysMax)) return err("FIELD_INVALID", { field: "to" });
  if (fareZones.length > 0 && !fareZones.some(({ id }) => id === fareZone))
    return err("FIELD_INVALID", { field: "fareZone" });
  const items = shopItems(network, language, now);
  // Where birth dates are hidden, ages are not asked for; articles with an age limit need a document there.
  const travellers = specific.hideBirthDate ? request.travellers.map(({ status }) => ({ status })) : request.travellers;
  const travel = { travellers, from, to, days, together, fareZone };
  const result = await adviseInWorker(deps, [travel, advisedArticles(network, items), { now, timeZone }]);
  if (!result.ok) return result;
  const { trips, singleTicketsAmount, runnerUp } = result.value;
  if (trips === 0) return err("FIELD_INVALID", { field: "days" });
  const money = (amount: number) => ({ amount, currency });
  const toWire = ({ amount, lines }: AdvisedSet): AdvisedSetOnWire => ({
    totalAmount: money(amount),
    lines: lines.map((line) => ({
      ...line,
      name: items.get(line.shopItemId)?.name ?? "",
      unitAmount: money(line.unitAmount),
      amount: money(line.amount),
      requiredDocuments: items.get(line.shopItemId)?.requiredDocuments.map(({ name }) => name) ?? [],
    })),
  });
  return ok({
    ...toWire(result.value),
    trips,
    singleTicketsAmount: singleTicketsAmount === null ? null : money(singleTicketsAmount),
    runnerUp: runnerUp === null ? null : toWire(runnerUp),
  });
};

/** The time limit of one computation; a large catalogue takes long even within the limit of comparisons. */
const adviceTimeoutMs = 8_000;

/** Computes in a worker thread, so that purchases do not wait for it. */
async function adviseInWorker(
  { workerPool }: Dependencies,
  input: Parameters<typeof advise>,
): Promise<ReturnType<typeof advise>> {
  const signal = AbortSignal.timeout(adviceTimeoutMs);
  return workerPool.run("advice", input, { signal }).catch((error: unknown) => {
    if (signal.aborted) return err("ADVICE_TOO_LARGE");
    throw error;
  });
}

/** The articles that may be proposed: not the options of others, nor those that the pack excludes. */
function advisedArticles(network: LoadedNetwork, items: ReadonlyMap<string, ShopItem>): AdvisedArticle[] {
  const packed = [...network.articles.values()];
  const options = new Set(packed.flatMap((article) => article.options));
  return packed.flatMap(({ id, advice, statuses }) => {
    const item = items.get(id);
    if (item === undefined || advice?.never || options.has(id)) return [];
    // Without profiling nobody declares a status, so articles for certain statuses are proposed to nobody.
    return [
      {
        ...item,
        statuses,
        persons: advice?.persons ?? 1,
        weekdays: advice?.weekdays ?? [],
        fareZones: advice?.fareZones ?? [],
      },
    ];
  });
}
