import { leftPageParameter } from "@guichet/contract/payment-return.ts";
import { lazy } from "react";
import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { ProofContext } from "../../cart/proof/line-proof.ts";
import { idIn } from "../../request-context/account-file.server.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { paymentResult } from "./payment-result.server.ts";

/** Loaded on demand because the cart is opened far more often than this page. */
const PaymentResultPage = lazy(() =>
  import("./payment-result.tsx").then(({ PaymentResultPage }) => ({ default: PaymentResultPage })),
);

/** Loaded on demand because most carts need no proof. */
const loadProofs = () => import("../../documents/cart-proofs.tsx");

/**
 * Loads the result of `order` when the customer returns from the payment page, immediately, days later or in another browser
 * (§4 "Payment outcomes").
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  if (!url.searchParams.has("order")) return null;
  const leftPage = url.searchParams.has(leftPageParameter);
  const result = await paymentResult(requestContextOf(context), idIn(request.url, "order"), leftPage);
  return { result, giveUpRefused: url.searchParams.get("refused") };
}

/** The cart, or the payment result if the address names an order. */
export default function PaymentResultLayout() {
  const back = useLoaderData<typeof loader>();
  if (back) return <PaymentResultPage {...back} />;
  return (
    <ProofContext value={loadProofs}>
      <Outlet />
    </ProofContext>
  );
}
