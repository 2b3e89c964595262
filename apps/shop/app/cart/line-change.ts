import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { href } from "../paths.ts";
import type { StoredArticle } from "./stored-article.ts";

/** Link to change a line: the article's page, or the page for choosing the card if the line makes a card or loads a new one. */
export function changeHref(line: CartLine, article: Pick<StoredArticle, "cardWork"> | undefined): string {
  if (article?.cardWork === "duplicate" && line.mediaId !== null) return href("cardIncident", { id: line.mediaId });
  if (article?.cardWork === "new" || line.mediaId === newCard) return href("tunnelCardSelection");
  return href("product", { id: line.shopItemId }, { line: line.id });
}
