import { afterAll, beforeAll, expect, test } from "vitest";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { validatorClient } from "../apps/ticket-api/src/testing/test-api.ts";
import { openCardShop, transportCardCalls } from "../apps/ticket-api/src/testing/test-card-shop.ts";
import { testPerson } from "../apps/ticket-api/src/testing/test-people.ts";
import type { Shop } from "../apps/ticket-api/src/testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

function loadCard(...words: string[]) {
  const { id, key } = validatorClient;
  const at = ["--api", shop.api.url, "--network", "north", "--client", id, "--key", key];
  return runOperatorCommand("load-card", [...at, ...words]);
}

// covers §1: tickets on a transport card
test("a card at the validator is loaded with its pending tickets, once; a dry run loads nothing", async () => {
  const cardCalls = transportCardCalls(shop);
  const person = await testPerson(shop.api.deps);
  const card = await cardCalls.ownCard(person);
  await cardCalls.load(person, card.id);
  const typed = card.number.match(/.{4}/gu) ?? [];
  expect(await loadCard(...typed, "--look")).toMatchObject({ code: 0, out: expect.stringMatching(/^pending: year/u) });
  expect(await loadCard(card.number)).toMatchObject({ code: 0, out: expect.stringMatching(/^loaded: year/u) });
  expect((await cardCalls.tickets(person.token))[0]?.media?.loads).toBe("loaded");
  expect((await loadCard(card.number)).out).toBe("No loads pending for this card.");
});

test("an unknown card, a client without the right and wrong use are reported", async () => {
  expect(await loadCard("1")).toMatchObject({ code: 1, err: "The Ticket API refuses: CARD_NOT_RECOGNISED." });
  const shops = await loadCard("1", "--client", "shop", "--key", "guichet-demo-key");
  expect([shops.code, shops.err]).toEqual([1, "The Ticket API refuses: CLIENT_NOT_ALLOWED."]);
  expect((await loadCard()).code).toBe(2);
  expect((await loadCard("--help")).out).toContain("load-card -- <card number>");
});
