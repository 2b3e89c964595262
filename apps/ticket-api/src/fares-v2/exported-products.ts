import { textIn } from "@guichet/contract/locales.ts";
import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import { decimalText } from "@guichet/texts/decimal-money.ts";
import { type FareTables, fareRow } from "./fare-files.ts";
import { feedText } from "./write-fares.ts";

/** What is made of one article: its tables, and the words for what is left out. */
export interface ArticleExport {
  network: NetworkPack["network"];
  article: PackArticle;
  fares: FareTables;
  /** "" for everybody. */
  riderCategory: string;
  leftOut: string[];
}

/** The rows of one product, a row for each medium. */
export function addProduct(
  { network, article, fares, riderCategory }: ArticleExport,
  product: string,
  amount: number,
): void {
  for (const support of article.supports) {
    fares["fare_products.txt"].push(
      fareRow("fare_products.txt", {
        fare_product_id: product,
        fare_product_name: feedText(textIn(article.name, network.languages[0] ?? "fr")),
        rider_category_id: riderCategory,
        fare_media_id: support,
        amount: decimalText(amount, network.currency),
        currency: network.currency,
      }),
    );
  }
}
