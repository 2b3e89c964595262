import type { Figures } from "@guichet/contract/office/figures.ts";
import type { Money } from "@guichet/contract/values.ts";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { BarList } from "./bar-list.tsx";
import { PlotFigure } from "./plot-figure.tsx";

/** The bars of a plot; its table has more. */
const barsMax = 8;

interface SalesRow {
  key: string;
  name: string;
  /** Orders, or articles. */
  count: number;
  amount: Money;
}

/** Sales by something: the highest as bars, all as a table. `counted` names what is counted. */
function SalesFigure({
  title,
  column,
  counted,
  rows,
}: {
  title: string;
  column: string;
  counted: string;
  rows: SalesRow[];
}) {
  const t = useT();
  const formats = useFormats();
  const bars = rows.slice(0, barsMax).map(({ key, name, amount }) => ({
    ...{ key, name },
    value: amount.amount,
    text: formats.money(amount),
  }));
  const full = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <PlotFigure
      title={title}
      plot={rows.length === 0 ? null : <BarList bars={bars} full={full} />}
      head={
        <>
          <th scope="col">{column}</th>
          <th scope="col" className="money">
            {counted}
          </th>
          <th scope="col" className="money">
            {t("overview.sales")}
          </th>
        </>
      }
      rows={rows.map(({ key, name, count, amount }) => (
        <tr key={key}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td className="money">{formats.number(count)}</td>
          <td className="money">{formats.money(amount)}</td>
        </tr>
      ))}
    />
  );
}

/** Sales by article; the fees for shipping are one of them. */
export function ProductFigures({ figures: { products, otherProducts } }: { figures: Figures }) {
  const t = useT();
  const rows = products.map(({ itemId, name, quantity, amount }) => ({
    key: itemId ?? "",
    name: itemId === null ? t("overview.shipping") : name,
    count: quantity,
    amount,
  }));
  if (otherProducts.quantity > 0)
    rows.push({
      key: "others",
      name: t("overview.products.others"),
      count: otherProducts.quantity,
      amount: otherProducts.amount,
    });
  return (
    <SalesFigure
      title={t("overview.products")}
      column={t("overview.product")}
      counted={t("overview.quantity")}
      rows={rows}
    />
  );
}

/** Sales by the place where the orders were made. */
export function ChannelFigures({ figures: { channels } }: { figures: Figures }) {
  const t = useT();
  const rows = channels.map(({ origin, client, sales }) => ({
    key: `${origin} ${client}`,
    name: t("overview.channel.one", { origin: t(`overview.channel.${origin}`), client }),
    ...sales,
  }));
  return (
    <SalesFigure
      title={t("overview.channels")}
      column={t("overview.channel")}
      counted={t("overview.orders")}
      rows={rows}
    />
  );
}

/** Sales by method of payment. */
export function MethodFigures({ figures: { methods } }: { figures: Figures }) {
  const t = useT();
  const rows = methods.map(({ method, sales }) => ({
    key: method ?? "none",
    name: t(`overview.method.${method ?? "none"}`),
    ...sales,
  }));
  return (
    <SalesFigure
      title={t("overview.methods")}
      column={t("overview.method")}
      counted={t("overview.orders")}
      rows={rows}
    />
  );
}
