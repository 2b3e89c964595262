import { Support } from "@guichet/contract/catalogue.ts";
import { minorUnits } from "../transit-feed/feed-amount.ts";
import { type FareRow, type FareTables, valueIn } from "./fare-files.ts";
import type { FareNote } from "./fare-note.ts";

/** A fare product for one rider category at one price, with the media on which it is sold. */
export interface ProductVariant {
  product: string;
  name: string;
  /** "" for everybody. */
  category: string;
  /** Minor units. */
  amount: number;
  supports: Support[];
  /** Whether the product has variants for other categories, or at other prices. */
  hasCategories: boolean;
  hasPrices: boolean;
}

/** The products of a feed that can be sold in a currency, by category and price; the others are noted. */
export function variantsOf(fares: FareTables, currency: string, digits: number, notes: FareNote[]): ProductVariant[] {
  const mediumTypes = new Map(
    fares["fare_media.txt"].map((row) => [valueIn(row, "fare_media_id"), valueIn(row, "fare_media_type")]),
  );
  const products = Map.groupBy(fares["fare_products.txt"], (row) => valueIn(row, "fare_product_id"));
  return [...products].flatMap(([product, rows]) => {
    const reason = reasonNotSold(fares, product, rows, currency);
    if (reason !== undefined) notes.push({ id: product, message: `not sold: ${reason}` });
    return reason === undefined ? variantsIn(product, rows, mediumTypes, digits, notes) : [];
  });
}

function reasonNotSold(
  fares: FareTables,
  product: string,
  rows: readonly FareRow[],
  currency: string,
): string | undefined {
  const other = rows.map((row) => valueIn(row, "currency")).find((each) => each !== currency);
  if (other !== undefined) return `its currency is ${other}, not ${currency}`;
  if (rows.some((row) => valueIn(row, "amount").startsWith("-"))) return "it reduces the price of a transfer";
  const isUsed = (file: "fare_leg_rules.txt" | "fare_transfer_rules.txt") =>
    fares[file].some((row) => valueIn(row, "fare_product_id") === product);
  if (!isUsed("fare_leg_rules.txt") && isUsed("fare_transfer_rules.txt")) return "it is the price of a transfer";
  return undefined;
}

function variantsIn(
  product: string,
  rows: readonly FareRow[],
  mediumTypes: ReadonlyMap<string, string>,
  digits: number,
  notes: FareNote[],
): ProductVariant[] {
  const sold = rows.flatMap((row) => {
    const medium = valueIn(row, "fare_media_id");
    const support = supportOf(medium, mediumTypes.get(medium));
    if (support === undefined)
      notes.push({ id: product, message: `not sold on the fare medium ${medium} (cash or bank card on board)` });
    return support === undefined ? [] : [{ row, support }];
  });
  const variants = Map.groupBy(sold, ({ row }) =>
    JSON.stringify([valueIn(row, "rider_category_id"), minorUnits(valueIn(row, "amount"), digits)]),
  );
  const categories = new Set(sold.map(({ row }) => valueIn(row, "rider_category_id")));
  return [...variants.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const category = valueIn(first.row, "rider_category_id");
    return {
      product,
      name: valueIn(first.row, "fare_product_name") || product,
      category,
      amount: minorUnits(valueIn(first.row, "amount"), digits) ?? 0,
      supports: [...new Set(same.map(({ support }) => support))],
      hasCategories: categories.size > 1,
      hasPrices: variants.size > categories.size,
    };
  });
}

/**
 * The support of a fare medium: that of its id in feeds of our own, otherwise by its kind; an unknown medium is the phone.
 * undefined: cash and bank cards on board, which the shop does not sell.
 */
export function supportOf(medium: string, type: string | undefined): Support | undefined {
  const own = Support.safeParse(medium);
  if (own.success) return own.data;
  if (type === "1") return "COLLECT";
  if (type === "2") return "MEDIA";
  return type === undefined || type === "4" ? "DEMATERIALIZED" : undefined;
}
