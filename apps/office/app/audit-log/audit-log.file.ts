import type { LoaderFunctionArgs } from "react-router";
import { fileResponse } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { logFilterIn } from "./log-filter.ts";

/** Serves the filtered log as CSV, to be saved. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const file = await ctx.file("downloadAuditLog", logFilterIn(ctx.url.searchParams), network.id);
  return fileResponse(file, 'attachment; filename="audit-log.csv"');
}
