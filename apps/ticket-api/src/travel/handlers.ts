import { tripsPerAnswerMax } from "@guichet/contract/limits/travel-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { departuresOn } from "@guichet/rules/travel.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { readTripsBetween } from "../transit-feed/feed-store.ts";
import { journeyArticle, journeyBetween, stopsOf } from "./journeys.ts";

export const travelHandlers: ModuleHandlers<"getODStops" | "getODTrips"> = {
  getODStops: async ({ network, request, language }) => {
    const article = journeyArticle(network, request.product_id);
    if (article === undefined) return err("ARTICLE_UNKNOWN", { product_id: request.product_id });
    const stops = stopsOf(network, article, request.origin_stop);
    if (!stops.ok) return stops;
    const { compare } = new Intl.Collator(language, { numeric: true });
    return ok({ stops: stops.value.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id)) });
  },

  getODTrips: async ({ deps, network, request }) => {
    const article = journeyArticle(network, request.product_id);
    if (article === undefined) return err("ARTICLE_UNKNOWN", { product_id: request.product_id });
    const { origin_stop, destination_stop } = request;
    const sold = journeyBetween(network, article, { origin: origin_stop, destination: destination_stop });
    if (!sold.ok) return sold;
    const { timeZone } = network.definition;
    const day = request.day ?? dayIn(deps.clock.iso(), timeZone);
    const trips = await readTripsBetween(deps.db, network.id, origin_stop, destination_stop);
    return ok({ ...sold.value, day, trips: departuresOn(trips, day, timeZone).slice(0, tripsPerAnswerMax) });
  },
};
