import { dayIn, isDay } from "@guichet/rules/dates/days.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { ChosenJourney, OfferedJourney, OfferedStop, ShownJourney } from "./journey-offer.ts";

/** Loads the journeys offered on an article's page; `query` may name origin, destination and day. */
export async function offeredJourney(
  ctx: RequestContext,
  productId: string,
  query: URLSearchParams,
): Promise<OfferedJourney> {
  const chosen = chosenIn(ctx, query);
  const [origins, shown] = await Promise.all([stopsFor(ctx, productId), shownJourney(ctx, productId, chosen)]);
  const known = { ...shown, destinations: chosen.origin === "" ? origins : shown.destinations };
  return { origins, today: dayIn(ctx.now(), ctx.network.timeZone), chosen, shown: known };
}

/** Reads origin, destination and day from an address; the day defaults to today. */
export function chosenIn(ctx: RequestContext, query: URLSearchParams): ChosenJourney {
  const day = query.get("day") ?? "";
  const stop = (end: string) => (query.get(end) ?? "").slice(0, 100);
  return {
    origin: stop("origin"),
    destination: stop("destination"),
    day: isDay(day) ? day : dayIn(ctx.now(), ctx.network.timeZone),
  };
}

/** Loads the destinations for the origin, the price to the destination, and the departures of the day. */
export async function shownJourney(
  ctx: RequestContext,
  productId: string,
  chosen: ChosenJourney,
): Promise<ShownJourney> {
  const { origin, destination, day } = chosen;
  const none: ShownJourney = { destinations: [], price: null, trips: [], code: null };
  if (origin === "") return none;
  const [destinations, found] = await Promise.all([
    stopsFor(ctx, productId, origin),
    destination === "" ? undefined : tripsBetween(ctx, productId, chosen),
  ]);
  if (found === undefined) return { ...none, destinations };
  if (!found.ok) return { ...none, destinations, code: found.code };
  const { price, trips } = found.value;
  const today = dayIn(ctx.now(), ctx.network.timeZone);
  const now = ctx.now();
  return {
    destinations,
    price,
    code: null,
    trips: day === today ? trips.filter(({ departsAt }) => departsAt >= now) : trips,
  };
}

const tripsBetween = (ctx: RequestContext, productId: string, { origin, destination, day }: ChosenJourney) =>
  ctx.call(
    "getODTrips",
    { product_id: productId, origin_stop: origin, destination_stop: destination, day },
    { previewed: true },
  );

async function stopsFor(ctx: RequestContext, productId: string, origin?: string): Promise<OfferedStop[]> {
  const answer = await ctx.call(
    "getODStops",
    { product_id: productId, ...(origin === undefined ? {} : { origin_stop: origin }) },
    { previewed: true },
  );
  return answer.ok ? answer.value.stops.map(({ id, name }) => ({ id, name })) : [];
}
