import type { Answer } from "@guichet/client/peer.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { sampleArticle } from "@guichet/rules/sample-article.ts";

const category = { productTypeIndex: 1, id: "tickets", name: "Tickets", ink: "pass", icon: "ticket" } as const;
const passes = { productTypeIndex: 2, id: "passes", name: "Pass", ink: "year", icon: "calendar" } as const;

/** For tests: articles of the shop, one of each kind that its pages distinguish. */
export const sampleItems: readonly ShopItem[] = [
  sampleArticle("ticket", { name: "Ticket 1 heure", category }),
  sampleArticle("tribe", {
    name: "Ticket Tribu",
    category,
    price: { amount: 600, currency: "EUR" },
    shopItemPromoPrice: { amount: 500, currency: "EUR" },
    description: "Pour **cinq**. <script>alert(1)</script>",
  }),
  sampleArticle("day", {
    name: "Ticket 24 heures",
    category: passes,
    supports: ["MEDIA"],
    pivotType: "DAY_PIVOT",
    pivotValue: 23,
    startProposals: 3,
    options: ["bike"],
  }),
  sampleArticle("never", {
    name: "Pass sans date",
    category: passes,
    pivotType: "WEEK_PIVOT",
    pivotValue: 9,
    startProposals: 3,
  }),
  sampleArticle("youth", { name: "Pass Jeune", category: passes, ageTo: 27 }),
  sampleArticle("renewing", {
    name: "Abonnement mensuel",
    category: passes,
    price: { amount: 3200, currency: "EUR" },
    isRenewable: true,
    renewalInterval: "P1M",
  }),
  sampleArticle("bike", { name: "Option vélo", category: passes, tags: ["hidden"] }),
  sampleArticle("counter", { name: "Vendu au guichet", category: passes, type: 1 }),
];

const shown = sampleItems.filter(({ tags, type }) => tags.length === 0 && type === 2);

/** The responses of the Ticket API for the sample articles. */
export const catalogueAnswers: Record<string, Answer> = {
  "/shop/catalog": () => ({
    status: "ok",
    version: "1",
    categories: [category, passes].map((one) => ({
      ...one,
      items: shown.filter((item) => item.category.id === one.id),
    })),
  }),
  "/Products/getProducts.json": (seen) => {
    const ids = String(seen.values.ids ?? "").split(",");
    return { status: "ok", version: "1", items: sampleItems.filter(({ shopItemId }) => ids.includes(shopItemId)) };
  },
};
