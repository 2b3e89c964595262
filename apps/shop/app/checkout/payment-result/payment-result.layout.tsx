import { lazy } from "react";
import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { idIn } from "../../request-context/account-file.server.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { paymentResult } from "./payment-result.server.ts";

/** The cart itself is opened far more often: it does not carry this page. */
const PaymentResultPage = lazy(() =>
  import("./payment-result.tsx").then(({ PaymentResultPage }) => ({ default: PaymentResultPage })),
);

/** `order`: the customer is back from the payment page, at once, days later or in another browser (§4 "Payment outcomes"). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  if (!url.searchParams.has("order")) return null;
  const result = await paymentResult(requestContextOf(context), idIn(request.url, "order"));
  return { result, giveUpRefused: url.searchParams.get("refused") };
}

/** The cart, or in its place the result of the payment that the address names. */
export default function PaymentResultLayout() {
  const back = useLoaderData<typeof loader>();
  return back ? <PaymentResultPage {...back} /> : <Outlet />;
}
