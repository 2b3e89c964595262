import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { href } from "../paths.ts";
import type { StoredArticle } from "./stored-article.ts";

/** Link to change a line: its article's page, or the page on which a new or duplicate card was chosen, also for articles loaded on it. */
export function changeHref(line: CartLine, article: Pick<StoredArticle, "cardWork"> | undefined): string {
  if (article?.cardWork === "duplicate" && line.mediaId !== null) return href("cardIncident", { id: line.mediaId });
  if (article?.cardWork === "new" || line.mediaId === newCard) return href("tunnelCardSelection");
  return href("product", { id: line.shopItemId }, { line: line.id });
}
