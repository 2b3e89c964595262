import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import type { Order } from "@guichet/contract/orders.ts";
import { leftPageParameter } from "@guichet/contract/payment-return.ts";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { accountForGuest } from "../identity/registration/account-for-guest.server.ts";
import { GuestAccount } from "../identity/registration/guest-account.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { enterRefundAccount, loadRefundAccount, refundsToAccount } from "../refunds/account.server.ts";
import { loadEvidence, refundRequestsOf, sendEvidence } from "../refunds/evidence.server.ts";
import { Evidence } from "../refunds/evidence.tsx";
import { loadRefund, orderAddressIn, requestRefund } from "../refunds/refund.server.ts";
import { Refund } from "../refunds/refund.tsx";
import { RefundAccount } from "../refunds/refund-account.tsx";
import { idIn } from "../request-context/account-file.server.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { subscriptionOfOrder } from "../subscriptions/subscriptions.server.ts";
import { useT } from "../texts/texts.tsx";
import { type NextInstallment, nextInstallmentOf } from "./next-installment.ts";
import { OneOrder } from "./one-order.tsx";
import { OrderStamp } from "./order-words.tsx";
import { cancelUnpaid, forgetLink, payUnpaid } from "./pay-order.server.ts";
import { askPaymentOutcome } from "./payment-outcome.server.ts";

/** Loads the order `order`, or a page of the orders of the account or guest, newest first, after the cursor `after`. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const query = new URL(request.url).searchParams;
  const headers = { "cache-control": "private, no-store" };
  if (query.has("order")) {
    // On return from the payment page of an installment, or of a guest's link, the status is requested from the provider.
    if (query.has("paid")) {
      const address = orderAddressIn(request.url);
      forgetLink(ctx, await askPaymentOutcome(ctx, address, { leftPage: query.has(leftPageParameter) }));
      return redirect(href("invoices", undefined, { ...address }));
    }
    return data(await loadOrder(ctx, request.url), { headers });
  }
  const after = query.get("after");
  const found = await ctx.call("orderHistory", after === null ? {} : { cursor: after });
  if (!found.ok) throw data(null, { status: 404 });
  const { items, nextCursor = null } = found.value;
  const orders = items.map((order) => {
    const { orderId, number, status, createdAt, amount, lines } = order;
    const names = [...new Set(lines.flatMap(({ name, support }) => (support === null ? [] : [name])))];
    return { orderId, number, status, createdAt, amount, names, next: nextInstallmentOf(order) };
  });
  return data({ orders, nextCursor, isFirst: after === null, accountFor: await accountForGuest(ctx) }, { headers });
}

/** One order, or its refund: of the session, or a guest's with the signed link of an e-mail. */
async function loadOrder(ctx: RequestContext, url: string) {
  const query = new URL(url).searchParams;
  const orderId = idIn(url, "order");
  const address = orderAddressIn(url);
  const isGuest = (await ctx.session.account())?.user.authAsGuest ?? false;
  // In the browser of the purchase, the guest's own session can also pay or cancel it.
  const own = "link" in address && !isGuest ? undefined : await ctx.call("getOrders", { orderId });
  const [ownOrder] = own?.ok ? own.value.items : [];
  const linked =
    ownOrder === undefined && "link" in address
      ? await ctx.call("readLinkedOrder", { orderId, until: address.until, linkSignature: address.link })
      : undefined;
  const order = ownOrder ?? (linked?.ok ? linked.value.order : undefined);
  if (order === undefined) throw data(null, { status: 404 });
  if (query.has("evidence")) return { evidence: await loadEvidence(ctx, url, order.number) };
  if (query.has("refund")) return { refund: await loadRefund(ctx, url, order.number) };
  if (query.has("account")) return { account: await loadRefundAccount(ctx, url, order.number) };
  const byLink = ownOrder === undefined;
  const subscription = byLink || isGuest ? null : await subscriptionOfOrder(ctx, orderId);
  const [refused, refunded] = [query.get("refused"), query.get("refunded")];
  const wasRefused = order.history.some(({ event }) => event === "refund-needs-account");
  const toAccount = wasRefused ? await refundsToAccount(ctx, address) : [];
  const wasRequested = order.history.some(({ event }) => event === "refund-requested");
  const requests = {
    requests: wasRequested ? await refundRequestsOf(ctx, address) : [],
    done: query.get("requested"),
    unsent: query.get("unsent"),
  };
  return { order, address, subscription, refused, refunded, toAccount, requests, isGuest: byLink || isGuest, byLink };
}

/** Requests a refund, enters the account for one, pays or cancels an unpaid order, or redirects to the payment page of a failed installment (`Payment/payInstallment`). */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  if (form.get("what") === "refund") return requestRefund(requestContextOf(context), form, request.url);
  if (form.get("what") === "refund-account") return enterRefundAccount(requestContextOf(context), form, request.url);
  if (form.get("what") === "pay") return payUnpaid(requestContextOf(context), orderAddressIn(request.url));
  if (form.get("what") === "cancel") return cancelUnpaid(requestContextOf(context), orderAddressIn(request.url));
  const what = String(form.get("what") ?? "");
  if (["request-with-evidence", "add-evidence", "withdraw-request"].includes(what))
    return sendEvidence(requestContextOf(context), form, request.url);
  const order = String(form.get("order") ?? "");
  const position = Number(form.get("position"));
  const { prefix } = requestContextOf(context);
  const asked = {
    orderId: order,
    position,
    returnUrl: withLanguagePrefix(prefix, href("invoices", undefined, { paid: "1" })),
  };
  const outcome = await requestContextOf(context).call("payInstallment", asked, {
    idempotencyKey: crypto.randomUUID(),
  });
  if (outcome.ok) return redirect(outcome.value.paymentUrl, { status: 303 });
  const refused = outcome.code === "PAYMENT_UNAVAILABLE" ? "PART_UNREACHABLE" : "PART_OVER";
  return redirect(href("invoices", undefined, { order, refused }), { status: 303 });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** The receipts page of the account (§2 "/account/invoices"). */
export default function Invoices() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ("evidence" in view) return <Evidence view={view.evidence} />;
  if ("refund" in view) return <Refund view={view.refund} />;
  if ("account" in view) return <RefundAccount view={view.account} answer={answer?.account} />;
  return "order" in view ? <OneOrder {...view} /> : <AllOrders {...view} />;
}

type ListedOrder = Pick<Order, "orderId" | "number" | "status" | "createdAt" | "amount"> & {
  names: string[];
  next: NextInstallment | undefined;
};
type AllOrdersProps = {
  orders: ListedOrder[];
  nextCursor: string | null;
  isFirst: boolean;
  /** E-mail address of a guest who can create an account. */
  accountFor: string | null;
};

function AllOrders({ orders, nextCursor, isFirst, accountFor }: AllOrdersProps) {
  const t = useT();
  return (
    <Page narrow>
      <Title>{t("orders.title")}</Title>
      <PageHead title={t("orders.title")}>{t(accountFor === null ? "orders.lead" : "orders.lead.guest")}</PageHead>
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <Sheet list>
          <ul>
            {orders.map((order) => (
              <li key={order.orderId}>
                <OrderItem order={order} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      {nextCursor !== null && (
        <LinkButton href={href("invoices", undefined, { after: nextCursor })}>{t("orders.more")}</LinkButton>
      )}
      {!isFirst && (
        <LinkButton variant="quiet" href={href("invoices")}>
          {t("orders.newest")}
        </LinkButton>
      )}
      {accountFor !== null && <GuestAccount email={accountFor} answer={undefined} />}
    </Page>
  );
}

function OrderItem({ order }: { order: ListedOrder }) {
  const formats = useFormats();
  const { orderId, number, status, createdAt, amount, names, next } = order;
  return (
    <Item
      href={href("invoices", undefined, { order: orderId })}
      icon={<ReceiptIcon />}
      name={formats.list(names)}
      note={
        <>
          <Figures>{number}</Figures> · {formats.dayOf(createdAt)}
          <br />
          <OrderStamp status={status} next={next} />
        </>
      }
      end={
        <b>
          <Amount money={amount} />
        </b>
      }
    />
  );
}

function NoOrders() {
  const t = useT();
  return (
    <EmptyState
      title={t("orders.empty.title")}
      action={
        <LinkButton variant="main" href={href("home")}>
          {t("orders.empty.action")}
        </LinkButton>
      }
    >
      {t("orders.empty.text")}
    </EmptyState>
  );
}
