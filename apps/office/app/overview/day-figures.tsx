import type { Figures } from "@guichet/contract/office/figures.ts";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { DayPlot } from "./day-plot.tsx";
import { PlotFigure } from "./plot-figure.tsx";

/** Sales and refunds of each day. */
export function DayFigures({ figures: { days, sales, refunds, currency } }: { figures: Figures }) {
  const t = useT();
  const formats = useFormats();
  const isEmpty = sales.count === 0 && refunds.count === 0;
  const best = days.reduce(
    (found, one) => (one.sales.amount.amount > found.sales.amount.amount ? one : found),
    days[0] as DayFigure,
  );
  const label = t("overview.days.label", {
    sales: formats.money(sales.amount),
    refunds: formats.money(refunds.amount),
    day: formats.shortDay(best.day),
    best: formats.money(best.sales.amount),
  });
  const textOf = (one: DayFigure) =>
    t("overview.days.one", {
      day: formats.shortDay(one.day),
      sales: formats.money(one.sales.amount),
      refunds: formats.money(one.refunds.amount),
    });
  const bars = days.map((one) => ({
    day: one.day,
    sales: one.sales.amount.amount,
    refunds: one.refunds.amount.amount,
    text: textOf(one),
  }));
  const legend = { sales: t("overview.sales"), refunds: t("overview.refunds") };
  return (
    <PlotFigure
      title={t("overview.days")}
      plot={isEmpty ? null : <DayPlot days={bars} currency={currency} label={label} legend={legend} />}
      head={
        <>
          <th scope="col">{t("overview.day")}</th>
          <th scope="col" className="money">
            {t("overview.orders")}
          </th>
          <th scope="col" className="money">
            {t("overview.sales")}
          </th>
          <th scope="col" className="money">
            {t("overview.refunds")}
          </th>
        </>
      }
      rows={days.map((one) => (
        <tr key={one.day}>
          <th scope="row">{formats.shortDay(one.day)}</th>
          <td className="money">{formats.number(one.sales.count)}</td>
          <td className="money">{formats.money(one.sales.amount)}</td>
          <td className="money">{formats.money(one.refunds.amount)}</td>
        </tr>
      ))}
    />
  );
}

type DayFigure = Figures["days"][number];
