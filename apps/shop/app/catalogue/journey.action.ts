import type { LoaderFunctionArgs } from "react-router";
import { requestContextOf } from "../request-context/request-context.ts";
import { chosenIn, shownJourney } from "../travel/journey.server.ts";
import { articleOnShelf } from "./product.server.ts";

/** Returns price and departures between two stops, `?origin=&destination=&day=`; 404 for an article without journeys. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  const item = await articleOnShelf(ctx, params.id ?? "", { previewed: true });
  if (!item?.isJourney) return new Response(null, { status: 404 });
  const shown = await shownJourney(ctx, item.shopItemId, chosenIn(ctx, new URL(request.url).searchParams));
  return Response.json(shown, { headers: { "cache-control": "no-store" } });
}
