import { check } from "@guichet/ticket-code/ticket-code.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  const articles = [
    testArticle({ id: "single", price: 150 }),
    testArticle({ id: "senior", price: 90, ageFrom: 65 }),
    testArticle({ id: "portrait", price: 90, pictureRequired: true }),
    testArticle({ id: "new-card", price: 500, supports: ["SHIPPING", "PHYSICAL"], tags: ["physical-pass"] }),
  ];
  shop = await openTestShop({ packs: [testPack({ articles })] });
  people = peopleOf(shop.api, shop.sandbox.url);
});
afterAll(() => shop.close());

async function guestOf(email: string, more: Record<string, unknown> = {}) {
  const { user } = (await shop.api.call("login", { authAsGuest: true, guest: { email, ...more } })).body;
  if (user?.userToken === undefined) throw new Error("no guest session");
  return { token: user.userToken, userId: user.userId, accountId: "", email, user };
}
type Guest = Awaited<ReturnType<typeof guestOf>>;

const place = (guest: Guest, total = 150, line: Record<string, unknown> = {}) =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(guest, total, line), invoiceEmail: guest.email, over18Accepted: true },
    { token: guest.token, idempotencyKey: crypto.randomUUID() },
  );
async function buy(guest: Guest): Promise<string> {
  const { body } = await place(guest);
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: guest.token });
  return body.orderId;
}
const tickets = async (token: string) => (await shop.api.call("tickets", {}, { token })).body;
async function textOf({ body }: { body: { bytes?: Uint8Array } }): Promise<string> {
  const bytes = body.bytes ?? new Uint8Array();
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  return text.replace(/\s+/g, " ");
}

// covers: a guest is known by the e-mail alone
test("a guest enters with the e-mail alone: both names are empty; one of two names is refused", async () => {
  const { user } = await guestOf("bearer@example.org");
  expect(user).toMatchObject({ userName: "", userLastname: "", authAsGuest: true, isComplete: true });
  for (const name of [{ firstName: "Ana" }, { lastName: "Silva" }, { firstName: "", lastName: "" }]) {
    const guest = { email: "half@example.org", ...name };
    const { body } = await shop.api.call("login", { authAsGuest: true, guest });
    expect(body.error?.code, JSON.stringify(name)).toBe("GUEST_DATA_REQUIRED");
  }
});

// covers: a guest is known by the e-mail alone
test("a guest without a name buys: the ticket is for its bearer, the invoice names the e-mail once", async () => {
  const guest = await guestOf("paper@example.org");
  const orderId = await buy(guest);
  const [ticket] = (await tickets(guest.token)).items;
  expect(ticket).toMatchObject({ orderId, traveller: null, code: expect.any(String), state: expect.any(String) });
  const { deps } = shop.api;
  const checked = check(ticket?.code ?? "", { keys: deps.keys.ticketKeys(), now: deps.clock.iso() });
  expect("ticket" in checked && checked.ticket.traveller).toBeUndefined();
  const invoice = await shop.api.call("printOrder", { orderId }, { token: guest.token });
  expect((await textOf(invoice)).split("paper@example.org")).toHaveLength(2);
  const { ticketId = "" } = ticket ?? {};
  const printed = await textOf(await shop.api.call("ticketPdf", { ticketId }, { token: guest.token }));
  expect(printed).toContain("single");
  const [order] = (await shop.api.call("getOrders", { orderId }, { token: guest.token })).body.items;
  expect(order).toMatchObject({ status: "COMPLETED", lines: [{ travellerName: null }] });
  await shop.api.work.drain();
  const mail = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${guest.email}`);
  const { items } = (await mail.json()) as { items: { text: string; attachments: unknown[] }[] };
  expect(items.map(({ attachments }) => attachments.length)).toEqual([2]);
  expect(items[0]?.text).not.toMatch(/undefined|null/);
  expect(await audit(deps, { grace: 0 })).toEqual([]);
});

const inName = [
  ["sold by age", { productId: "senior" }, 90, { birthDate: "1950-01-01" }, "TRAVELLER_NOT_ELIGIBLE", "name-missing"],
  ["with a picture", { productId: "portrait" }, 90, {}, "TRAVELLER_NOT_ELIGIBLE", "name-missing"],
  [
    "that makes a transport card",
    { productId: "new-card", support: "PHYSICAL" },
    500,
    { birthDate: "1950-01-01" },
    "TRAVELLER_NOT_ELIGIBLE",
    "name-missing",
  ],
] as const;
// covers: a guest is known by the e-mail alone
test.each(inName)(
  "an article %s is not sold to a guest without a name; with a name the reason is another",
  async (_, line, total, more, code, reason) => {
    const nameless = await place(await guestOf("nameless@example.org", more), total, line);
    expect(nameless.body.error).toMatchObject({ code, details: { reason } });
    const named = await place(
      await guestOf("named@example.org", { firstName: "Ana", lastName: "Silva", ...more }),
      total,
      line,
    );
    expect(named.body.error?.details?.reason).not.toBe("name-missing");
  },
);

test("a guest's session sees its own tickets and orders, nothing of others, and nothing once it has ended", async () => {
  const [one, other] = [await guestOf("same@example.org"), await guestOf("same@example.org")];
  const orderId = await buy(one);
  const [ticket] = (await tickets(one.token)).items;
  const ticketId = ticket?.ticketId ?? "";
  expect(ticket?.code).toEqual(expect.any(String));
  expect((await tickets(other.token)).items).toEqual([]);
  for (const answer of [
    await shop.api.call("tickets", { ticketId }, { token: other.token }),
    await shop.api.call("ticketPdf", { ticketId }, { token: other.token }),
    await shop.api.call("getOrders", { orderId }, { token: other.token }),
    await shop.api.call("printOrder", { orderId }, { token: other.token }),
  ])
    expect(answer.body.error?.code).toBe("NOT_FOUND");
  await shop.api.call("logout", {}, { token: one.token });
  for (const call of ["tickets", "getOrders"] as const)
    expect((await shop.api.call(call, {}, { token: one.token })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
});

test("the purchases of a guest without a name join the account whose e-mail is verified", async () => {
  const email = "joins.unnamed@example.org";
  const orderId = await buy(await guestOf(email));
  const { token } = await people.customer(email);
  await shop.api.call("sendVerificationEmail", {}, { token });
  await shop.api.call("verifyEmail", { code: await people.code(email) }, { token });
  expect((await tickets(token)).items).toMatchObject([{ orderId, traveller: null, code: expect.any(String) }]);
  const exported = await shop.api.call("exportData", {}, { token });
  expect(exported.body.bytes?.length).toBeGreaterThan(1000);
});
