import type { LoaderFunctionArgs } from "react-router";
import { largeFileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves the accounting journal of a month as FEC, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  return largeFileResponse(await ctx.largeFile("downloadFec", { month: params.month ?? "" }, network.id));
}
