import { cardNumberMaxLength, cardNumberMinLength } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CardFileFault } from "@guichet/contract/office/cards/card-stock.ts";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

/** The faults of a file by line, each in words; `count` includes those that are not listed. */
export function CardFileFaults({ faults, count }: { faults: readonly CardFileFault[]; count: number }) {
  const t = useT();
  const formats = useFormats();
  const inWords = ({ reason, value, known }: CardFileFault) => {
    if (reason === "quote") return t("transport-cards.fault.quote");
    const shown = value || t("transport-cards.fault.empty");
    const lengths = { min: formats.number(cardNumberMinLength), max: formats.number(cardNumberMaxLength) };
    return t(`transport-cards.fault.${reason}`, { value: shown, known, ...lengths });
  };
  return (
    <>
      {count > faults.length && <p className="soft">{t("transport-cards.import.some", { count: faults.length })}</p>}
      <TableFrame label={t("transport-cards.import.faults")}>
        <thead>
          <tr>
            <th scope="col" className="money">
              {t("transport-cards.fault.line")}
            </th>
            <th scope="col">{t("transport-cards.fault.what")}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={`${fault.line} ${fault.reason} ${fault.value}`}>
              <th scope="row" className="money">
                {formats.number(fault.line)}
              </th>
              <td>
                <bdi>{inWords(fault)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
