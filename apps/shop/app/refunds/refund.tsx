import type { ReducedByRefund } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import { divideRefund } from "@guichet/rules/refunds/dropped-installments.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { type Line, Lines } from "@guichet/ui/lines.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { Form, useNavigation } from "react-router";
import { type Formats, useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import { offeredReasons, ReasonsToChoose } from "./evidence.tsx";
import { droppedText } from "./order-refunds.tsx";
import type { OrderAddress, RefundView } from "./refund.server.ts";
import { deducted, TicketNote } from "./refund-lines.tsx";

type Ticket = RefundView["tickets"][number];

/** Returns tickets of an order for a refund: choose them, check what is refunded, confirm. */
export function Refund({ view }: { view: RefundView }) {
  const t = useT();
  const { address, number, chosen, refused } = view;
  return (
    <Page narrow>
      <Title>{t(chosen.length === 0 ? "refunds.title" : "refunds.check")}</Title>
      <BackLink href={href("invoices", undefined, address)} label={t("orders.number", { number })} />
      {refused !== null && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      {chosen.length === 0 ? <ChooseTickets view={view} /> : <CheckRefund view={view} />}
    </Page>
  );
}

function ChooseTickets({ view }: { view: RefundView }) {
  const t = useT();
  const formats = useFormats();
  const { address, number, tickets, remaining, isNothingChosen } = view;
  const { contact } = usePageContext().network;
  const refundable = tickets.filter(({ refusal }) => refusal === null);
  const [first] = refundable;
  const hasReasons = tickets.some((ticket) => offeredReasons(ticket).length > 0);
  return (
    <>
      {isNothingChosen && first !== undefined && (
        <ErrorSummary title={t("refunds.title")} errors={[{ field: first.ticketId, message: t("refunds.choose") }]} />
      )}
      <PageHead title={t("refunds.title")}>{t("refunds.lead", { number })}</PageHead>
      {first === undefined && <Notice tone="wait" title={t(hasReasons ? "refunds.none.without" : "refunds.none")} />}
      {first !== undefined && isLimited(refundable, remaining) && (
        <Notice tone="wait" title={t("refunds.limited", { amount: formats.money(remaining) })} />
      )}
      <Form method="get" action={href("invoices")} className="stack">
        <AddressFields address={address} />
        <input type="hidden" name="refund" value="1" />
        <Sheet id="tickets" title={t("refunds.tickets")}>
          <ul className="stack" data-gap="m">
            {tickets.map((ticket) => (
              <li key={ticket.ticketId}>
                <TicketChoice ticket={ticket} isOnly={refundable.length === 1} />
              </li>
            ))}
          </ul>
        </Sheet>
        {first !== undefined && (
          <Button name="check" value="1" variant="main" big>
            {t("refunds.compute")}
          </Button>
        )}
      </Form>
      <ReasonsToChoose tickets={tickets} address={address} />
      <p>{t("refunds.contact", { email: contact.email })}</p>
    </>
  );
}

/** Whether these tickets are worth more than what is left of the order. */
const isLimited = (tickets: readonly Ticket[], remaining: RefundView["remaining"]): boolean =>
  sumOf(tickets) > remaining.amount;

const sumOf = (tickets: readonly Ticket[]): number => tickets.reduce((sum, { refund }) => sum + refund.amount, 0);

/** A ticket that can be chosen, or why it cannot. */
function TicketChoice({ ticket, isOnly }: { ticket: Ticket; isOnly: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { ticketId, name, refusal, refund } = ticket;
  const words = (
    <>
      <b>{name}</b>
      <span className="line-note">
        <TicketNote ticket={ticket} />
      </span>
    </>
  );
  if (refusal !== null)
    return (
      <p>
        {words}
        <span className="line-note">{t(`refunds.refusal.${refusal}`)}</span>
      </p>
    );
  return (
    <Checkbox id={ticketId} name="ticket" value={ticketId} defaultChecked={isOnly}>
      {words}
      <span className="line-note">
        {t("refunds.refund")} <Figures>{formats.money(refund)}</Figures>
      </span>
    </Checkbox>
  );
}

function CheckRefund({ view }: { view: RefundView }) {
  const t = useT();
  const formats = useFormats();
  const navigation = useNavigation();
  const { address, number, tickets, remaining, destinations, chosen } = view;
  const given = tickets.filter(({ ticketId }) => chosen.includes(ticketId));
  const [first] = given;
  if (first === undefined) return null;
  const { currency } = first.refund;
  const sum = sumOf(given);
  const total = { amount: Math.min(sum, remaining.amount), currency };
  const { dropped, paidBack } = dividedTotal(total, view);
  const refundedBefore = deducted("refunded-before", t("refunds.refunded-before"), total.amount - sum, {
    formats,
    currency,
  });
  return (
    <>
      <PageHead title={t("refunds.check")}>{t("orders.number", { number })}</PageHead>
      <Receipt id="refund" title={t("refunds.refund")}>
        <Lines lines={[...given.flatMap((ticket) => linesOf(ticket, t, formats)), ...refundedBefore]} />
        {dropped.length > 0 && (
          <>
            <Total label={t("refunds.credited")} amount={formats.money(total)} />
            <Lines lines={dropped.map((one) => droppedLine(one, t, formats))} />
          </>
        )}
        <Total label={t("refunds.total")} amount={formats.money(paidBack)} />
      </Receipt>
      <ul className="list-disc ps-5 stack" data-gap="m">
        <li>{paidBack.amount === 0 ? t("refunds.dropped.only") : destinationText(t, formats, destinations[0])}</li>
        <li>{t("refunds.effect")}</li>
      </ul>
      <Form method="post" className="stack" data-gap="m">
        <input type="hidden" name="what" value="refund" />
        {given.map(({ ticketId }) => (
          <input key={ticketId} type="hidden" name="ticket" value={ticketId} />
        ))}
        <input type="hidden" name="amount" value={total.amount} />
        <input type="hidden" name="currency" value={currency} />
        <Button variant="main" big busy={navigation.formMethod === "POST" && t("refunds.refund")}>
          {confirmText(t, formats, paidBack, dropped)}
        </Button>
        <LinkButton variant="quiet" big href={href("invoices", undefined, { ...address, refund: "1" })}>
          {t("refunds.back")}
        </LinkButton>
      </Form>
    </>
  );
}

/** A refund as installments that it reduces, the last one first, and what is paid back. */
function dividedTotal(
  { amount, currency }: Money,
  { open, remaining, collectable }: Pick<RefundView, "open" | "remaining" | "collectable">,
) {
  const sizes = open.map((one) => ({ position: one.position, amount: one.amount.amount }));
  const paidAmount = sizes.reduce((sum, one) => sum - one.amount, remaining.amount);
  const { reduced, paidBackAmount } = divideRefund(amount, sizes, { paidAmount, collectable });
  const dropped = reduced.map(({ position, droppedAmount, leftAmount }) => ({
    position,
    collectedOn: open.find((one) => one.position === position)?.collectedOn ?? "",
    dropped: { amount: droppedAmount, currency },
    left: { amount: leftAmount, currency },
  }));
  return { dropped, paidBack: { amount: paidBackAmount, currency } };
}

/** An installment that is not collected, or less of it, as a deduction from the refund. */
const droppedLine = ({ position, dropped, ...one }: ReducedByRefund, t: Translate, formats: Formats): Line => ({
  id: `installment-${position}`,
  name: droppedText(t, formats, { position, dropped, ...one }),
  value: <Figures>{formats.money({ ...dropped, amount: -dropped.amount })}</Figures>,
});

/** What the customer agrees to: money, installments that are dropped or reduced, or both. */
function confirmText(t: Translate, formats: Formats, paidBack: Money, dropped: readonly ReducedByRefund[]): string {
  if (dropped.length === 0) return t("refunds.confirm", { amount: formats.money(paidBack) });
  const sum = dropped.reduce((total, one) => total + one.dropped.amount, 0);
  const droppedSum = formats.money({ ...paidBack, amount: sum });
  return paidBack.amount === 0
    ? t("refunds.confirm.dropped", { dropped: droppedSum })
    : t("refunds.confirm.both", { amount: formats.money(paidBack), dropped: droppedSum });
}

/** The calculation of one ticket: its price, and what is deducted. */
function linesOf(ticket: Ticket, t: Translate, formats: Formats): Line[] {
  const { ticketId, name, paid, used, fee } = ticket;
  const context = { formats, currency: paid.currency };
  return [
    {
      id: ticketId,
      strong: true,
      name,
      note: <TicketNote ticket={ticket} />,
      value: <Figures>{formats.money(paid)}</Figures>,
    },
    ...deducted(`${ticketId}-used`, t("refunds.used"), -used.amount, context),
    ...deducted(`${ticketId}-fee`, t("refunds.fee"), -fee.amount, context),
  ];
}

function destinationText(
  t: Translate,
  formats: Formats,
  destination: RefundView["destinations"][number] | undefined,
): string {
  if (destination?.method === "TRANSFER")
    return destination.from === null
      ? t("refunds.to-account")
      : t("refunds.to-account-from", { day: formats.shortDay(destination.from) });
  const digits = destination?.lastDigits ?? null;
  return digits === null ? t("refunds.to-used") : t("refunds.to-card", { digits });
}

/** The address of the order as fields of a form that is sent by GET. */
function AddressFields({ address }: { address: OrderAddress }) {
  return Object.entries(address).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
