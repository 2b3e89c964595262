import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves the list of blocked cards as CSV, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const file = await ctx.file("downloadCardBlocks", {}, network.id);
  return fileResponse(file, 'attachment; filename="blocked-cards.csv"');
}
