import { collectReadyMaxHours, collectReadyMinHours } from "@guichet/contract/limits/order-limits.ts";
import { Choice as Card } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Amount } from "../formats/amount.tsx";
import { useT } from "../texts/texts.tsx";
import { type Choice, openSupports } from "./article-selection.ts";
import type { Product } from "./product.ts";
import { SupportIcon } from "./support-icon.tsx";

export interface ChoicesProps {
  product: Product;
  choice: Choice;
  error?: string | undefined;
  change: (part: Partial<Choice>) => void;
}

/** Selection of the ticket's support, among those that the article offers and the visitor may use. */
export function SupportChoice({ product, choice, error, change }: ChoicesProps) {
  const t = useT();
  const { supports, mayHoldOnPhone } = product;
  const open = openSupports(supports, mayHoldOnPhone);
  return (
    <ChoiceGroup id="support" label={t("shell.support.question")} error={error}>
      {supports.map((support) => (
        <Card
          key={support}
          name="support"
          value={support}
          title={t(`shell.support.${support}`)}
          note={t(open.includes(support) ? `shell.support.${support}.note` : "shell.support.needs-identity", {
            minHours: collectReadyMinHours,
            maxHours: collectReadyMaxHours,
          })}
          end={<SupportIcon support={support} />}
          checked={choice.support === support}
          disabled={!open.includes(support)}
          onChange={() => change({ support })}
        />
      ))}
    </ChoiceGroup>
  );
}

/** Selection of an option, an article added to each unit. */
export function OptionChoice({ product, choice, change }: ChoicesProps) {
  const t = useT();
  if (product.options.length === 0) return null;
  return (
    <ChoiceGroup id="option" label={t("catalogue.option")}>
      {product.options.map(({ id, name, summary, price }) => (
        <Card
          key={id}
          type="checkbox"
          name="option"
          value={id}
          title={name}
          note={summary}
          end={
            <span>
              + <Amount money={price} />
            </span>
          }
          checked={choice.optionId === id}
          onChange={({ currentTarget: { checked } }) => change({ optionId: checked ? id : null })}
        />
      ))}
    </ChoiceGroup>
  );
}
