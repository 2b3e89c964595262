import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { subscriptionFilterIn } from "./subscription-filter.ts";

/** Serves the filtered subscriptions as CSV, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const filter = subscriptionFilterIn(ctx.url.searchParams);
  const file = await ctx.file("downloadSubscriptions", filter, network.id);
  return fileResponse(file, `attachment; filename="subscriptions-${filter.state}.csv"`);
}
