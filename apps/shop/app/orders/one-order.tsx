import type { Support } from "@guichet/contract/catalogue.ts";
import type { Order, OrderProcessStatus, Tracking } from "@guichet/contract/orders.ts";
import type { RefundToAccount } from "@guichet/contract/refunds.ts";
import { addressInLine } from "@guichet/rules/countries/postal-address.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TicketIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { type Line, Lines } from "@guichet/ui/lines.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Split, Stack } from "@guichet/ui/page/page.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { History } from "@guichet/ui/steps.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { type Formats, useFormats } from "../formats/formats.ts";
import { type PageContext, usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { fileHref, href } from "../paths.ts";
import { OrderRefunds, RefundRequested } from "../refunds/order-refunds.tsx";
import { OrderRequests, type OrderRequestsView } from "../refunds/order-requests.tsx";
import type { OrderAddress } from "../refunds/refund.server.ts";
import { RefundAccountNotice } from "../refunds/refund-account.tsx";
import { BoughtSubscription } from "../subscriptions/bought-subscription.tsx";
import type { SubscriptionNote } from "../subscriptions/subscriptions.server.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import { expectedArrivalOf } from "./expected-arrival.ts";
import { nextInstallmentOf } from "./next-installment.ts";
import { OrderInstallments } from "./order-installments.tsx";
import { OrderSettlement } from "./order-settlement.tsx";
import { OrderSuspension } from "./order-suspension.tsx";
import { eventWords, isNeverPaid, isUnresolved, OrderStamp } from "./order-words.tsx";
import { UnresolvedOrder } from "./unresolved-order.tsx";

/** One order: articles, status, documents and available actions (§3 "Order"). */
export function OneOrder({
  order,
  address,
  subscription,
  refused,
  refunded,
  requests,
  toAccount,
  isGuest,
  byLink,
}: {
  order: Order;
  /** Its address: by the session, or with the link of an e-mail. */
  address: OrderAddress;
  /** The subscription that the order started or renewed. */
  subscription: SubscriptionNote | null;
  refused: string | null;
  /** The refund that was just requested. */
  refunded: string | null;
  requests: OrderRequestsView;
  /** Refunds that the card refused. */
  toAccount: RefundToAccount[];
  /** A guest has no wallet: the tickets are with the payment's result. */
  isGuest: boolean;
  /** Opened with the link of an e-mail, without a session: it offers what the link allows, to pay, cancel or refund the order. */
  byLink: boolean;
}) {
  const t = useT();
  const formats = useFormats();
  const { network } = usePageContext();
  const { number, status, createdAt, amount, lines } = order;
  return (
    <Page>
      <Title>{t("orders.number", { number })}</Title>
      {!byLink && <BackLink href={href("invoices")} label={t("orders.title")} />}
      <Split
        aside={
          <Receipt id="lines" title={t("orders.lines")}>
            <Lines lines={lines.map((line, place) => lineOf(line, place, t, formats))} />
            <Total label={t("orders.total")} amount={formats.money(amount)} />
            {!byLink && <OrderDocuments order={order} isGuest={isGuest} />}
          </Receipt>
        }
      >
        <PageHead title={<Numbered number={number} />}>
          {t("orders.placed-on", { instant: formats.instant(createdAt) })}
        </PageHead>
        {refused && <Refused code={refused} />}
        <RefundRequested order={order} refundId={refunded} />
        <RefundAccountNotice refunds={toAccount} address={address} />
        <Stack gap="m">
          <p>
            <OrderStamp status={status} next={nextInstallmentOf(order)} />
          </p>
          <p>{t(explanationOf(order))}</p>
          {byLink && status === "COMPLETED" && order.ticketCount > 0 && <p>{t("orders.linked.tickets")}</p>}
        </Stack>
        {isUnresolved(order) && <UnresolvedOrder order={order} address={address} byLink={byLink} />}
        {!byLink && <OrderSuspension order={order} />}
        {!byLink && <OrderSettlement order={order} />}
        {subscription && <BoughtSubscription note={subscription} />}
        {!byLink && order.parts.length > 0 && <OrderInstallments order={order} />}
        <OrderRequests view={requests} />
        <OrderRefunds order={order} byLink={byLink} />
        {isRefundOffered(order, subscription) && (
          <p className="no-print">
            <LinkButton href={href("invoices", undefined, { ...address, refund: "1" })}>{t("refunds.open")}</LinkButton>
          </p>
        )}
        <Sheet id="facts" title={t("orders.facts")}>
          <Facts facts={factsOf(order, t, formats, network)} />
        </Sheet>
        <section className="stack" aria-labelledby="history">
          <h2 id="history">{t("orders.history")}</h2>
          <History
            label={t("orders.history")}
            passed={t("orders.history.passed")}
            stops={order.history.map(({ at, event }, place) => ({
              id: `${place}`,
              name: eventWords(t, event, order),
              note: formats.instant(at),
              state: place === order.history.length - 1 ? "here" : "passed",
            }))}
          />
        </section>
      </Split>
    </Page>
  );
}

/** A paid order with tickets; a subscription is ended instead. */
const isRefundOffered = ({ status, ticketCount }: Order, subscription: SubscriptionNote | null): boolean =>
  status === "COMPLETED" && ticketCount > 0 && subscription === null;

/** Text that explains the order's status, including a pending direct debit. */
function explanationOf(order: Order) {
  if (isNeverPaid(order)) return "orders.cancelled" as const;
  const { status } = order;
  if (status === "COMPLETED" && nextInstallmentOf(order)?.method === "TRANSFER")
    return "orders.explain.debited" as const;
  return `orders.explain.${status}` as const;
}

function Numbered({ number }: { number: string }) {
  const t = useT();
  const [before = "", after = ""] = t("orders.number", { number: "\u0000" }).split("\u0000");
  return (
    <>
      {before}
      <Figures>{number}</Figures>
      {after}
    </>
  );
}

function lineOf(line: Order["lines"][number], place: number, t: Translate, formats: Formats): Line {
  const { support, quantity, travellerName, startingAt, processStatus, total } = line;
  const name = support === null ? t("orders.shipping") : line.name;
  const from = startingAt === null ? undefined : t("orders.line.from", { instant: formats.shortInstant(startingAt) });
  const handled = support === null ? undefined : handledWords(t, support, processStatus);
  const how = support === null ? undefined : t(`orders.support.${support}`);
  const journey =
    line.journey &&
    t("orders.line.journey", { origin: line.journey.origin.name, destination: line.journey.destination.name });
  return {
    id: `${place}`,
    strong: true,
    name: quantity > 1 ? t("orders.quantity", { quantity: `${quantity}`, name }) : name,
    note: <Joined parts={[journey, travellerName, how, from, handled]} />,
    value: <Figures>{formats.money(total)}</Figures>,
  };
}

/** Delivery status of a support; phone tickets need none. */
function handledWords(t: Translate, support: Support, status: OrderProcessStatus): string | undefined {
  if (support === "DEMATERIALIZED") return undefined;
  if (status === "PROCESSED") return t(`orders.processed.${support}`);
  if (status === "PROCESSING" && support === "MEDIA") return t("orders.loading.MEDIA");
  if (status === "PROCESSING" && support === "COLLECT") return t("orders.ready.COLLECT");
  return t(`orders.process.${status}`);
}

function factsOf(order: Order, t: Translate, formats: Formats, network: PageContext["network"]): Fact[] {
  const { paymentMethod, installments, vouchers, invoiceNumber, creditNoteNumber, invoiceEmail, origin } = order;
  const method = paymentMethod === null ? t("orders.method.none") : t(`orders.method.${paymentMethod}`);
  const parts = formats.list(installments > 1 ? [method, t("orders.installments", { count: installments })] : [method]);
  const facts: Fact[] = [
    { term: t("orders.paid-by"), value: parts },
    { term: t("orders.origin"), value: t(`orders.origin.${origin}`) },
  ];
  const arrival = expectedArrivalOf(order, network);
  if (arrival) {
    const days = { from: formats.nearDay(arrival.from), to: formats.nearDay(arrival.to) };
    facts.push({ term: t("orders.arrival"), value: t("orders.arrival.between", days) });
  }
  if (order.collect) {
    const { label, startsAt } = order.collect;
    const when = { day: formats.nearDay(dayIn(startsAt, network.timeZone)), time: formats.time(startsAt) };
    const where = `${label}, ${addressInLine(order.collect, network.cityLines)}`;
    facts.push({ term: t("orders.collect"), value: <bdi>{where}</bdi> });
    facts.push({ term: t("orders.collect.from"), value: t("orders.collect.when", when) });
  }
  if (order.tracking) facts.push({ term: t("orders.tracking"), value: <Followed {...order.tracking} /> });
  const figure = (term: string, value: string | null) => {
    if (value) facts.push({ term, value: <Figures>{value}</Figures>, long: true });
  };
  figure(t("orders.vouchers"), formats.list(vouchers));
  figure(t("orders.invoice-number"), invoiceNumber);
  figure(t("orders.credit-number"), creditNoteNumber);
  figure(t("orders.sent-to"), invoiceEmail);
  return facts;
}

/** Tracking number of the parcel, linked to the carrier's page if known. */
function Followed({ number, url }: Tracking) {
  const t = useT();
  const figures = <Figures>{number}</Figures>;
  if (url === null) return figures;
  return (
    <TextLink href={url} rel="noreferrer" aria-label={t("orders.tracking.follow", { number })}>
      {figures}
    </TextLink>
  );
}

function OrderDocuments({ order, isGuest }: { order: Order; isGuest: boolean }) {
  const { orderId, invoiceNumber, creditNoteNumber, ticketCount } = order;
  const t = useT();
  const of = { order: orderId };
  return (
    <div className="no-print">
      {ticketCount > 0 && (
        <Item
          href={isGuest ? href("cart", undefined, of) : href("wallet")}
          icon={<TicketIcon />}
          name={t("orders.tickets")}
        />
      )}
      {invoiceNumber !== null && (
        <Item
          href={fileHref("invoicePdf", of)}
          icon={<DownloadIcon />}
          name={t("orders.invoice")}
          note={<Figures>{invoiceNumber}</Figures>}
        />
      )}
      {creditNoteNumber !== null && (
        <Item
          href={fileHref("creditNotePdf", of)}
          icon={<DownloadIcon />}
          name={t("orders.credit-note")}
          note={<Figures>{creditNoteNumber}</Figures>}
        />
      )}
    </div>
  );
}

function Refused({ code }: { code: string }) {
  const t = useT();
  const words =
    code === "TRANSITION_NOT_ALLOWED"
      ? t("orders.cancel.refused")
      : code === "PART_OVER"
        ? t("orders.installment.over")
        : code === "PART_UNREACHABLE"
          ? t("orders.installment.unreachable")
          : code === "PAYMENT_UNAVAILABLE"
            ? t("orders.cancel.unreachable")
            : code === "PAY_OVER"
              ? t("orders.pay.over")
              : code === "PAY_HELD"
                ? t("orders.pay.held")
                : code === "1"
                  ? t("orders.unavailable")
                  : refusalText(t, code);
  return (
    <Notice tone="bad" role="alert">
      {words}
    </Notice>
  );
}
