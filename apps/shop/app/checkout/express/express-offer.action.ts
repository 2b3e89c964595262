import type { LoaderFunctionArgs } from "react-router";
import { requestContextOf } from "../../request-context/request-context.ts";
import { expressOffer } from "./express-offer.server.ts";

/** Returns to the sheet what it offers, or the page that the customer needs first. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const offer = await expressOffer(requestContextOf(context), request.url);
  return Response.json(offer, { headers: { "cache-control": "no-store" } });
}
