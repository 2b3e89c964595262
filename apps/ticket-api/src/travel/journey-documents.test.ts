import { check } from "@guichet/ticket-code/ticket-code.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { testFeed } from "../testing/test-feed.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { saveFeed } from "../transit-feed/feed-store.ts";

let shop: Shop;
let person: TestPerson;
let orderId = "";
beforeAll(async () => {
  const articles = [
    testArticle({
      id: "coast",
      price: 0,
      validity: { from: "purchase", duration: "P1D" },
      originDestination: { fare: "one-*" },
    }),
  ];
  shop = await openTestShop({ packs: [{ ...testPack({ articles }), gtfs: testFeed() }] });
  person = await testPerson(shop.api.deps);
  const line = { productId: "coast", fields: { origin: "aubert", destination: "cape" } };
  const placed = await shop.api.call(
    "placeOrder",
    { ...orderOf(person, 390, line), lang: "ar" },
    { token: person.token, idempotencyKey: "journey-order-1" },
  );
  await shop.pay(placed.body.paymentUrl);
  orderId = placed.body.orderId;
  await shop.api.call("acknowledgePayment", { orderId }, { token: person.token });
  await shop.api.work.drain();
});
afterAll(() => shop.close());

const journey = { origin: { id: "aubert", name: "Aubert" }, destination: { id: "cape", name: "Le Cap" } };
const ticket = async () => {
  const [found] = (await shop.api.call("tickets", {}, { token: person.token })).body.items;
  if (found === undefined) throw new Error("no ticket");
  return found;
};
async function textOf(pdf: Uint8Array | undefined): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(pdf ?? new Uint8Array()), { mergePages: true });
  return text.replace(/[\p{Cf}\s]+/gu, " ");
}

test("the order and the ticket name both stops and cost the fare between them", async () => {
  const order = (await shop.api.call("getOrders", { orderId }, { token: person.token })).body.items[0];
  expect(order?.lines.map((line) => [line.journey, line.total.amount])).toEqual([[journey, 390]]);
  expect((await ticket()).journey).toEqual(journey);
});

// covers: both stops on order, ticket, invoice, attestation and e-mail
test("the PDF ticket, attestation and invoice name both stops, in any language", async () => {
  const { ticketId } = await ticket();
  const as = { token: person.token };
  for (const [lang, word] of [
    ["fr", "Trajet"],
    ["en", "Journey"],
    ["it", "Tragitto"],
    ["es", "Trayecto"],
  ] as const) {
    const drawn = await shop.api.call("ticketPdf", { ticketId, lang }, as);
    expect(await textOf(drawn.body.bytes)).toMatch(new RegExp(`${word} ?: Aubert – Le Cap`));
    const stated = await shop.api.call("contractAttestation", { ticketId, lang }, as);
    expect(await textOf(stated.body.bytes)).toMatch(new RegExp(`${word} Aubert – Le Cap`));
  }
  const arabic = await textOf((await shop.api.call("ticketPdf", { ticketId, lang: "ar" }, as)).body.bytes);
  expect(arabic).toContain("Aubert");
  expect(arabic).toContain("Le Cap");
  const invoice = await shop.api.call("printOrder", { orderId }, as);
  const printed = await textOf(invoice.body.bytes);
  expect(printed).toContain("Aubert");
  expect(printed).toContain("Le Cap");
});

// covers: both stops on order, ticket, invoice, attestation and e-mail
test("the e-mail names both stops, with the arrow in the reading direction", async () => {
  const response = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${person.email}`);
  const { items } = z.object({ items: z.array(z.object({ text: z.string() })) }).parse(await response.json());
  expect(items[0]?.text.replace(/\p{Cf}/gu, "").replaceAll("\u00a0", " ")).toContain("coast, Aubert ← Le Cap");
});

test("the signed code contains the product, and stays valid when the stop has left the timetable; so do the ticket's texts", async () => {
  const { deps } = shop.api;
  const { code } = await ticket();
  const checked = check(code ?? "", { keys: deps.keys.ticketKeys(), now: deps.clock.iso() });
  expect("ticket" in checked && [checked.status, checked.ticket.product]).toEqual(["valid", "coast"]);
  const network = { id: "north", currency: "EUR", timeZone: "Europe/Paris" };
  await deps.db.transaction().execute((tx) => saveFeed(tx, network, undefined, deps.clock.iso()));
  expect((await ticket()).journey).toEqual(journey);
});
