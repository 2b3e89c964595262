import type { RefundTerms } from "@guichet/contract/packs/refund-policy.ts";
import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { expect, test } from "vitest";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const none = { amount: euros(0), percent: 0 };
const plain: RefundTerms = {
  ...{ fee: none, feesByDay: [], refundPercent: 100, minimum: euros(0), countedFrom: "purchase" },
  ...{ deadlineDays: null, lockedFirstDays: null, lockedLastDays: null },
};
const byDay: RefundTerms = {
  ...plain,
  fee: { amount: euros(0), percent: 100 },
  feesByDay: [
    { ...none, untilDay: -7 },
    { amount: euros(200), percent: 10, untilDay: -1 },
    { amount: euros(500), percent: 0, untilDay: 6 },
  ],
};
const everything: RefundTerms = {
  ...{ fee: { amount: euros(500), percent: 0 }, feesByDay: [], refundPercent: 75.5, minimum: euros(300) },
  ...{ countedFrom: "start", deadlineDays: 90, lockedFirstDays: 1, lockedLastDays: 30 },
};
const items = { plain, byday: byDay, everything };

const { get } = shopOfFile(() => ({
  "/Products/getProducts.json": () => ({
    status: "ok",
    version: "1",
    items: Object.entries(items).map(([id, refundTerms]) =>
      sampleArticle(id, { refundBasis: "remaining-days", refundTerms }),
    ),
  }),
}));

const textOf = async (path: string) => {
  const { body } = await get(path);
  // React separates texts by empty comments; the spaces of amounts and punctuation do not break.
  return body.replaceAll(/<!--.*?-->/g, "").replaceAll(/[\u00a0\u202f]/g, " ");
};

// covers: a customer sees the fees and times of a refund before the purchase
test("the page of a product names every fee and time of its refund", async () => {
  expect(await textOf("/fr/products/byday")).toContain(
    "Remboursable pour les jours restants. Frais jusqu’à 7 jours avant le premier jour : aucuns. Frais jusqu’à 1 jour avant le premier jour : 10 % du prix, au moins 2,00 €. Frais jusqu’au jour 7 de validité : 5,00 €. Frais ensuite : 100 % du prix.",
  );
  const all = await textOf("/fr/products/everything");
  for (const sentence of [
    "75,5 % de ce montant sont remboursés.",
    "Frais : 5,00 €.",
    "À demander dans un délai de 90 jours après le premier jour.",
    "Pas de remboursement dans un délai de 1 jour après le premier jour.",
    "Pas de remboursement à 30 jours ou moins de la fin de validité.",
    "Pas de remboursement de moins de 3,00 €.",
  ])
    expect(all).toContain(sentence);
});

test("a policy without terms is one sentence", async () => {
  expect(await textOf("/fr/products/plain")).toMatch(/Remboursable pour les jours restants\.\s*<\/p>/);
});

test.each(["en", "ar"])("in the language %s every term has its sentence", async (language) => {
  const all = await textOf(`/${language}/products/everything`);
  for (const number of [/75[.,]5/, /5[.,]00/, /90/, /30/, /3[.,]00/]) expect(all).toMatch(number);
  expect(all).not.toContain("refunds.terms");
});
