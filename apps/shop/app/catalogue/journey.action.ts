import type { LoaderFunctionArgs } from "react-router";
import { visitOf } from "../request-context/request-context.ts";
import { chosenIn, shownJourney } from "../travel/journey.server.ts";
import { articleOnShelf } from "./product.server.ts";

/** Price and departures between two stops, `?origin=&destination=&day=`; 404 for an article that has no journeys. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const visit = visitOf(context);
  const item = await articleOnShelf(visit, params.id ?? "");
  if (!item?.isJourney) return new Response(null, { status: 404 });
  const shown = await shownJourney(visit, item.shopItemId, chosenIn(visit, new URL(request.url).searchParams));
  return Response.json(shown, { headers: { "cache-control": "no-store" } });
}
