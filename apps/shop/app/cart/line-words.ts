import type { Journey } from "@guichet/contract/travel.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { useStartWords } from "../formats/start-words.ts";
import { usePageContext } from "../page/page-context.tsx";
import { type Translate, useT } from "../texts/texts.tsx";
import type { CartQuote } from "./cart-quote.ts";
import type { StoredArticle } from "./stored-article.ts";

/** Returns a function that summarises a line in the order in which people check it: journey, traveller, support, start, option, fields. */
export function useLineWords(travellers: CartQuote["travellers"], articles: readonly StoredArticle[]) {
  const t = useT();
  const startWords = useStartWords();
  const { user } = usePageContext();
  const nameOf = (profileId: string) => {
    const traveller = travellers.find(({ userId }) => userId === profileId)?.name;
    const own = user?.userId === profileId ? `${user.firstName} ${user.lastName}`.trim() : undefined;
    return traveller ?? own;
  };
  return (
    line: CartLine,
    article: StoredArticle | undefined,
    journey?: Journey,
  ): { main: string[]; details: string[] } => {
    const traveller = line.profileId === null ? undefined : nameOf(line.profileId);
    const start = startWords(article?.pivotType ?? null, line);
    const option = articles.find(({ shopItemId }) => shopItemId === line.optionId);
    const fields = (article?.fields ?? []).flatMap(({ id, label, choices }) => {
      const value = line.fields[id];
      if (value === undefined || value === "") return [];
      const shown =
        value === "true" ? t("cart.yes") : (choices.find((choice) => choice.value === value)?.label ?? value);
      return [t("cart.line.field", { label, value: shown })];
    });
    return {
      main: [
        ...(journey ? [journeyText(t, journey)] : []),
        ...(traveller ? [traveller] : []),
        article?.cardWork && line.support === "PHYSICAL" ? t("cart.card.PHYSICAL") : t(`cart.support.${line.support}`),
        ...(start ? [start] : []),
      ],
      details: [...(option ? [t("cart.line.option", { name: option.name })] : []), ...fields],
    };
  };
}

const journeyText = (t: Translate, { origin, destination }: Journey): string =>
  t("cart.line.journey", { origin: origin.name, destination: destination.name });
