import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { AdvisedTraveller, Alternative } from "./alternatives.server.ts";

interface ForTravellersProps {
  travellers: readonly AdvisedTraveller[];
  productId: string;
  /** Names of the documents that the article requires. */
  documents: readonly string[];
}

/** Names, for each traveller whom the article does not suit, the one that does, and where to declare or prove a status. */
export function InsteadForTravellers({ travellers, productId, documents }: ForTravellersProps) {
  const t = useT();
  const advised = travellers.filter(({ instead, reason }) => instead !== null || reason === "status");
  if (advised.length === 0) return null;
  const proves = documents.length > 0 && advised.some(({ reason }) => reason === "status");
  return (
    <Notice title={t("catalogue.instead.travellers")}>
      <ul className="stack" data-gap="m">
        {advised.map(({ userId, name, instead, reason }) => (
          <li key={userId}>
            <p>
              <bdi>{name}</bdi>
            </p>
            {instead !== null && (
              <p>
                <AlternativeLink alternative={instead} />
              </p>
            )}
            {reason === "status" && (
              <p>
                <TextLink href={href("traveller", { id: userId })}>
                  {t("catalogue.instead.declare")}
                  <VisuallyHidden> {name}</VisuallyHidden>
                </TextLink>
              </p>
            )}
          </li>
        ))}
      </ul>
      {proves && (
        <p>
          <TextLink href={href("documents", undefined, { item: productId })}>{t("catalogue.documents.send")}</TextLink>
        </p>
      )}
    </Notice>
  );
}

/** Link to an article that suits, with its audience and price. */
export function AlternativeLink({ alternative: { id, name, audience, price } }: { alternative: Alternative }) {
  const { money, list } = useFormats();
  return (
    <TextLink href={href("product", { id })}>
      {list(audience === null ? [name] : [name, audience])}{" "}
      <bdi dir="ltr" className="figures">
        {money(price)}
      </bdi>
    </TextLink>
  );
}
