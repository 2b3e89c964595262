import { tripsPerAnswerMax } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { departuresOn } from "@guichet/rules/travel.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { readTripsBetween } from "../transit-feed/feed-store.ts";
import { journeyArticle, journeyBetween, stopsOf } from "./journeys.ts";

export const travelAnswers: RoomAnswers<"getODStops" | "getODTrips"> = {
  getODStops: async ({ network, request, language }) => {
    const article = journeyArticle(network, request.product_id);
    if (article === undefined) return refuse("ARTICLE_UNKNOWN", { product_id: request.product_id });
    const stops = stopsOf(network, article, request.origin_stop);
    if (!stops.ok) return stops;
    const { compare } = new Intl.Collator(language, { numeric: true });
    return done({ stops: stops.value.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id)) });
  },

  getODTrips: async ({ house, network, request }) => {
    const article = journeyArticle(network, request.product_id);
    if (article === undefined) return refuse("ARTICLE_UNKNOWN", { product_id: request.product_id });
    const { origin_stop, destination_stop } = request;
    const sold = journeyBetween(network, article, { origin: origin_stop, destination: destination_stop });
    if (!sold.ok) return sold;
    const { timeZone } = network.definition;
    const day = request.day ?? dayIn(house.clock.iso(), timeZone);
    const trips = await readTripsBetween(house.db, network.id, origin_stop, destination_stop);
    return done({ ...sold.value, day, trips: departuresOn(trips, day, timeZone).slice(0, tripsPerAnswerMax) });
  },
};
