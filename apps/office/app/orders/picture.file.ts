import type { LoaderFunctionArgs } from "react-router";
import { refusedFile } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves the picture for a card, fetched by its expiring link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("officeOrder", { orderId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw refusedFile(outcome.code);
  const line = outcome.value.order.lines.find(({ lineId }) => lineId === params.line);
  const file = line && line.pictureUrl !== null ? await ctx.linkedFile(line.pictureUrl) : undefined;
  if (file === undefined) throw new Response(null, { status: 404 });
  const headers = {
    "content-type": file.mediaType,
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
  };
  return new Response(Buffer.from(file.bytes), { headers });
}
