import type { PricedLine } from "@guichet/contract/office/order-money.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

/** What each line of an order costs, with discount and VAT. */
export function PricedLines({ order }: { order: StaffOrder }) {
  const t = useT();
  const formats = useFormats();
  const { pricedLines, vat, amount, vouchers } = order;
  return (
    <section>
      <h2>{t("order-money.prices")}</h2>
      <TableFrame label={t("order-money.prices")}>
        <thead>
          <tr>
            <th scope="col">{t("order-money.item")}</th>
            <th scope="col">{t("order-money.quantity")}</th>
            <th scope="col" className="money">
              {t("order-money.unit")}
            </th>
            <th scope="col" className="money">
              {t("order-money.discount")}
            </th>
            <th scope="col" className="money">
              {t("order-money.vat-rate")}
            </th>
            <th scope="col" className="money">
              {t("order-money.total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {pricedLines.map((line) => (
            <LineRow key={line.lineId} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              {t("order-money.total")}
              {vat.map(({ rate, net, vat: part }) => (
                <span key={rate} className="fine act-note">
                  {t("order-money.vat-share", {
                    rate: formats.number(rate),
                    vat: formats.money(part),
                    net: formats.money(net),
                  })}
                </span>
              ))}
            </th>
            <td className="money">
              <strong>{formats.money(amount)}</strong>
            </td>
          </tr>
        </tfoot>
      </TableFrame>
      {vouchers.length > 0 && (
        <p className="small soft">{t("order-money.vouchers", { codes: formats.list(vouchers) })}</p>
      )}
    </section>
  );
}

function LineRow({ line }: { line: PricedLine }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { kind, name, quantity, traveller, travellerId, unitPrice, discount, vatRate, total } = line;
  return (
    <tr>
      <th scope="row">
        {kind === "shipping" ? t("order-money.shipping") : name}
        {traveller !== null && (
          <span className="fine act-note">
            {travellerId === null ? (
              <bdi>{traveller}</bdi>
            ) : (
              <TextLink href={href("traveller", { network: network.id, id: travellerId })}>
                <bdi>{traveller}</bdi>
              </TextLink>
            )}
          </span>
        )}
      </th>
      <td>{formats.number(quantity)}</td>
      <td className="money">{formats.money(unitPrice)}</td>
      <td className="money">
        {discount.amount === 0 ? "–" : formats.money({ ...discount, amount: -discount.amount })}
      </td>
      <td className="money">{t("order-money.rate", { rate: formats.number(vatRate) })}</td>
      <td className="money">{formats.money(total)}</td>
    </tr>
  );
}
