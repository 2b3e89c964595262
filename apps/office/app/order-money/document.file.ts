import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves an invoice or credit note of an order. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const { id: orderId = "", number = "" } = params;
  return fileResponse(await ctx.file("printOrderDocument", { orderId, number }, network.id));
}
