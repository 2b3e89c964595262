import { type Language, textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** What a subscription's order says of its name: the article as it was sold, and the name in the order's language. */
export interface Named {
  name: string;
  article: PackArticle | null;
}

/** What a subscription is called in a language. */
export const subscriptionName = (
  { name, article }: Named,
  { definition }: Pick<LoadedNetwork, "definition">,
  language: Language,
): string => (article === null ? name : textIn(article.name, language, definition.languages));
