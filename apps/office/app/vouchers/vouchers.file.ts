import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves the codes of a batch as CSV, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const file = await ctx.file("downloadVouchers", { batchId: params.id ?? "" }, network.id);
  return fileResponse(file, 'attachment; filename="vouchers.csv"');
}
