import { Choice as Card } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { lazyPart } from "../page/lazy-part.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { suitability } from "./article-selection.ts";
import type { ChoicesProps } from "./product-choices.tsx";
import { InsteadForTravellers } from "./suitable-instead.tsx";

const PassesHeldByTraveller = lazyPart(
  () => import("./passes-held-by-traveller.tsx").then((module) => module.PassesHeldByTraveller),
  () => null,
);

/** Selection of the traveller: eligible travellers, and the others with the reason for ineligibility. */
export function TravellerChoice({ product, choice, error, change }: ChoicesProps) {
  const t = useT();
  const { travellers } = product;
  if (travellers === null) return null;
  return (
    <div className="stack" data-gap="m">
      <ChoiceGroup id="traveller" label={t("catalogue.traveller")} error={error}>
        {travellers.map((traveller) => {
          const { userId, name } = traveller;
          const { age, reason } = suitability(traveller, choice.day);
          const words = [
            ...(age === null ? [] : [t("catalogue.traveller.age", { age })]),
            ...(reason === null
              ? []
              : [t(reason === "age" ? "catalogue.traveller.reason-age" : `catalogue.traveller.${reason}`)]),
            ...(traveller.provesStatus && reason === null ? [t("catalogue.traveller.proves")] : []),
          ];
          return (
            <Card
              key={userId}
              name="traveller"
              value={userId}
              title={<bdi>{name}</bdi>}
              note={words.length > 0 ? words.join(". ") : undefined}
              checked={choice.travellerId === userId}
              disabled={reason !== null && choice.travellerId !== userId}
              onChange={() => change({ travellerId: userId })}
            />
          );
        })}
      </ChoiceGroup>
      <InsteadForTravellers travellers={travellers} productId={product.id} documents={product.documents} />
      {product.isPass && <PassesHeldByTraveller product={product} choice={choice} />}
      <p>
        <LinkButton variant="quiet" href={href("travellerNew")} icon={<PlusIcon size="s" />}>
          {t("catalogue.traveller.new")}
        </LinkButton>
      </p>
    </div>
  );
}
