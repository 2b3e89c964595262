import type {
  CustomerEmail,
  CustomerMandate,
  CustomerOrder,
  CustomerPayment,
  CustomerTicket,
} from "@guichet/contract/office/customer-service/customers.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { TicketStamp } from "../order-money/ticket-stamp.tsx";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { ListSection, Particulars } from "./list-section.tsx";

interface ListOf<Item> {
  page: { items: readonly Item[]; nextCursor?: string | undefined };
}

/** The orders of a customer, each with its link. */
export function CustomerOrders({ page }: ListOf<CustomerOrder>) {
  const t = useT();
  const formats = useFormats();
  return (
    <ListSection id="orders" title={t("customers.list.order")} next={page.nextCursor}>
      {page.items.map(({ orderId, number, state, createdAt, total, lines }) => (
        <li key={orderId}>
          <OrderLink id={orderId}>{number}</OrderLink>
          <Particulars
            of={[lines, t(`customers.order.${state}`), formats.shortInstant(createdAt), formats.money(total)]}
          />
        </li>
      ))}
    </ListSection>
  );
}

/** The payments and debits of a customer. */
export function CustomerPayments({ page }: ListOf<CustomerPayment>) {
  const t = useT();
  const formats = useFormats();
  return (
    <ListSection id="payments" title={t("customers.list.payment")} next={page.nextCursor}>
      {page.items.map(({ paymentId, orderId, orderNumber, method, status, amount, createdAt, mandate }) => (
        <li key={paymentId}>
          <OrderLink id={orderId}>{orderNumber}</OrderLink>
          <Particulars
            of={[
              t(method === "TRANSFER" ? "customers.debit" : "customers.by-card"),
              t(
                method === "TRANSFER" && status === "open"
                  ? "customers.payment.open.debit"
                  : `customers.payment.${status}`,
              ),
              formats.money(amount),
              formats.shortInstant(createdAt),
              mandate,
            ]}
          />
        </li>
      ))}
    </ListSection>
  );
}

/** The mandates of a customer. */
export function CustomerMandates({ page }: ListOf<CustomerMandate>) {
  const t = useT();
  const formats = useFormats();
  return (
    <ListSection id="mandates" title={t("customers.list.mandate")} next={page.nextCursor}>
      {page.items.map(({ mandateId, reference, account, signedAt, endedAt, lastDebitOn }) => (
        <li key={mandateId}>
          <b>{reference}</b>
          <Particulars
            of={[
              account,
              t("customers.signed", { day: formats.shortInstant(signedAt) }),
              lastDebitOn === null ? null : t("customers.last-debit", { day: formats.shortDay(lastDebitOn) }),
              endedAt === null ? null : t("customers.ended", { day: formats.shortInstant(endedAt) }),
            ]}
          />
        </li>
      ))}
    </ListSection>
  );
}

/** The tickets of a customer. */
export function CustomerTickets({ page }: ListOf<CustomerTicket>) {
  const t = useT();
  const formats = useFormats();
  return (
    <ListSection id="tickets" title={t("customers.list.ticket")} next={page.nextCursor}>
      {page.items.map(({ ticketId, orderId, name, serial, traveller, state, validUntil }) => (
        <li key={ticketId}>
          <OrderLink id={orderId}>{name}</OrderLink>
          <TicketStamp state={state} />
          <Particulars
            of={[
              serial,
              traveller,
              validUntil === null ? null : t("customers.until", { day: formats.lastDayOf(validUntil) }),
            ]}
          />
        </li>
      ))}
    </ListSection>
  );
}

/** The e-mails to a customer. */
export function CustomerEmails({ page, customerId }: ListOf<CustomerEmail> & { customerId: string }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const maySupport = useMay()("customers.support");
  return (
    <ListSection id="emails" title={t("customers.emails")} next={page.nextCursor}>
      {page.items.map(({ emailId, subject, to, state, canBeResent, createdAt, sentAt }) => (
        <li key={emailId}>
          {maySupport && subject !== null && state !== "expired" ? (
            <TextLink href={href("customerEmail", { network: network.id, id: customerId, email: emailId })}>
              <bdi>{subject}</bdi>
            </TextLink>
          ) : (
            <b>{subject ?? t("customers.secret")}</b>
          )}
          <Particulars of={[to, t(`customers.email.${state}`), formats.shortInstant(sentAt ?? createdAt)]} />
          {maySupport && canBeResent && (
            <TextLink href={`?${new URLSearchParams({ resend: emailId })}#support`}>{t("customers.resend")}</TextLink>
          )}
        </li>
      ))}
    </ListSection>
  );
}

/** An order's number or article, as a link for those who may open the order. */
function OrderLink({ id, children }: { id: string; children: string }) {
  const may = useMay();
  const network = useNetwork();
  if (!may("orders.read")) return <b>{children}</b>;
  return <TextLink href={href("order", { network: network.id, id })}>{children}</TextLink>;
}
