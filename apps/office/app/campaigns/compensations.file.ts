import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves the compensations of a campaign as CSV, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const campaignId = params.id ?? "";
  const file = await ctx.file("downloadCompensations", { campaignId }, network.id);
  return fileResponse(file, 'attachment; filename="compensations.csv"');
}
