import { emailRetentionDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { audit } from "../audit/audit.ts";
import { daysMs, later } from "../clock.ts";
import { cleanIdentity } from "../identity/identity-cleanup-job.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { queueEmail } from "./queue-email.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function subjectsTo(to: string): Promise<string[]> {
  const answer = await fetch(new URL(`/mailbox/messages?to=${encodeURIComponent(to)}`, shop.sandbox.url));
  return ((await answer.json()) as { items: { subject: string }[] }).items.map(({ subject }) => subject);
}

const waiting = async () =>
  (await sql<{ n: number }>`select count(*) as n from due_work where kind = 'mail'`.execute(shop.api.deps.db)).rows[0]
    ?.n ?? 0;

// covers §9: e-mails that a person waits for go before all others; e-mails are stored for 400 days
test("an e-mail that a person waits for is sent before hundreds of others that were written earlier", async () => {
  const { api } = shop;
  const count = 400;
  await api.deps.db.transaction().execute(async (tx) => {
    for (let place = 0; place < count; place += 1)
      await queueEmail(tx, api.deps, {
        networkId: "north",
        accountId: null,
        to: `${place}@crowd.example`,
        template: "welcome",
        language: "fr",
        values: { firstName: "Ana" },
        cause: `crowd-${place}`,
      });
  });
  const { email } = await testPerson(api.deps);
  api.work.start();
  expect((await api.call("resetPassword", { email })).body.status).toBe("ok");
  await vi.waitFor(async () => expect(await subjectsTo(email)).toHaveLength(1), { timeout: 20_000, interval: 20 });
  expect(await waiting()).toBeGreaterThan(count / 4);
  await api.work.stop();
  await api.work.drain();
  expect(await waiting()).toBe(0);
});

// covers §9: e-mails that a person waits for go before all others; e-mails are stored for 400 days
test("an account's order is confirmed by an e-mail without attachments, with a link to its invoice; at another address the invoice is attached", async () => {
  const { api } = shop;
  const files = async (to: string) => {
    const answer = await fetch(new URL(`/mailbox/messages?to=${encodeURIComponent(to)}`, shop.sandbox.url));
    return ((await answer.json()) as { items: { attachments: unknown[] }[] }).items.map(
      (one) => one.attachments.length,
    );
  };
  for (const [invoiceEmail, attached] of [
    [undefined, 0],
    ["accounts@employer.example", 1],
  ] as const) {
    const person = await testPerson(api.deps);
    const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
    const { body } = await api.call("placeOrder", { ...orderOf(person, 150), invoiceEmail }, asking);
    await shop.pay(body.paymentUrl);
    await api.call("acknowledgePayment", { orderId: body.orderId }, asking);
    await api.work.drain();
    expect(await files(invoiceEmail ?? person.email)).toEqual([attached]);
  }
});

// covers §9: e-mails that a person waits for go before all others; e-mails are stored for 400 days
test("an e-mail is deleted after its retention, whether sent or expired; a pending one remains, and the audit finds no difference", async () => {
  const { deps, clock, work } = shop.api;
  const person = await testPerson(deps);
  const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("placeOrder", orderOf(person, 150), asking);
  await shop.pay(body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: body.orderId }, asking);
  await work.drain();
  const days = (count: number) => later(clock.now(), -daysMs(count)).toISOString();
  const of = (cause: string, sent: string | null, expired: string | null) =>
    sql`insert into mail (message_id, network_id, account_id, recipient, template, language, contents, created_at, sent_at, expired_at)
      values (${cause}, 'north', ${person.accountId}, 'old@example.org', 'welcome', 'fr', '{}', ${days(500)}, ${sent}, ${expired})`.execute(
      deps.db,
    );
  await of("sent-long-ago", days(emailRetentionDays + 1), null);
  await of("expired-long-ago", null, days(emailRetentionDays + 1));
  await of("sent-lately", days(emailRetentionDays - 1), null);
  await of("waits", null, null);
  const clean = () =>
    cleanIdentity(deps, { id: "", networkId: null, kind: "", key: "", payload: {}, dueAt: "", attempts: 0 });
  await clean();
  const left = await sql<{
    id: string;
  }>`select message_id as id from mail where recipient = 'old@example.org' order by 1`.execute(deps.db);
  expect(left.rows.map(({ id }) => id)).toEqual(["sent-lately", "waits"]);
  clock.setOffset(clock.offsetMs() + daysMs(emailRetentionDays + 1));
  await clean();
  expect((await audit(deps)).filter(({ kind }) => kind === "mail-missing")).toEqual([]);
});
