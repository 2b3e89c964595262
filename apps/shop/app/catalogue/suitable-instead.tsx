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
  const lacksStatus = ({ reason, provesStatus }: AdvisedTraveller) => reason === "status" || provesStatus === true;
  const advised = travellers.filter((traveller) => traveller.instead !== null || lacksStatus(traveller));
  if (advised.length === 0) return null;
  const proves = documents.length > 0 && advised.some(lacksStatus);
  return (
    <Notice title={t("catalogue.instead.travellers")}>
      <ul className="stack" data-gap="m">
        {advised.map((traveller) => (
          <li key={traveller.userId}>
            <p>
              <bdi>{traveller.name}</bdi>
            </p>
            {traveller.instead !== null && (
              <p>
                <AlternativeLink alternative={traveller.instead} />
              </p>
            )}
            {lacksStatus(traveller) && (
              <p>
                <TextLink href={href("traveller", { id: traveller.userId })}>
                  {t("catalogue.instead.declare")}
                  <VisuallyHidden> {traveller.name}</VisuallyHidden>
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
      {/* One element, because in notices the link is a flex row, which drops spaces between its children. */}
      <span>
        {list(audience === null ? [name] : [name, audience])}{" "}
        <bdi dir="ltr" className="figures">
          {money(price)}
        </bdi>
      </span>
    </TextLink>
  );
}
