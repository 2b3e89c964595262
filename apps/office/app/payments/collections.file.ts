import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { collectionFilterIn } from "./collection-filter.ts";

/** Serves the filtered collections as CSV, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const filter = collectionFilterIn(ctx.url.searchParams);
  const file = await ctx.file("downloadCollections", filter, network.id);
  return fileResponse(file, `attachment; filename="collections-${filter.state}.csv"`);
}
