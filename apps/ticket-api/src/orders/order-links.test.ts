import { guestOrderLinkDays } from "@guichet/contract/limits/order-limits.ts";
import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysMs } from "../clock.ts";
import { openCardShop, transportCardCalls } from "../testing/test-card-shop.ts";
import { testPerson } from "../testing/test-people.ts";
import type { Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let shop: Shop;
let cardCalls: ReturnType<typeof transportCardCalls>;
let clerk: TestStaff;
beforeAll(async () => {
  shop = await openCardShop();
  cardCalls = transportCardCalls(shop);
  clerk = await testStaff(shop.api, { north: ["agent"] }, "Yanis Kermarec");
});
afterAll(() => shop.close());

const collect = { siteId: "gare", slotId: slotIdOf("2026-11-24T08:00:00Z") };

/** Orders a card, has it prepared, and returns the e-mail about it. */
async function emailAbout(support: "SHIPPING" | "COLLECT", guest: boolean) {
  const person = guest ? await guestWithName() : await testPerson(shop.api.deps);
  const placed = await cardCalls.place(person, [{ productId: "card", support }], 0, {
    collect,
    ...(guest ? { invoiceEmail: person.email, over18Accepted: true } : {}),
  });
  expect(placed.body.error).toBeUndefined();
  const { orderId } = placed.body;
  const values = { orderId, support };
  for (const step of ["beginPreparation", "finishPreparation"] as const)
    await shop.api.call(step, values, { token: clerk.token });
  const words = support === "SHIPPING" ? "expédiée" : "prête à retirer";
  const email = (await cardCalls.emails(person.email)).find(({ subject }) => subject.includes(words));
  return { orderId, text: email?.text ?? "" };
}

async function guestWithName() {
  const email = `guest-${crypto.randomUUID()}@example.org`;
  const guest = { email, firstName: "Ana", lastName: "Silva", birthDate: "1980-01-01" };
  const { user } = (await shop.api.call("login", { authAsGuest: true, guest })).body;
  if (user?.userToken === undefined) throw new Error("no guest session");
  return { token: user.userToken, userId: user.userId, accountId: "", email, user };
}

const linkIn = (text: string) => new URL(/https?:\/\/\S+\/account\/invoices\?\S+/.exec(text)?.[0] ?? "http://none");
const follow = (link: URL, more: Record<string, string> = {}) => {
  const { order = "", until = "", link: linkSignature = "" } = Object.fromEntries(link.searchParams);
  return shop.api.call("readLinkedOrder", { orderId: order, until, linkSignature, ...more });
};

// covers: an e-mail about a parcel or a collection has the same button for a guest, with a signed link
describe.each(["SHIPPING", "COLLECT"] as const)("an e-mail about an order (%s)", (support) => {
  it("has the same button for a guest as for an account", async () => {
    const [own, guests] = [await emailAbout(support, false), await emailAbout(support, true)];
    expect(own.text).toContain("Voir la commande");
    expect(linkIn(own.text).searchParams.toString()).toBe(`order=${own.orderId}`);
    expect(guests.text).toContain("Voir la commande");
    expect(guests.text).toContain("Ce lien vers votre commande est valable jusqu’au");
    const { order } = (await follow(linkIn(guests.text))).body;
    expect(order).toMatchObject({ orderId: guests.orderId, paymentUrl: null });
  });
});

describe("the link to a guest's order", () => {
  it("shows no other order, and nothing once it is forged or expired", async () => {
    const { text } = await emailAbout("SHIPPING", true);
    const other = await emailAbout("SHIPPING", true);
    const link = linkIn(text);
    const until = new Date(shop.api.deps.clock.now().getTime() + daysMs(2 * guestOrderLinkDays)).toISOString();
    for (const more of [{ orderId: other.orderId }, { until }, { linkSignature: "AAAA" }])
      expect((await follow(link, more)).body.error?.code).toBe("NOT_FOUND");
    shop.api.clock.setOffset(shop.api.clock.offsetMs() + daysMs(guestOrderLinkDays) + 1_000);
    expect((await follow(link)).body.error?.code).toBe("NOT_FOUND");
  });
});
