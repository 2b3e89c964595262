import { Figures } from "@guichet/ui/figures.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { loader } from "./counter-loader.ts";
import { LineTraveller } from "./line-traveller.tsx";
import { queryOf, withoutLine } from "./sale-address.ts";
import { saleRefusalText } from "./sale-refusals.ts";
import { SaleVouchers } from "./sale-vouchers.tsx";

/** What is sold, with prices, VAT, and what is wrong with each line. */
export function SaleLines() {
  const t = useT();
  const formats = useFormats();
  const { draft, quote } = useLoaderData<typeof loader>();
  const priced = quote?.ok && draft.lines.length > 0 ? quote.value : null;
  return (
    <Sheet id="sale" title={t("counter.sale")}>
      {draft.lines.length === 0 && <p className="soft">{t("counter.sale.empty")}</p>}
      {draft.lines.length > 0 && <ChosenLines />}
      {priced !== null && (
        <>
          <SaleVouchers />
          <Total label={t("counter.total")} amount={formats.money(priced.totalAmount)} />
          {priced.vat.map(({ rate, vat }) => (
            <p key={rate} className="fine soft">
              {t("counter.vat", { rate: formats.number(rate), amount: formats.money(vat) })}
            </p>
          ))}
          {priced.errors.map((error) => (
            <Notice key={error.code} tone="bad">
              {saleRefusalText(t, error.code, error.details)}
            </Notice>
          ))}
        </>
      )}
    </Sheet>
  );
}

function ChosenLines() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { draft, quote, chosen } = useLoaderData<typeof loader>();
  const pricedLines = quote?.ok ? quote.value.lines : [];
  return (
    <ul className="counter-lines">
      {draft.lines.map((line, index) => {
        const ofLine = pricedLines.filter((priced) => priced.index === index);
        const article = chosen.find(({ shopItemId }) => shopItemId === line.productId);
        const name = ofLine[0]?.name ?? article?.name ?? line.productId;
        const start = article?.starts.find(({ startingAt }) => startingAt === line.startingAt);
        const details = [
          t(`counter.support.${line.support}`),
          ...(start === undefined ? [] : [t("counter.from", { day: formats.shortDay(start.day) })]),
          ...ofLine.slice(1).map((option) => option.name),
        ];
        const [first] = ofLine;
        const total = first && { ...first.total, amount: ofLine.reduce((sum, one) => sum + one.total.amount, 0) };
        return (
          <li key={queryOf({ ...draft, lines: [line] }).toString()}>
            <div className="counter-article-head">
              <p>
                {t("counter.line", { quantity: formats.number(line.quantity), name })}
                <span className="fine act-note">
                  <Joined parts={details} />
                </span>
              </p>
              {total && <Figures>{formats.money(total)}</Figures>}
            </div>
            {ofLine
              .flatMap(({ errors }) => errors)
              .map((error) => (
                <Notice key={error.code} tone="bad">
                  {saleRefusalText(t, error.code, error.details)}
                </Notice>
              ))}
            <LineTraveller line={line} index={index} />
            <TextLink
              className="counter-remove"
              href={`${href("counter", { network: network.id })}?${queryOf(withoutLine(draft, index))}`}
              aria-label={t("counter.remove.what", { name })}
            >
              {t("counter.remove")}
            </TextLink>
          </li>
        );
      })}
    </ul>
  );
}
