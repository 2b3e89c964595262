import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { getFinanceMonth, UnequalSale } from "@guichet/contract/office/finance.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export type FinanceMonth = ReceivedOf<typeof getFinanceMonth>;

/** What the ledger says about a month, compared with the documents. */
export function MonthFigures({ figures }: { figures: FinanceMonth }) {
  return (
    <>
      <Agreement figures={figures} />
      <Differences figures={figures} />
      <Balances figures={figures} />
      <Movements figures={figures} />
    </>
  );
}

const minus = (a: Money, b: Money): Money => ({ ...a, amount: a.amount - b.amount });
const negative = ({ amount, currency }: Money): Money => ({ amount: 0 - amount, currency });

/** From the documents to the sales of the ledger: every amount between both is named. */
function Agreement({ figures: { sales, toPayBack, differences } }: { figures: FinanceMonth }) {
  const t = useT();
  const formats = useFormats();
  const unexplained = minus(differences.amount, differences.amountBefore);
  return (
    <section>
      <h2>{t("finance.agreement")}</h2>
      <Lines
        lines={[
          { id: "documents", name: t("finance.agreement.documents"), value: formats.money(sales.documents) },
          { id: "after", name: t("finance.agreement.after"), value: formats.money(toPayBack.amount) },
          { id: "before", name: t("finance.agreement.before"), value: formats.money(negative(toPayBack.amountBefore)) },
          { id: "unexplained", name: t("finance.agreement.unexplained"), value: formats.money(unexplained) },
          {
            id: "balance",
            name: t("finance.agreement.balance"),
            note: t("finance.agreement.note", {
              sold: formats.money(sales.sold),
              takenBack: formats.money(sales.takenBack),
            }),
            value: formats.money(sales.balance),
            strong: true,
          },
        ]}
      />
    </section>
  );
}

/** Orders that disagree, discrepancies to close, and orders with money to pay back. */
function Differences({ figures: { differences, toPayBack, openDiscrepancies } }: { figures: FinanceMonth }) {
  const t = useT();
  const { id } = useNetwork();
  return (
    <section>
      <h2>{t("finance.differences")}</h2>
      {differences.count === 0 ? (
        <p>{t("finance.differences.none")}</p>
      ) : (
        <Orders title={t("finance.differences.orders", { count: differences.count })} {...differences} />
      )}
      {openDiscrepancies > 0 && (
        <p>
          <TextLink href={href("discrepancies", { network: id })}>
            {t("finance.discrepancies", { count: openDiscrepancies })}
          </TextLink>
        </p>
      )}
      {differences.count > 0 && (
        <p>
          <TextLink href={href("reconciliation", { network: id })}>{t("finance.page.reconciliation")}</TextLink>
        </p>
      )}
      {toPayBack.count > 0 && (
        <Disclosure summary={t("finance.to-pay-back", { count: toPayBack.count })}>
          <Orders title={t("finance.to-pay-back.text")} {...toPayBack} />
        </Disclosure>
      )}
    </section>
  );
}

function Orders({ title, count, orders }: { title: string; count: number; orders: readonly UnequalSale[] }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useNetwork();
  return (
    <>
      <p>{title}</p>
      <TableFrame label={title}>
        <thead>
          <tr>
            <th scope="col">{t("finance.order")}</th>
            <th scope="col" className="money">
              {t("finance.sold")}
            </th>
            <th scope="col" className="money">
              {t("finance.invoiced")}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ orderId, number, sold, invoiced }) => (
            <tr key={orderId}>
              <th scope="row">
                <TextLink href={href("order", { network: id, id: orderId })}>
                  <Figures>{number}</Figures>
                </TextLink>
              </th>
              <td className="money">{formats.money(sold)}</td>
              <td className="money">{formats.money(invoiced)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {count > orders.length && (
        <p className="small soft">{t("finance.more-orders", { count: count - orders.length })}</p>
      )}
    </>
  );
}

/** The balances of the ledger's accounts, and what others owe or are owed. */
function Balances({ figures: { balances, outstanding, settlement } }: { figures: FinanceMonth }) {
  const t = useT();
  const formats = useFormats();
  if (balances.length === 0) return null;
  const { debits, refunds } = outstanding;
  return (
    <section>
      <h2>{t("finance.balances")}</h2>
      <TableFrame label={t("finance.balances")}>
        <thead>
          <tr>
            <th scope="col">{t("finance.account")}</th>
            <th scope="col" className="money">
              {t("finance.balances.before")}
            </th>
            <th scope="col" className="money">
              {t("finance.balances.after")}
            </th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ account, before, after }) => (
            <tr key={account}>
              <th scope="row">{t(`finance.account.${account}`)}</th>
              <td className="money">{formats.money(before)}</td>
              <td className="money">{formats.money(after)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <Lines
        lines={[
          { id: "provider", name: t("finance.at-provider"), value: formats.money(outstanding.atProvider) },
          { id: "debited", name: t("finance.debited"), value: formats.money(outstanding.debited) },
          { id: "debits", name: t("finance.debits", { count: debits.count }), value: formats.money(debits.amount) },
          { id: "refunds", name: t("finance.refunds", { count: refunds.count }), value: formats.money(refunds.amount) },
          { id: "fees", name: t("finance.fees"), value: formats.money(settlement.fees) },
          { id: "paid-out", name: t("finance.paid-out"), value: formats.money(settlement.paidOut) },
        ]}
      />
    </section>
  );
}

function Movements({ figures: { movements } }: { figures: FinanceMonth }) {
  const t = useT();
  const formats = useFormats();
  if (movements.length === 0) return <Notice>{t("finance.movements.none")}</Notice>;
  return (
    <Disclosure summary={t("finance.movements")}>
      <TableFrame label={t("finance.movements")}>
        <thead>
          <tr>
            <th scope="col">{t("finance.movements.from")}</th>
            <th scope="col">{t("finance.movements.to")}</th>
            <th scope="col" className="money">
              {t("finance.movements.count")}
            </th>
            <th scope="col" className="money">
              {t("finance.amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ from, to, count, amount }) => (
            <tr key={`${from} ${to}`}>
              <td>{t(`finance.account.${from}`)}</td>
              <td>{t(`finance.account.${to}`)}</td>
              <td className="money">{formats.number(count)}</td>
              <td className="money">{formats.money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Disclosure>
  );
}
