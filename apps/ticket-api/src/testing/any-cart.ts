import type { OrderLine } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { proposedStarts, slotsOn } from "@guichet/rules/calendar.ts";
import fc from "fast-check";

export interface CartWorld {
  now: string;
  timeZone: string;
  customerId: string;
  cardId: string;
}

/** Arbitrary lines of a cart, sometimes invalid: a wrong quantity, start, option, support or product. */
export function anyCart(items: readonly ShopItem[], world: CartWorld): fc.Arbitrary<OrderLine[]> {
  return fc.array(
    fc.constantFrom(...items).chain((item) => anyLine(item, items, world)),
    { minLength: 1, maxLength: 5 },
  );
}

const seldom = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

function anyLine(item: ShopItem, items: readonly ShopItem[], world: CartWorld): fc.Arbitrary<OrderLine> {
  const { articleQuantityMin: least, articleQuantityMax: most } = item;
  const options = fc.subarray(item.options);
  const quantity = seldom(
    fc.oneof(fc.constant(least), fc.integer({ min: least, max: Math.min(most, least + 4) })),
    fc.constantFrom(0, -1, 100, 2 ** 31 - 1),
  );
  return fc
    .record({
      quantity,
      productId: seldom(fc.constant(item.products[0]?.productId ?? item.shopItemId), fc.constantFrom("nothing", "-")),
      support: seldom(fc.constantFrom(...item.supports), fc.constantFrom("MEDIA", "PHYSICAL")),
      start: anyStart(item, world),
      fields: anyFields(item),
      options: seldom(options, fc.constant<string[]>(["nothing"])),
      customerId: seldom(fc.constant<string | null>(world.customerId), fc.constant(null)),
    })
    .map(({ start, options: chosen, ...line }) => ({
      ...line,
      ...start,
      ...(line.support === "MEDIA" ? { mediaId: world.cardId } : {}),
      optionLines: chosen.map((productId) => {
        const option = items.find(({ shopItemId }) => shopItemId === productId);
        return { productId, quantity: option?.articleQuantityMin ?? 1 };
      }),
    }));
}

type Start = Pick<OrderLine, "startingAt" | "startMonth">;

function anyStart(item: ShopItem, { now, timeZone }: CartWorld): fc.Arbitrary<Start> {
  const { pivotType } = item;
  if (pivotType === null) return fc.constant<Start>({});
  const proposed = proposedStarts({ ...item, pivotType }, now, timeZone);
  const odd = fc.constantFrom<Start>({}, { startingAt: "2026-01-01T00:00:00.000Z" }, { startMonth: "2030-01" });
  if (!proposed.ok) return odd;
  const usual = fc.constantFrom(...proposed.value).chain((start) => {
    if (pivotType !== "DAY_PIVOT") return fc.constant<Start>({ startingAt: start.startingAt });
    const slots = slotsOn(start.day, { now, timeZone, salesEndsAt: item.salesEndsAt });
    return slots.length === 0 ? odd : fc.constantFrom(...slots.map(({ startingAt }): Start => ({ startingAt })));
  });
  return seldom(usual, odd);
}

const values: Readonly<Record<string, string>> = {
  text: "Ligne 4",
  email: "somebody@example.org",
  date: "2026-12-24",
  phone: "+33612345678",
  select: "a",
};

const anyFields = ({ fields }: ShopItem): fc.Arbitrary<Record<string, string>> =>
  seldom(
    fc.constant(Object.fromEntries(fields.map(({ id, type }) => [id, values[type] ?? ""]))),
    fc.constant({ no: "x" }),
  );
