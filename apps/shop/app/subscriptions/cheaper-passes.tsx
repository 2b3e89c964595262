import type { CheaperPass } from "@guichet/contract/cart.ts";
import { bestPriceDays } from "@guichet/contract/limits/catalogue-limits.ts";
import { subtract } from "@guichet/rules/money.ts";
import { PassIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";

interface CheaperPassesProps {
  passes: readonly CheaperPass[];
  /** Whether the tickets of a cart that is about to be paid are compared too. */
  buying?: boolean;
}

/** Names the pass that would have cost each traveller less than their tickets of the last days (decision 133). */
export function CheaperPasses({ passes, buying = false }: CheaperPassesProps) {
  const t = useT();
  const formats = useFormats();
  if (passes.length === 0) return null;
  return (
    <Notice icon={<PassIcon />} role="status" title={t("subscriptions.cheaper")}>
      {passes.map(({ travellerId, firstName, shopItemId, name, price, spent }) => (
        <p key={travellerId}>
          <T
            id={buying ? "subscriptions.cheaper.buying" : "subscriptions.cheaper.bought"}
            values={{
              ...{ firstName, name, days: `${bestPriceDays}` },
              ...{ spent: formats.money(spent), price: formats.money(price) },
              saving: formats.money(subtract(spent, price)),
            }}
            components={{ link: <TextLink href={href("product", { id: shopItemId })} />, who: <bdi /> }}
          />
        </p>
      ))}
    </Notice>
  );
}
