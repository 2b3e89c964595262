import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { requestContextOf } from "../request-context/request-context.ts";

/** Serves a credit note of an order: the one of `number`, or the newest. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const orderId = idIn(request.url, "order");
  const place = href("invoices", undefined, { order: orderId });
  const number = new URL(request.url).searchParams.get("number");
  const named = number === null ? {} : { number: number.slice(0, 40) };
  return answerFile(ctx, place, () => ctx.file("printOrder", { orderId, kind: "credit-note", ...named }));
}
