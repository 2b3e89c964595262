import { figureDaysMax } from "@guichet/contract/limits/staff-limits.ts";
import type { Figures } from "@guichet/contract/office/figures.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Form } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { AttemptFigures, refusedShare } from "./attempt-figures.tsx";
import { DayFigures } from "./day-figures.tsx";
import type { FigureRange } from "./figure-range.ts";
import { ChannelFigures, MethodFigures, ProductFigures } from "./sales-figures.tsx";

interface FigureSectionProps {
  range: FigureRange;
  today: string;
  /** null: they could not be loaded, or there are none of this range. */
  figures: Figures | null;
}

/** Sales, refunds and refused payments of some days, as plots and as tables. */
export function FigureSection({ range, today, figures }: FigureSectionProps) {
  const t = useT();
  return (
    <section className="stack">
      <h2>{t("overview.figures")}</h2>
      <RangeForm range={range} />
      {!range.isValid && <Notice tone="bad">{t("overview.range.invalid", { days: figureDaysMax })}</Notice>}
      {range.isValid && figures === null && (
        <Notice tone="bad" title={t("overview.failed.figures")}>
          {t("overview.failed.text")}
        </Notice>
      )}
      {figures !== null && <Plots figures={figures} range={range} today={today} />}
    </section>
  );
}

function RangeForm({ range: { from, until } }: { range: FigureRange }) {
  const t = useT();
  return (
    <Form className="search figure-range" key={`${from} ${until}`}>
      <Field type="date" name="from" label={t("overview.range.from")} defaultValue={from} required />
      <Field type="date" name="until" label={t("overview.range.until")} defaultValue={until} required />
      <Button icon={<FilterIcon size="s" />}>{t("overview.range.show")}</Button>
    </Form>
  );
}

function Plots({ figures, range, today }: { figures: Figures; range: FigureRange; today: string }) {
  return (
    <>
      <KeyFigures figures={figures} range={range} today={today} />
      <DayFigures figures={figures} />
      <div className="plot-grid">
        <ProductFigures figures={figures} />
        <ChannelFigures figures={figures} />
        <MethodFigures figures={figures} />
        <AttemptFigures figures={figures} />
      </div>
    </>
  );
}

function KeyFigures({ figures, range, today }: { figures: Figures; range: FigureRange; today: string }) {
  const t = useT();
  const formats = useFormats();
  const sold = ({ count, amount }: Figures["sales"]) => t("overview.sold", { amount: formats.money(amount), count });
  const refunded = ({ count, amount }: Figures["refunds"]) =>
    t("overview.refunded", { amount: formats.money(amount), count });
  const now = figures.days.find(({ day }) => day === today);
  const days = { from: formats.shortDay(range.from), until: formats.shortDay(range.until) };
  const share = refusedShare(figures.attempts);
  return (
    <Facts
      wide
      facts={[
        ...(now === undefined
          ? []
          : [
              { term: t("overview.sales.today"), value: sold(now.sales) },
              { term: t("overview.refunds.today"), value: refunded(now.refunds) },
            ]),
        { term: t("overview.sales.range", days), value: sold(figures.sales) },
        { term: t("overview.refunds.range", days), value: refunded(figures.refunds) },
        { term: t("overview.refused.range", days), value: share === null ? "–" : formats.percent(share) },
      ]}
    />
  );
}
