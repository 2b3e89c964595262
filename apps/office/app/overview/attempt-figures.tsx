import type { Figures } from "@guichet/contract/office/figures.ts";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { BarList } from "./bar-list.tsx";
import { PlotFigure } from "./plot-figure.tsx";

/** The share of refused attempts, 0 to 1; null: there was none. */
export function refusedShare(
  attempts: readonly Pick<Figures["attempts"][number], "count" | "refusedCount">[],
): number | null {
  const count = attempts.reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? null : attempts.reduce((sum, one) => sum + one.refusedCount, 0) / count;
}

/** The share of refused attempts to collect money, together and by kind. */
export function AttemptFigures({ figures: { attempts } }: { figures: Figures }) {
  const t = useT();
  const formats = useFormats();
  const rows = [
    ...(attempts.length > 1 ? [{ key: "all", name: t("overview.attempts.all"), of: attempts }] : []),
    ...attempts.map((one) => ({ key: one.kind, name: t(`overview.attempts.${one.kind}`), of: [one] })),
  ].map(({ key, name, of }) => {
    const value = refusedShare(of) ?? 0;
    return {
      ...{ key, name, value },
      count: of.reduce((sum, one) => sum + one.count, 0),
      refusedCount: of.reduce((sum, one) => sum + one.refusedCount, 0),
      text: formats.percent(value),
    };
  });
  return (
    <PlotFigure
      title={t("overview.attempts")}
      plot={rows.length === 0 ? null : <BarList bars={rows} full={1} tone="bad" />}
      head={
        <>
          <th scope="col">{t("overview.attempts.kind")}</th>
          <th scope="col" className="money">
            {t("overview.attempts.count")}
          </th>
          <th scope="col" className="money">
            {t("overview.attempts.refused")}
          </th>
          <th scope="col" className="money">
            {t("overview.attempts.share")}
          </th>
        </>
      }
      rows={rows.map(({ key, name, count, refusedCount, text }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          <td className="money">{formats.number(count)}</td>
          <td className="money">{formats.number(refusedCount)}</td>
          <td className="money">{text}</td>
        </tr>
      ))}
    />
  );
}
