import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Formatted } from "../shell/formatted.tsx";
import { useT } from "../shell/texts.tsx";
import type { Product } from "./product.screen.tsx";

/** What to read before buying: the description, further information, what has to be shown. */
export function ProductFacts({ product }: { product: Product }) {
  const t = useT();
  const { descriptionHtml, extraHtml, documents, pictureRequired, start } = product;
  const needed = [...documents, ...(pictureRequired ? [t("catalogue.documents.picture")] : [])];
  return (
    <>
      {start === "none" && (
        <Notice tone="wait" title={t("catalogue.start.none.title")}>
          {t("catalogue.start.none.text")}
        </Notice>
      )}
      {descriptionHtml !== null && <Formatted html={descriptionHtml} />}
      {extraHtml !== null && (
        <Sheet id="extra" title={t("catalogue.extra")}>
          <Formatted html={extraHtml} />
        </Sheet>
      )}
      {needed.length > 0 && (
        <Sheet id="needed" title={t("catalogue.documents")}>
          <ul className="list-disc ps-5">
            {needed.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <p className="small soft">{t("catalogue.documents.note")}</p>
        </Sheet>
      )}
    </>
  );
}
