import type { Order } from "@guichet/contract/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import type { OrderAddress } from "../refunds/refund.server.ts";
import { useT } from "../texts/texts.tsx";

interface UnresolvedOrderProps {
  order: Order;
  address: OrderAddress;
  /** Opened with the link of an e-mail, without a session. */
  byLink: boolean;
}

/** Actions on an unresolved order: pay it, check the status of its payment, or cancel it. */
export function UnresolvedOrder({ order: { orderId, status, paymentUrl }, address, byLink }: UnresolvedOrderProps) {
  const t = useT();
  const isRefused = status === "ERROR";
  return (
    <>
      {byLink && !isRefused && <p className="no-print">{t("orders.linked.unpaid")}</p>}
      <div className="row no-print">
        {isRefused || byLink ? (
          <OrderForm what="pay" address={address} variant="main">
            {t(isRefused ? "orders.pay" : "orders.resume")}
          </OrderForm>
        ) : (
          <LinkButton variant="main" href={href("cart", undefined, { order: orderId })}>
            {t("orders.follow")}
          </LinkButton>
        )}
        {paymentUrl !== null && !isRefused && <LinkButton href={paymentUrl}>{t("orders.resume")}</LinkButton>}
        <OrderForm what="cancel" address={address} variant="quiet">
          {t("orders.cancel")}
        </OrderForm>
      </div>
    </>
  );
}

interface OrderFormProps {
  what: "pay" | "cancel";
  address: OrderAddress;
  variant: "main" | "quiet";
  children: string;
}

function OrderForm({ what, address, variant, children }: OrderFormProps) {
  return (
    <Form method="post" action={href("invoices", undefined, { ...address })}>
      <Button variant={variant} name="what" value={what}>
        {children}
      </Button>
    </Form>
  );
}
