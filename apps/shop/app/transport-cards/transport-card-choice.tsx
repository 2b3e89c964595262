import { Figures } from "@guichet/ui/figures.tsx";
import { Choice as Card } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** A transport card that an article can be loaded onto. */
export interface OfferedCard {
  id: string;
  /** The number as shown: in full, or its last digits. */
  number: string;
  travellerId: string | null;
}

interface CardChoiceProps {
  /** The cards of the traveller. */
  cards: readonly OfferedCard[];
  chosen: OfferedCard | undefined;
  /** The page to return to after linking another card. */
  back: string;
  error: string | undefined;
  choose: (cardId: string) => void;
}

/** Choice among the traveller's transport cards; another one can be linked from here. */
export function TransportCardChoice({ cards, chosen, back, error, choose }: CardChoiceProps) {
  const t = useT();
  const { user } = usePageContext();
  return (
    <div className="stack" data-gap="m">
      <ChoiceGroup
        id="card"
        label={t("transport-cards.choice")}
        hint={cards.length === 0 ? t("transport-cards.choice.none") : t("transport-cards.choice.hint")}
        error={error}
      >
        {cards.map(({ id, number }) => (
          <Card
            key={id}
            name="card"
            value={id}
            title={<Figures>{number}</Figures>}
            checked={id === chosen?.id}
            onChange={() => choose(id)}
          />
        ))}
      </ChoiceGroup>
      {!user?.isGuest && (
        <p>
          <LinkButton
            variant="quiet"
            href={href("transportCards", undefined, { next: back })}
            icon={<PlusIcon size="s" />}
          >
            {t("transport-cards.choice.link")}
          </LinkButton>
        </p>
      )}
    </div>
  );
}
