import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { requestContextOf } from "../request-context/request-context.ts";

/** Serves the credit note of a refunded order. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const orderId = idIn(request.url, "order");
  const place = href("invoices", undefined, { order: orderId });
  return answerFile(ctx, place, () => ctx.file("printOrder", { orderId, kind: "credit-note" }));
}
