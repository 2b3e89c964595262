import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves the document that would be submitted to the bank about a dispute. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  return fileResponse(await ctx.file("printDispute", { disputeId: params.id ?? "" }, network.id));
}
