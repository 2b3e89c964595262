import type { StaffInstallment, StaffPayment } from "@guichet/contract/office/order-money.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { type Translate, useT } from "../shell/texts.tsx";

/** Every attempt to pay an order, with its reference at the provider or the bank. */
export function OrderPayments({ order }: { order: StaffOrder }) {
  const t = useT();
  const { payments, amount, paymentMethod } = order;
  return (
    <section>
      <h2>{t("order-money.payments")}</h2>
      <Stack>
        <Balance order={order} />
        {payments.length === 0 ? (
          <p className="soft">
            {amount.amount === 0
              ? t("order-money.payments.free")
              : t(paymentMethod === "TRANSFER" ? "order-money.payments.debits" : "order-money.payments.none")}
          </p>
        ) : (
          <TableFrame label={t("order-money.payments")}>
            <thead>
              <tr>
                <th scope="col">{t("order-money.method")}</th>
                <th scope="col" className="money">
                  {t("order-money.amount")}
                </th>
                <th scope="col">{t("order-money.state")}</th>
                <th scope="col">{t("order-money.provider")}</th>
                <th scope="col">{t("order-money.when")}</th>
              </tr>
            </thead>
            <tbody>
              {payments.map((payment) => (
                <PaymentRow key={payment.paymentId} payment={payment} isOneOfMany={order.installments.length > 1} />
              ))}
            </tbody>
          </TableFrame>
        )}
      </Stack>
    </section>
  );
}

function Balance({ order: { balance } }: { order: StaffOrder }) {
  const t = useT();
  const formats = useFormats();
  const { received, toCollect, unpaid, refunded } = balance;
  const facts = [
    { term: t("order-money.received"), amount: received, isShown: true },
    { term: t("order-money.to-collect"), amount: toCollect, isShown: toCollect.amount > 0 },
    { term: t("order-money.unpaid"), amount: unpaid, isShown: unpaid.amount > 0 },
    { term: t("order-money.refunded-total"), amount: refunded, isShown: refunded.amount > 0 },
  ];
  return (
    <Facts
      facts={facts.filter(({ isShown }) => isShown).map(({ term, amount }) => ({ term, value: formats.money(amount) }))}
    />
  );
}

function PaymentRow({ payment, isOneOfMany }: { payment: StaffPayment; isOneOfMany: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { amount, refunded, account, reference, mandate, paidWith, brand, kind, createdAt, settledAt } = payment;
  return (
    <tr>
      <th scope="row">
        {kind === "counter" ? t(`order-money.kind.counter.${payment.method}`) : t(`order-money.kind.${kind}`)}
        {paidWith !== null && (
          <span className="fine act-note">
            {brand !== null && `${brand} `}
            <Figures>{kind === "debit" ? paidWith : t("order-money.ending", { digits: paidWith })}</Figures>
          </span>
        )}
        {isOneOfMany && (
          <span className="fine act-note">
            {t("order-money.installment", { position: formats.number(payment.installment) })}
          </span>
        )}
      </th>
      <td className="money">
        {formats.money(amount)}
        {refunded.amount > 0 && (
          <span className="fine act-note">{t("order-money.refunded", { amount: formats.money(refunded) })}</span>
        )}
      </td>
      <td>
        <Stamp tone={paymentTones[payment.status]}>{statusText(t, payment)}</Stamp>
      </td>
      <td>
        {kind === "counter" ? "–" : (account ?? t("order-money.bank"))}
        {reference !== null && (
          <span className="fine act-note reference">
            <Figures>{reference}</Figures>
          </span>
        )}
        {mandate !== null && <span className="fine act-note">{t("order-money.mandate", { reference: mandate })}</span>}
      </td>
      <td>{formats.shortInstant(settledAt ?? createdAt)}</td>
    </tr>
  );
}

const paymentTones: Record<StaffPayment["status"], Tone> = {
  begun: "wait",
  open: "wait",
  captured: "ok",
  refused: "bad",
  cancelled: "bad",
  refunded: "bad",
  mismatched: "bad",
};

/** A payment that a bank has returned or still has reads differently from one at a card provider. */
function statusText(t: Translate, { status, kind }: StaffPayment): string {
  if (kind === "debit" && (status === "open" || status === "refunded")) return t(`order-money.status.${status}.debit`);
  return t(`order-money.status.${status}`);
}

/** The installments and debits of an order, with the day and state of each; nothing if it is paid at once. */
export function OrderInstallments({ installments }: Pick<StaffOrder, "installments">) {
  const t = useT();
  if (installments.length === 0) return null;
  return (
    <section>
      <h2>{t("order-money.installments")}</h2>
      <TableFrame label={t("order-money.installments")}>
        <thead>
          <tr>
            <th scope="col">{t("order-money.position")}</th>
            <th scope="col" className="money">
              {t("order-money.amount")}
            </th>
            <th scope="col">{t("order-money.due")}</th>
            <th scope="col">{t("order-money.method")}</th>
            <th scope="col">{t("order-money.state")}</th>
          </tr>
        </thead>
        <tbody>
          {installments.map((one) => (
            <InstallmentRow key={one.position} one={one} />
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}

function InstallmentRow({ one }: { one: StaffInstallment }) {
  const t = useT();
  const formats = useFormats();
  const { position, amount, collectedOn, method, status, attempts, suspendsOn } = one;
  return (
    <tr>
      <th scope="row">{formats.number(position)}</th>
      <td className="money">{formats.money(amount)}</td>
      <td>{formats.shortDay(collectedOn)}</td>
      <td>{t(method === "TRANSFER" ? "order-money.kind.debit" : "order-money.kind.charge")}</td>
      <td>
        <Stamp tone={installmentTones[status]}>{t(`order-money.installment.${status}`)}</Stamp>
        {attempts > 1 && <span className="fine act-note">{t("order-money.attempts", { count: attempts })}</span>}
        {status === "unpaid" && suspendsOn !== null && (
          <span className="fine act-note">{t("order-money.suspends", { day: formats.shortDay(suspendsOn) })}</span>
        )}
      </td>
    </tr>
  );
}

const installmentTones: Record<StaffInstallment["status"], Tone> = {
  planned: "wait",
  begun: "wait",
  paid: "ok",
  unpaid: "bad",
  "written-off": "bad",
  withdrawn: "bad",
};
