import { Choice as Card } from "@guichet/ui/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/choice-group.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { type Choice, cardOf, cardsFor } from "../catalogue/choice.ts";
import type { Product } from "../catalogue/product.screen.tsx";
import { useShell } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

interface CardChoiceProps {
  product: Product;
  choice: Choice;
  error: string | undefined;
  change: (part: Partial<Choice>) => void;
}

/** On which of the traveller's transport cards; another one can be linked on the spot. */
export function CardChoice({ product, choice, error, change }: CardChoiceProps) {
  const t = useT();
  const { user } = useShell();
  const cards = cardsFor(choice, product);
  const chosen = cardOf(choice, product);
  const back = href("product", { id: product.id }, { support: "MEDIA" });
  return (
    <div className="stack" data-gap="m">
      <ChoiceGroup
        id="card"
        label={t("cards.choice")}
        hint={cards.length === 0 ? t("cards.choice.none") : t("cards.choice.hint")}
        error={error}
      >
        {cards.map(({ id, number }) => (
          <Card
            key={id}
            name="card"
            value={id}
            title={<Figures>{number}</Figures>}
            checked={id === chosen?.id}
            onChange={() => change({ mediaId: id })}
          />
        ))}
      </ChoiceGroup>
      {!user?.isGuest && (
        <p>
          <LinkButton
            look="quiet"
            href={href("transportCards", undefined, { next: back })}
            icon={<PlusIcon size="s" />}
          >
            {t("cards.choice.link")}
          </LinkButton>
        </p>
      )}
    </div>
  );
}
