import { type Language, textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** The name fields of a subscription's order: the article at the time of sale, and its name in the order's language. */
export interface NamedSubscription {
  name: string;
  article: PackArticle | null;
}

/** The name of a subscription in a language. */
export const subscriptionName = (
  { name, article }: NamedSubscription,
  { definition }: Pick<LoadedNetwork, "definition">,
  language: Language,
): string => (article === null ? name : textIn(article.name, language, definition.languages));
