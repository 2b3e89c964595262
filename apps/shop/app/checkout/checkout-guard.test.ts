import type { CartLine } from "@guichet/rules/cart.ts";
import { describe, expect, it } from "vitest";
import { checkoutRedirect, needsAddress, type Shopper, stepAt, stepsFor } from "./checkout-guard.ts";

const line: CartLine = {
  id: "1",
  shopItemId: "ticket",
  quantity: 1,
  profileId: "u1",
  support: "DEMATERIALIZED",
  optionId: null,
  mediaId: null,
  startingAt: null,
  startMonth: null,
  fields: {},
};
const adult = { firstName: "Lina", birthday: "1990-04-01", isGuest: false, isVerified: true };
const nameless = { ...adult, firstName: "", isGuest: true, isVerified: false };
const ready: Shopper = {
  cart: { lines: [line], articles: [], termsAccepted: true, over18Accepted: false, orderId: null },
  user: adult,
  today: "2026-11-20",
  hideBirthDate: false,
};
const withCart = (change: Partial<Shopper["cart"]>): Shopper => ({ ...ready, cart: { ...ready.cart, ...change } });

// covers §2: checkout and invite-login redirect to the cart without terms and age
describe("checkout admits only users who may order now", () => {
  // covers §2: collect redirects to the cart without terms and age
  it.each<[string, Shopper, string | undefined]>([
    ["of age by birth date", ready, undefined],
    ["of age on the birthday", { ...ready, user: { ...adult, birthday: "2008-11-20" } }, undefined],
    ["a day too young", { ...ready, user: { ...adult, birthday: "2008-11-21" } }, "/cart"],
    ["by the box", { ...withCart({ over18Accepted: true }), user: { ...adult, birthday: null } }, undefined],
    ["birth date unknown, box not ticked", { ...ready, user: { ...adult, birthday: null } }, "/cart"],
    ["where birth dates are hidden only the box counts", { ...ready, hideBirthDate: true }, "/cart"],
    ["terms not accepted", withCart({ termsAccepted: false }), "/cart"],
    ["an empty cart", withCart({ lines: [] }), "/cart"],
    ["a visitor", { ...withCart({ over18Accepted: true }), user: null }, "/cart/invite-login"],
    ["a visitor who did not accept is asked that first", { ...ready, user: null }, "/cart"],
    [
      "an unverified account",
      { ...ready, user: { ...adult, isVerified: false } },
      "/unverified-account?next=%2Fcart%2Fcheckout",
    ],
    ["a guest needs no verification", { ...ready, user: { ...adult, isGuest: true, isVerified: false } }, undefined],
    ["a guest without a name buys what is for anybody", { ...ready, user: nameless }, undefined],
    [
      "a guest without a name must enter it for a parcel",
      { ...withCart({ lines: [{ ...line, support: "SHIPPING" }] }), user: nameless },
      "/cart/invite-login?guest=1",
    ],
    ["an order of this cart that is unresolved", withCart({ orderId: "o1" }), "/cart?order=o1"],
  ])("%s", (_, shopper, place) => {
    expect(checkoutRedirect(shopper)).toBe(place);
  });
});

const now = "2026-11-20T09:00:00.000Z";

describe("the screens of checkout", () => {
  it.each<[string, CartLine["support"][], readonly string[]]>([
    ["tickets on the phone are paid at once", ["DEMATERIALIZED"], ["pay"]],
    ["what is handed over asks where", ["DEMATERIALIZED", "PHYSICAL"], ["delivery", "details", "pay"]],
    ["what is shipped asks where to", ["SHIPPING"], ["delivery", "details", "pay"]],
  ])("%s", (_, supports, steps) => {
    expect(stepsFor(supports.map((support) => ({ ...line, support })))).toEqual(steps);
  });

  // covers §5: collect needs agency and slot
  it("stop at delivery until an available agency and time are chosen", () => {
    const lines = [{ ...line, support: "COLLECT" as const }];
    const startsAt = "2026-11-22T09:00:00.000Z";
    const collect = { siteId: "gare", slotId: "s", label: "Gare", startsAt, endsAt: "2026-11-22T10:00:00.000Z" };
    expect(stepsFor(lines)).toEqual(["delivery", "details", "pay"]);
    expect(stepAt("pay", { lines, delivery: null, collect: null }, now)).toBe("delivery");
    expect(stepAt("pay", { lines, delivery: null, collect }, now)).toBe("pay");
    expect(stepAt("pay", { lines, delivery: null, collect }, "2026-11-20T09:00:01.000Z")).toBe("delivery");
  });

  // covers §2: shipping needs an address, and checkout waits for it
  it("stop at delivery until an address is known", () => {
    const lines = [{ ...line, support: "SHIPPING" as const }];
    const delivery = {
      fullname: "K M",
      addressRoute: "1 r",
      addressPostalCode: "17000",
      addressCity: "L",
      addressState: "",
    };
    expect(needsAddress({ lines, delivery: null })).toBe(true);
    expect(stepAt("pay", { lines, delivery: null, collect: null }, now)).toBe("delivery");
    expect(stepAt("pay", { lines, delivery, collect: null }, now)).toBe("pay");
    expect(stepAt("nowhere", { lines, delivery, collect: null }, now)).toBe("delivery");
  });
});
