import type { ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { proposedStarts } from "../calendar.ts";
import type { CartLine } from "../cart.ts";
import type { AdvisedLine } from "./adviser.ts";
import { isDivided } from "./traveller-shares.ts";

/** The cart lines of a proposed set of articles. Server only: it computes start dates. */

export type NewCartLine = Omit<CartLine, "id">;
type BoughtLine = Pick<AdvisedLine, "shopItemId" | "quantity" | "travellers" | "startsOn">;

interface CartContext {
  now: string;
  timeZone: string;
  /** The traveller of the account for each position in the request; null: chosen in the cart. */
  profileIds: readonly (string | null)[];
  /** Whether the customer may have tickets on the phone. */
  mayHoldOnPhone: boolean;
}

/**
 * Converts a proposed set to cart lines: one for each traveller where the pieces divide, each within the quantities that the
 * article allows. null if one of the articles is not in `items`, has no possible delivery, or cannot start on the proposed day.
 */
export function advisedCartLines(
  lines: readonly BoughtLine[],
  items: readonly ShopItem[],
  context: CartContext,
): NewCartLine[] | null {
  const found: NewCartLine[] = [];
  for (const line of lines) {
    const item = items.find(({ shopItemId }) => shopItemId === line.shopItemId);
    const support = item && deliveryOf(item, context.mayHoldOnPhone);
    const start = item && startOf(item, line.startsOn, context);
    if (item === undefined || support === undefined || start === undefined) return null;
    for (const { traveller, quantity } of portions(line)) {
      const profileId = traveller === null ? null : (context.profileIds[traveller] ?? null);
      const own = { shopItemId: item.shopItemId, support, profileId, ...start, ...plain };
      for (const part of parts(quantity, item)) found.push({ ...own, quantity: part });
    }
  }
  return found;
}

const plain = { optionId: null, mediaId: null, fields: {} } as const;

/** The pieces of each traveller; all together if they cannot be divided equally. */
function portions(line: BoughtLine): { traveller: number | null; quantity: number }[] {
  const { travellers, quantity } = line;
  if (!isDivided(line)) return [{ traveller: travellers[0] ?? null, quantity }];
  return travellers.map((traveller) => ({ traveller, quantity: quantity / travellers.length }));
}

/** Divides a quantity into parts of at most `articleQuantityMax`, none below `articleQuantityMin`. */
function parts(quantity: number, { articleQuantityMin: min, articleQuantityMax: max }: ShopItem): number[] {
  const count = Math.max(1, Math.ceil(quantity / max));
  const least = Math.max(min, Math.floor(quantity / count));
  return Array.from({ length: count }, (_, index) => (index < quantity - least * count ? least + 1 : least));
}

function deliveryOf({ supports }: ShopItem, mayHoldOnPhone: boolean): Support | undefined {
  const open = supports.filter((support) => support !== "DEMATERIALIZED" || mayHoldOnPhone);
  return open.find((support) => support === "DEMATERIALIZED") ?? open[0];
}

/** The start of an article on the proposed day; nothing to choose without a pivot; undefined: not possible any more. */
function startOf(
  item: ShopItem,
  day: string,
  { now, timeZone }: CartContext,
): Pick<CartLine, "startingAt" | "startMonth"> | undefined {
  const { pivotType } = item;
  if (pivotType === null) return { startingAt: null, startMonth: null };
  const proposed = proposedStarts({ ...item, pivotType }, now, timeZone);
  const start = proposed.ok ? proposed.value.find((one) => one.day === day) : undefined;
  if (start === undefined) return undefined;
  return pivotType === "MONTH_PIVOT"
    ? { startingAt: null, startMonth: start.startMonth }
    : { startingAt: start.startingAt, startMonth: null };
}
