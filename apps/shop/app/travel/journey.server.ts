import { dayIn, isDay } from "@guichet/rules/days.ts";
import type { Visit } from "../request-context/request-context.ts";
import type { ChosenJourney, OfferedJourney, OfferedStop, ShownJourney } from "./journey-offer.ts";

/** What the page of an article offers of its journeys; `query` may name both ends and a day. */
export async function offeredJourney(visit: Visit, productId: string, query: URLSearchParams): Promise<OfferedJourney> {
  const chosen = chosenIn(visit, query);
  const [origins, shown] = await Promise.all([stopsFor(visit, productId), shownJourney(visit, productId, chosen)]);
  const known = { ...shown, destinations: chosen.origin === "" ? origins : shown.destinations };
  return { origins, today: dayIn(visit.now(), visit.network.timeZone), chosen, shown: known };
}

/** Both ends and the day that an address names; today where it names none. */
export function chosenIn(visit: Visit, query: URLSearchParams): ChosenJourney {
  const day = query.get("day") ?? "";
  const stop = (end: string) => (query.get(end) ?? "").slice(0, 100);
  return {
    origin: stop("origin"),
    destination: stop("destination"),
    day: isDay(day) ? day : dayIn(visit.now(), visit.network.timeZone),
  };
}

/** Where one can go from the origin, what it costs to the destination and what leaves on the day. */
export async function shownJourney(visit: Visit, productId: string, chosen: ChosenJourney): Promise<ShownJourney> {
  const { origin, destination, day } = chosen;
  const none: ShownJourney = { destinations: [], price: null, trips: [], code: null };
  if (origin === "") return none;
  const [destinations, found] = await Promise.all([
    stopsFor(visit, productId, origin),
    destination === "" ? undefined : tripsBetween(visit, productId, chosen),
  ]);
  if (found === undefined) return { ...none, destinations };
  if (!found.ok) return { ...none, destinations, code: found.code };
  const { price, trips } = found.value;
  const today = dayIn(visit.now(), visit.network.timeZone);
  const now = visit.now();
  return {
    destinations,
    price,
    code: null,
    trips: day === today ? trips.filter(({ departsAt }) => departsAt >= now) : trips,
  };
}

const tripsBetween = (visit: Visit, productId: string, { origin, destination, day }: ChosenJourney) =>
  visit.call("getODTrips", { product_id: productId, origin_stop: origin, destination_stop: destination, day });

async function stopsFor(visit: Visit, productId: string, origin?: string): Promise<OfferedStop[]> {
  const answer = await visit.call("getODStops", {
    product_id: productId,
    ...(origin === undefined ? {} : { origin_stop: origin }),
  });
  return answer.ok ? answer.value.stops.map(({ id, name }) => ({ id, name })) : [];
}
