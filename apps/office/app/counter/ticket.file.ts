import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves a ticket of a sale, to be printed for the customer. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const { id: orderId = "", ticket: ticketId = "" } = params;
  return fileResponse(await ctx.file("printCounterTicket", { orderId, ticketId }, network.id));
}
