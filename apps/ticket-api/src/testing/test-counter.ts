import type { RequestIn } from "@guichet/contract/call.ts";
import type { sellAtCounter } from "@guichet/contract/office/counter.ts";
import { expect } from "vitest";
import { testArticle, testPack } from "./test-pack.ts";
import { openTestShop, type Shop } from "./test-purchase.ts";
import { type TestStaff, testStaff } from "./test-staff.ts";

const agencyOf = (id: string, index: number) => ({
  ...{ id, index, label: `Agence ${id}`, addressRoute: "1 rue du Port", addressPostalCode: "29200" },
  ...{ addressCity: "Brest", openingHours: [{ weekday: 1, opens: "08:00", closes: "18:00" }] },
});
const paymentOptions = [{ paymentMethods: ["CARD" as const, "CASH" as const, "DEPOSIT" as const] }];

/** A network with two agencies, whose counter takes cash, cards and deposits for most articles. */
const counterPack = () =>
  testPack({
    vouchers: [
      { code: "MINUS100", type: "AMOUNT", amount: 100, limit: 1 },
      { code: "OVER", type: "AMOUNT", amount: 50, validUntil: "2026-01-01T00:00:00Z" },
      { code: "ONCEEACH", type: "AMOUNT", amount: 10, limitPerAccount: 1 },
    ],
    agencies: [agencyOf("port", 1), agencyOf("station", 2)],
    network: { paymentMethods: ["CARD", "CASH", "DEPOSIT"], guestMaxAmount: 100_000, refundApprovalAbove: 5000 },
    articles: [
      testArticle({ id: "single", price: 150, paymentOptions }),
      testArticle({ id: "dear", price: 6000, paymentOptions }),
      testArticle({ id: "day", price: 500, vatRate: 20, paymentOptions }),
      testArticle({ id: "card-only", price: 150 }),
      testArticle({ id: "free", price: 0, paymentOptions }),
      testArticle({ id: "at-the-counter", price: 700, type: 1, paymentOptions }),
      testArticle({ id: "youth", price: 90, ageTo: 17, paymentOptions }),
      testArticle({
        ...{ id: "pass", price: 3400, supports: ["MEDIA"], paymentOptions },
        validity: { from: "purchase", duration: "P31D" },
      }),
      testArticle({ id: "posted", price: 150, supports: ["SHIPPING", "PHYSICAL"], paymentOptions }),
      testArticle({ id: "posted-only", price: 150, supports: ["SHIPPING"], paymentOptions }),
      testArticle({ id: "renewing", price: 3200, renewalInterval: "P1M", paymentOptions }),
    ],
  });

export const euros = (amount: number) => ({ amount, currency: "EUR" });

/** A shop with a counter, its staff, and what they do there. */
export interface TestCounter {
  shop: Shop;
  agent: TestStaff;
  manager: TestStaff;
  /** Opens a cash drawer in the agency of the port; returns its id. */
  open(by: TestStaff, openingAmount?: number): Promise<string>;
  close(by: TestStaff, drawerId: string, countedAmount: number, reason?: string): ReturnType<typeof closing>;
  /** A drawer with its newest sales, as the manager sees it. */
  drawer(drawerId: string): ReturnType<typeof drawerOf>;
  /** Sells by default one single ticket for cash, to somebody who gives no name. */
  sell(by: TestStaff, sale?: Sale, key?: string): ReturnType<typeof selling>;
}

type Sale = Omit<Partial<RequestIn<typeof sellAtCounter>>, "articles"> & { articles?: Line[]; total?: number };
interface Line {
  productId: string;
  quantity?: number;
  support?: "DEMATERIALIZED" | "MEDIA" | "PHYSICAL" | "SHIPPING";
  customerId?: string;
  mediaId?: string;
}

const selling = async (shop: Shop, by: TestStaff, { articles, total = 150, ...sale }: Sale, key: string) => {
  const lines = (articles ?? [{ productId: "single" }]).map((line) => ({
    ...{ quantity: 1, support: "DEMATERIALIZED" as const },
    ...line,
  }));
  const values = {
    ...{ saleKey: key, articles: lines, totalAmount: euros(total), paymentMethod: "CASH" as const },
    ...(sale.paymentMethod === undefined ? { givenAmount: euros(total) } : {}),
    ...sale,
  };
  return (await shop.api.call("sellAtCounter", values, { token: by.token })).body;
};
const closing = async (shop: Shop, by: TestStaff, drawerId: string, countedAmount: number, reason?: string) => {
  const values = { drawerId, countedAmount: euros(countedAmount), ...(reason === undefined ? {} : { reason }) };
  return (await shop.api.call("closeDrawer", values, { token: by.token })).body;
};
const drawerOf = async (shop: Shop, manager: TestStaff, drawerId: string) =>
  (await shop.api.call("getDrawer", { drawerId }, { token: manager.token })).body;

export async function openTestCounter(): Promise<TestCounter> {
  const shop = await openTestShop({ packs: [counterPack()] });
  const agent = await testStaff(shop.api, { north: ["agent"] }, "Yanis Kermarec");
  const manager = await testStaff(shop.api, { north: ["manager"] }, "Nolwenn Cadiou");
  return {
    ...{ shop, agent, manager },
    open: async (by, openingAmount = 5000) => {
      const values = { agencyId: "port", openingAmount: euros(openingAmount) };
      const { body } = await shop.api.call("openDrawer", values, { token: by.token });
      expect(body.error).toBeUndefined();
      return body.drawer.drawerId;
    },
    close: (by, drawerId, countedAmount, reason) => closing(shop, by, drawerId, countedAmount, reason),
    drawer: (drawerId) => drawerOf(shop, manager, drawerId),
    sell: (by, sale = {}, key = crypto.randomUUID()) => selling(shop, by, sale, key),
  };
}
