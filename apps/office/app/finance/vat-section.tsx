import type { VatRow } from "@guichet/contract/office/finance.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import type { FinanceMonth } from "./month-figures.tsx";

/** The VAT report: invoices less credit notes by rate, and the numbers of the documents. */
export function VatSection({ figures: { vat, vatTotal, documents } }: { figures: FinanceMonth }) {
  const t = useT();
  return (
    <section>
      <h2>{t("finance.vat")}</h2>
      {vat.length === 0 ? <Notice>{t("finance.vat.none")}</Notice> : <VatTable rows={vat} total={vatTotal} />}
      {documents.map(({ series, count, first, last }) => (
        <p key={series} className="small soft">
          {t(`finance.documents.${series}`, { count, first, last })}
        </p>
      ))}
    </section>
  );
}

const columns = ["invoiced", "credited", "net", "vat", "gross"] as const;

function VatTable({ rows, total }: { rows: readonly VatRow[]; total: Omit<VatRow, "rate"> }) {
  const t = useT();
  const formats = useFormats();
  return (
    <TableFrame label={t("finance.vat")}>
      <thead>
        <tr>
          <th scope="col">{t("finance.vat.rate")}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className="money">
              {t(`finance.vat.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.rate}>
            <th scope="row">{t("finance.vat.percent", { rate: formats.number(row.rate) })}</th>
            {columns.map((name) => (
              <td key={name} className="money">
                {formats.money(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("finance.total")}</th>
          {columns.map((name) => (
            <td key={name} className="money">
              {formats.money(total[name])}
            </td>
          ))}
        </tr>
      </tfoot>
    </TableFrame>
  );
}
