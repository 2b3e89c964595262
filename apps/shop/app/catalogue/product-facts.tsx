import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats } from "../formats/formats.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { Formatted } from "../texts/formatted.tsx";
import { useT } from "../texts/texts.tsx";
import type { Product } from "./product.ts";

const PurchaseTerms = lazyPart(() => import("./purchase-terms.tsx").then((module) => module.PurchaseTerms));
const RequiredDocuments = lazyPart(() =>
  import("./required-documents.tsx").then(({ RequiredDocuments }) => RequiredDocuments),
);

/** Product information: the description, further information and the required documents. */
export function ProductFacts({ product }: { product: Product }) {
  const t = useT();
  const formats = useFormats();
  const { period, remaining } = product;
  const { descriptionHtml, extraHtml, documents, pictureRequired, start, kept } = product;
  return (
    <div className="stack">
      {start === "none" && (
        <Notice tone="wait" title={t("catalogue.start.none.title")}>
          {t("catalogue.start.none.text")}
        </Notice>
      )}
      {period && (
        <p>
          <b>
            {t("catalogue.period", { from: formats.shortDay(period.from), until: formats.shortDay(period.lastDay) })}
          </b>
          {remaining &&
            ` ${t("catalogue.period.months", { months: remaining.months, price: formats.money(remaining.fullPrice) })}`}
        </p>
      )}
      {descriptionHtml !== null && <Formatted html={descriptionHtml} />}
      {kept.renewalInterval === null && product.refundTerms === null ? (
        <p className="soft">{t("catalogue.refund.none")}</p>
      ) : (
        <PurchaseTerms product={product} />
      )}
      {extraHtml !== null && (
        <Sheet id="extra" title={t("catalogue.extra")}>
          <Formatted html={extraHtml} />
        </Sheet>
      )}
      {(documents.length > 0 || pictureRequired) && <RequiredDocuments product={product} />}
    </div>
  );
}
