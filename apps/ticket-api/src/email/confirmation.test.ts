import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const Mailbox = z.object({
  items: z.array(
    z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      attachments: z.array(z.object({ filename: z.string(), size: z.number() })),
    }),
  ),
});

// covers: e-mails and documents carry the network's logo
// covers: a guest's confirmation has a button that opens the ticket
// covers §1: guest purchase only where the network allows it
test("a guest's paid order is confirmed by one e-mail with its tickets and invoice attached", async () => {
  const { api } = shop;
  const guest = { firstName: "Ana", lastName: "Silva", email: "guest.buyer@example.org" };
  const { user } = (await api.call("login", { authAsGuest: true, guest, lang: "es" })).body;
  if (user?.userToken === undefined) throw new Error("no guest session");
  const person = { token: user.userToken, userId: user.userId, accountId: "", email: guest.email };
  const order = { ...orderOf(person, 150), invoiceEmail: guest.email, over18Accepted: true, lang: "es" };
  const placed = await api.call("placeOrder", order, { token: person.token, idempotencyKey: "guest-order-1" });
  expect(placed.body.error).toBeUndefined();
  await shop.pay(placed.body.paymentUrl);
  const { orderId } = placed.body;
  expect((await api.call("acknowledgePayment", { orderId }, { token: person.token })).body.outcome).toBe("CONFIRMED");
  await api.work.drain();
  const answer = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${guest.email}`);
  const { items } = Mailbox.parse(await answer.json());
  expect(items).toHaveLength(1);
  expect(items[0]?.subject).toMatch(/^Pedido \S+ confirmado – Network north$/);
  expect(items[0]?.text).toContain("Total pagado: 1,50 €".replace(" €", "\u00a0€"));
  expect(items[0]?.attachments).toHaveLength(2);
  for (const { filename, size } of items[0]?.attachments ?? []) {
    expect(filename).toMatch(/\.pdf$/);
    expect(size).toBeGreaterThan(1000);
  }
  const html = items[0]?.html ?? "";
  const [, logo = "", width] = /<img src="([^"]*)" width="(\d+)" height="32" alt=""/.exec(html) ?? [];
  expect(Number(width)).toBeGreaterThan(16);
  const picture = await fetch(new URL(logo, shop.sandbox.url));
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).height).toBe(256);
  const [, opens = ""] = /<a href="([^"]*)" style="display:inline-block[^"]*">Ver mi billete<\/a>/.exec(html) ?? [];
  const ticket = await fetch(opens.replaceAll("&amp;", "&"));
  expect([ticket.status, ticket.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});
