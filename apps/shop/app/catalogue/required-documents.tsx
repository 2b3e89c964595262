import { documentDecisionWorkingDays } from "@guichet/contract/limits/document-limits.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { Product } from "./product.ts";

/** List of the documents required before purchase, with a link to submit them. */
export function RequiredDocuments({ product: { id, documents, pictureRequired } }: { product: Product }) {
  const t = useT();
  const needed = [...documents, ...(pictureRequired ? [t("catalogue.documents.picture")] : [])];
  return (
    <Sheet id="needed" title={t("catalogue.documents")}>
      <ul className="list-disc ps-5">
        {needed.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className="small soft">{t("catalogue.documents.note", { days: documentDecisionWorkingDays })}</p>
      {documents.length > 0 && (
        <TextLink href={href("documents", undefined, { item: id })}>{t("catalogue.documents.send")}</TextLink>
      )}
    </Sheet>
  );
}
