import type { Ticket } from "@guichet/contract/wallet.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

/** The evening before the clocks of Paris go forward, at 20:07. */
const bought = "2027-03-27T19:07:00.000Z";
const byDay = { type: "DAY_PIVOT", value: 22, proposals: 5 } as const;
const articles = [
  testArticle({ id: "day", price: 0, validity: { from: "purchase", duration: "P1D" } }),
  testArticle({ id: "hours", price: 0, validity: { from: "purchase", duration: "PT24H" } }),
  testArticle({ id: "chosen-day", price: 0, validity: { from: "start", duration: "P1D" }, pivot: byDay }),
  testArticle({ id: "chosen-hours", price: 0, validity: { from: "start", duration: "PT24H" }, pivot: byDay }),
  testArticle({ id: "month", price: 0, validity: { from: "purchase", duration: "P1M" } }),
  testArticle({ id: "first-use", price: 0, validity: { from: "first-use", duration: "P1D" }, useWithin: "P1M" }),
  testArticle({ id: "season", price: 0, validity: { period: { from: "03-01", to: "03-28" } } }),
];

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack({ articles })] });
  people = peopleOf(shop.api, shop.sandbox.url);
  shop.api.clock.setOffset(Date.parse(bought) - Date.now());
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

/** Orders one free article in a language; returns its ticket, the e-mail's text and the PDF's. */
async function buy(productId: string, lang: "fr" | "ar", startingAt?: string) {
  const line = { productId, ...(startingAt === undefined ? {} : { startingAt }) };
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const placed = await shop.api.call("placeOrder", { ...orderOf(person, 0, line), lang } as never, asking);
  expect(placed.body.error).toBeUndefined();
  const { items } = (await shop.api.call("tickets", { orderId: placed.body.orderId }, { token: person.token })).body;
  const [ticket] = items as Ticket[];
  const { ticketId = "", serial = "" } = ticket ?? {};
  const pdf = await shop.api.call("ticketPdf", { ticketId, lang } as never, { token: person.token });
  const { text } = await extractText(await getDocumentProxy((pdf.body.bytes ?? new Uint8Array()).slice()), {
    mergePages: true,
  });
  const mail = (await people.emails(person.email)).find((one) => lettersOf(one.text).includes(lettersOf(serial)));
  return { ticket, mail: lettersOf(mail?.text ?? ""), pdf: lettersOf(text) };
}

/** Letters and figures alone: readers of PDFs guess spaces, and drop marks of direction. */
const lettersOf = (text: string): string => text.replace(/[\s\p{M}\p{Cf}]/gu, "");

const kinds = [
  ["day", undefined, "2027-03-27T23:00:00.000Z", "27 mars 2027 inclus", "نهاية يوم 27 مارس 2027"],
  ["hours", undefined, "2027-03-28T19:07", "28 mars 2027 à 21:07", "28 مارس 2027 في 21:07"],
  [
    "chosen-day",
    "2027-03-28T06:00:00.000Z",
    "2027-03-28T22:00:00.000Z",
    "28 mars 2027 inclus",
    "نهاية يوم 28 مارس 2027",
  ],
  [
    "chosen-hours",
    "2027-03-27T21:00:00.000Z",
    "2027-03-28T21:00:00.000Z",
    "28 mars 2027 à 23:00",
    "28 مارس 2027 في 23:00",
  ],
  ["month", undefined, "2027-04-26T22:00:00.000Z", "26 avril 2027 inclus", "نهاية يوم 26 أبريل 2027"],
  ["first-use", undefined, "2027-04-26T22:00:00.000Z", "avant le 27 avril 2027", "قبل 27 أبريل 2027"],
  ["season", undefined, "2027-03-28T22:00:00.000Z", "28 mars 2027 inclus", "نهاية يوم 28 مارس 2027"],
] as const;

// covers §1: the last day and the remaining time of a ticket, the same everywhere
test.each(kinds)(
  "a ticket of the kind %s has the same end as data, in the e-mail and on paper, across the clock change",
  async (productId, startingAt, end, french, arabic) => {
    for (const [lang, said] of [["fr", french] as const, ["ar", arabic] as const]) {
      const { ticket, mail, pdf } = await buy(productId, lang, startingAt);
      expect(ticket?.validUntil ?? ticket?.useBefore).toContain(end);
      expect(mail, lang).toContain(lettersOf(said));
      expect(pdf, lang).toContain(lettersOf(said));
    }
  },
);
