import { terminationsPerAddressAndHour } from "@guichet/contract/limits/termination-limits.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { daysMs, minutesMs } from "../clock.ts";
import { cleanRetained } from "../privacy/retention-job.ts";
import { terminationReceipt } from "../subscriptions/termination-receipt.ts";
import { type PeopleApi, peopleOf } from "../testing/people-api.ts";
import type { TestPerson } from "../testing/test-people.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";
import { terminationsOfPerson } from "./personal-data-store.ts";

let shop: SubscriptionShop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  shop = await openSubscriptionShop();
  people = peopleOf(shop.api, shop.sandbox.url);
}, 60_000);
afterEach(() => shop.endAll());
afterAll(() => shop.close());

const zone = "Europe/Paris";
let addresses = 0;
/** A requester with limits of its own. */
const anotherAddress = () => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses % 256}`;
};
const typedBy = (email: string, number: string, more: Record<string, string> = {}) => ({
  number,
  firstName: "Amal",
  lastName: "Haddad",
  email,
  contract: "Abonnement mensuel",
  ...more,
});
const request = (values: ReturnType<typeof typedBy>, address = anotherAddress()) =>
  shop.api.call("requestTermination", values, { address });
const read = (code: string) => shop.api.call("readTermination", { code });
/** Confirms the first contract of a code with the effect that its page shows. */
async function confirm(code: string, change: Record<string, unknown> = {}) {
  const [one] = (await read(code)).body.termination.contracts;
  const { subscriptionId = "", effect = "AT_END", lastDay = "2026-11-30" } = one ?? {};
  return shop.api.call("confirmTermination", { code, subscriptionId, effect, lastDay, ...change });
}
const numberOf = async (person: TestPerson, subscriptionId: string) =>
  (await shop.one(person, subscriptionId)).periods.at(-1)?.orderNumber ?? "";
const customerNumber = ({ accountId }: TestPerson) => accountId.slice(-12).toUpperCase();
/** The subjects of the e-mails about terminations to an address, newest first. */
const answers = async (email: string) =>
  (await people.emails(email)).filter(({ messageId }) => messageId.startsWith("<termination-"));
const Mailbox = z.object({
  items: z.array(
    z.object({
      subject: z.string(),
      text: z.string(),
      attachments: z.array(z.object({ filename: z.string(), size: z.number() })),
    }),
  ),
});
/** The e-mail that confirms a termination, with its receipt. */
async function receiptMail(email: string) {
  await shop.api.work.drain();
  const answer = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${encodeURIComponent(email)}`);
  const { items } = Mailbox.parse(await answer.json());
  const found = items.find(({ subject }) => subject.includes("résiliation confirmée"));
  if (found === undefined) throw new Error(`No e-mail to ${email} confirms a termination`);
  return found;
}
const subscriber = async () => {
  const person = await shop.person();
  const subscription = await shop.subscribe(person, "month");
  const number = await numberOf(person, subscription.subscriptionId);
  return { person, number, ...subscription };
};

// covers: online termination without a sign-in (L215-1-1)
test("the e-mail to the account's address has the link that terminates, with the end date, a receipt and a second e-mail", async () => {
  const { person, number, subscriptionId, validity } = await subscriber();
  const since = nowOf(shop);
  const { http, body } = await request(typedBy(person.email, number, { endOn: "2027-06-30", reason: "Je déménage" }));
  expect([http, Object.keys(body).sort()]).toEqual([200, ["receivedAt", "reference", "status"]]);
  const [email] = await answers(person.email);
  expect(email?.subject).toBe("Confirmez la résiliation de votre contrat – Network north");
  expect(email?.text).toContain(body.reference);
  expect(email?.text).toContain("http://north.test:3000/fr/terminate?code=");
  expect(email?.text).not.toContain("déménage");
  expect((await shop.one(person, subscriptionId)).state).toBe("ACTIVE");

  const code = await people.code(person.email);
  const seen = await read(code);
  expect(seen.body.termination).toMatchObject({
    reference: body.reference,
    requestedAt: body.receivedAt,
    endOn: "2027-06-30",
    confirmed: null,
    contracts: [
      { subscriptionId, traveller: "Amal Haddad", effect: "AT_END", lastDay: validity.lastDay, refund: null },
    ],
  });
  const confirmed = await confirm(code);
  const receipt = { subscriptionId, effect: "AT_END" as const, lastDay: validity.lastDay, refund: null };
  expect(confirmed.body.termination).toMatchObject({ contracts: [], confirmed: receipt });
  expect(await shop.one(person, subscriptionId)).toMatchObject({ state: "CANCELLED", endReason: "CUSTOMER", validity });
  expect(await shop.emails(person, since)).toEqual(["termination-confirm", "subscription-ended"]);

  // The button pressed again, and the link opened later, show the same receipt.
  const again = await shop.api.call("confirmTermination", { code, ...receipt, refund: undefined });
  expect(again.body.termination).toEqual(confirmed.body.termination);
  expect((await read(code)).body.termination).toEqual(confirmed.body.termination);
  expect(await shop.emails(person, since)).toHaveLength(2);
  await shop.clean();
}, 60_000);

// covers: termination on a chosen later day
test("the end date that the sender would like is offered with the period in which it lies, and the contract ends then", async () => {
  const { person, number, subscriptionId, validity } = await subscriber();
  await request(typedBy(person.email, number, { endOn: addDays(validity.lastDay, 10) }));
  const code = await people.code(person.email);
  const [one] = (await read(code)).body.termination.contracts;
  const [next = ""] = one?.laterEnds ?? [];
  expect(one).toMatchObject({ effect: "AT_END", lastDay: validity.lastDay, preferredEnd: next });
  expect(next > addDays(validity.lastDay, 10)).toBe(true);
  const refused = await confirm(code, { effect: "AT_DATE", lastDay: addDays(next, 1) });
  expect(refused.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "changed" } });
  const { body } = await confirm(code, { effect: "AT_DATE", lastDay: next });
  expect(body.termination.confirmed).toMatchObject({ effect: "AT_DATE", lastDay: next, refund: null });
  const receipt = await receiptMail(person.email);
  expect(receipt.text).toContain("se poursuit jusqu’à ce jour");
  for (const stated of ["Date de fin demandée", "Date de fin", "Résiliation reçue le"])
    expect(receipt.text).toContain(stated);
  const reference = body.termination.reference;
  expect(receipt.text).toContain(reference);
  expect(receipt.attachments.map(({ filename }) => filename)).toEqual([`termination-${reference}.pdf`]);
  expect(receipt.attachments[0]?.size).toBeGreaterThan(5_000);
  await shop.until(addDays(next, 20));
  const ended = await shop.one(person, subscriptionId);
  expect(ended).toMatchObject({ state: "TERMINATED", validity: { lastDay: next } });
  expect(ended.periods).toHaveLength(2);
  await shop.clean();
}, 120_000);

// covers: online termination without a sign-in (L215-1-1)
test("a customer number names all contracts of the account; the link terminates the one that is chosen", async () => {
  const { person, subscriptionId: first } = await subscriber();
  await sql`update account set customer_number = upper(customer_number) where id = ${person.accountId}`.execute(
    shop.api.deps.db,
  );
  const { subscriptionId: second } = await shop.subscribe(person, "year");
  await request(typedBy(person.email, customerNumber(person)));
  const code = await people.code(person.email);
  const { contracts } = (await read(code)).body.termination;
  expect(contracts.map((one) => one.subscriptionId).sort()).toEqual([first, second].sort());
  const chosen = contracts.find((one) => one.subscriptionId === first);
  const { effect, lastDay } = chosen ?? {};
  const { body } = await confirm(code, { subscriptionId: first, effect, lastDay });
  expect(body.termination.confirmed?.subscriptionId).toBe(first);
  expect((await shop.one(person, first)).state).toBe("CANCELLED");
  expect((await shop.one(person, second)).state).toBe("ACTIVE");
  // A code terminates one contract.
  const spent = await shop.api.call("confirmTermination", {
    code,
    subscriptionId: second,
    effect: "AT_END",
    lastDay: "2026-11-30",
  });
  expect(spent.body.error?.code).toBe("NOT_FOUND");
  expect((await shop.one(person, second)).state).toBe("ACTIVE");
}, 60_000);

// covers: online termination: nobody terminates another's contract or learns that it exists
test("a wrong number, name or address gets the same answer, and an e-mail to the typed address that says nothing was found", async () => {
  const { person, number, subscriptionId } = await subscriber();
  const stranger = "stranger@example.org";
  const matching = await request(typedBy(person.email, number));
  const wrong = [
    typedBy(person.email, "2026-999999"),
    typedBy(person.email, number, { lastName: "Lemaire" }),
    typedBy(stranger, number, { contract: "Gagnez un voyage sur https://spam.example" }),
    typedBy(stranger, customerNumber(person)),
  ];
  for (const values of wrong) {
    const { http, body } = await request(values);
    expect([http, Object.keys(body).sort()]).toEqual([matching.http, Object.keys(matching.body).sort()]);
    expect(body.reference).toMatch(/^R-[2-9A-HJ-NP-Z]{8}$/);
  }
  const toStranger = await answers(stranger);
  expect(toStranger).toHaveLength(2);
  expect(toStranger[0]?.subject).toBe("Résiliation : aucun contrat trouvé – Network north".replace(" :", "\u00a0:"));
  expect(toStranger.map(({ text }) => text).join()).not.toMatch(/spam\.example|Amal|Haddad|Abonnement|code=/);
  const toOwner = await answers(person.email);
  expect(toOwner.map(({ subject }) => subject.includes("aucun contrat")).filter(Boolean)).toHaveLength(2);
  expect(toOwner).toHaveLength(3);
  expect((await shop.one(person, subscriptionId)).state).toBe("ACTIVE");
}, 60_000);

// covers: online termination: nobody terminates another's contract or learns that it exists
test("a contract of another network is not found", async () => {
  const { person, number } = await subscriber();
  await shop.api.call("requestTermination", typedBy(person.email, number), {
    network: "south",
    address: anotherAddress(),
  });
  const [email] = await answers(person.email);
  expect(email?.subject).toContain("aucun contrat trouvé");
  await request(typedBy(person.email, number));
  const code = await people.code(person.email);
  const elsewhere = await shop.api.call("readTermination", { code }, { network: "south" });
  expect(elsewhere.body.error?.code).toBe("CODE_INVALID");
}, 60_000);

// covers: online termination: nobody terminates another's contract or learns that it exists
test("a code confirms its own contract with the effect that was shown, and for seven days; a wrong code confirms nothing", async () => {
  const { person, number, subscriptionId, validity } = await subscriber();
  const other = await subscriber();
  await request(typedBy(person.email, number));
  const code = await people.code(person.email);
  const foreign = await confirm(code, { subscriptionId: other.subscriptionId });
  expect(foreign.body.error?.code).toBe("NOT_FOUND");
  const changed = await confirm(code, { lastDay: addDays(validity.lastDay, 1) });
  expect(changed.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "changed" } });
  expect((await read("made-up")).body.error?.code).toBe("CODE_INVALID");
  const shown = { subscriptionId, effect: "AT_END", lastDay: validity.lastDay } as const;
  const wrong = await shop.api.call("confirmTermination", { code: "made-up", ...shown });
  expect(wrong.body.error?.code).toBe("CODE_INVALID");
  await shop.pass(daysMs(7));
  expect((await read(code)).body.error?.code).toBe("CODE_EXPIRED");
  const late = await shop.api.call("confirmTermination", { code, ...shown });
  expect(late.body.error?.code).toBe("CODE_EXPIRED");
  expect((await shop.one(person, subscriptionId)).state).toBe("ACTIVE");
  expect((await shop.one(other.person, other.subscriptionId)).state).toBe("ACTIVE");
}, 60_000);

// covers: the receipt of a termination as PDF in five languages (L215-1-1)
test("a termination from the account is confirmed by e-mail with the same receipt; the end of an unpaid one has none", async () => {
  const { person, number, subscriptionId, validity } = await subscriber();
  await shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
  const receipt = await receiptMail(person.email);
  expect(receipt.text).toContain("au plus tôt");
  expect(receipt.text).toContain(validity.lastDay.slice(0, 4));
  expect(receipt.attachments.map(({ filename }) => filename)).toEqual([`termination-${number}.pdf`]);
  const unpaid = { name: "Pass", traveller: "Lou", lastDay: "2026-11-30", effect: "UNPAID", refund: null, due: null };
  expect(await terminationReceipt(shop.api.deps, unpaid)).toEqual([]);
}, 60_000);

test("a contract that is terminated already is named with its end date, and gets no link", async () => {
  const { person, number, subscriptionId, validity } = await subscriber();
  await shop.api.call("terminateSubscription", { subscriptionId }, { token: person.token });
  await request(typedBy(person.email, number));
  const [email] = await answers(person.email);
  expect(email?.subject).toContain("votre contrat a déjà une date de fin");
  expect(email?.text).toContain(String(Number(validity.lastDay.slice(8))));
  expect(email?.text).not.toContain("code=");
}, 60_000);

test("of two confirmations at the same time one terminates, and both get its receipt", async () => {
  const { person, number, subscriptionId } = await subscriber();
  const since = nowOf(shop);
  await request(typedBy(person.email, number));
  const code = await people.code(person.email);
  const both = await Promise.all([confirm(code), confirm(code)]);
  expect(both.map(({ body }) => body.termination?.confirmed?.subscriptionId)).toEqual([subscriptionId, subscriptionId]);
  expect((await shop.emails(person, since)).filter((one) => one === "subscription-ended")).toHaveLength(1);
}, 60_000);

test("a repeated request with its key is recorded once", async () => {
  const asking = { address: anotherAddress(), idempotencyKey: crypto.randomUUID() };
  const values = typedBy("repeats@example.org", "2026-000000");
  const [first, second] = [
    await shop.api.call("requestTermination", values, asking),
    await shop.api.call("requestTermination", values, asking),
  ];
  expect(second.body).toEqual(first.body);
  expect(await answers("repeats@example.org")).toHaveLength(1);
});

// covers: online termination: nobody terminates another's contract or learns that it exists
test("a requester gets one link a minute per mailbox, a mailbox ten e-mails an hour, and an address a limited number of requests", async () => {
  const { person, number } = await subscriber();
  const address = anotherAddress();
  const codes = async () =>
    (await answers(person.email)).filter(({ subject }) => subject.startsWith("Confirmez la résiliation")).length;
  await request(typedBy(person.email, number), address);
  const first = await people.code(person.email);
  await request(typedBy(person.email, number), address);
  expect(await codes()).toBe(1);
  expect((await read(first)).http).toBe(200);
  // Another requester takes nothing from the owner's limit.
  await request(typedBy(person.email, number), anotherAddress());
  expect(await codes()).toBe(2);
  await shop.pass(minutesMs(2));
  await request(typedBy(person.email, number), address);
  expect(await codes()).toBe(3);

  for (let count = 0; count < 12; count += 1) await request(typedBy("flooded@example.org", "2026-000000"));
  expect(await answers("flooded@example.org")).toHaveLength(10);
  const flood = anotherAddress();
  for (let count = 0; count < terminationsPerAddressAndHour; count += 1) {
    const { http } = await request(typedBy(`flood-${count}@example.org`, "2026-000000"), flood);
    expect(http).toBe(200);
  }
  const refused = await request(typedBy("flood@example.org", "2026-000000"), flood);
  expect([refused.http, refused.body.error?.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
}, 60_000);

// covers: online termination without a sign-in (L215-1-1)
test("the date of the notification counts: a period renewed between notification and confirmation is refunded whole", async () => {
  const { person, number, subscriptionId, nextRenewalOn } = await subscriber();
  const start = nextRenewalOn ?? "";
  await shop.until(addDays(start, -2));
  await request(typedBy(person.email, number));
  const code = await people.code(person.email);
  await shop.until(addDays(start, 2));
  const renewed = await shop.one(person, subscriptionId);
  expect(renewed.periods).toHaveLength(2);
  expect(renewed.mayTerminate).toMatchObject({ effect: "AT_END", refund: null });
  const { contracts } = (await read(code)).body.termination;
  const today = dayIn(nowOf(shop), zone);
  const paid = { amount: 3200, currency: "EUR" };
  expect(contracts).toMatchObject([{ effect: "REST_REFUNDED", lastDay: today, refund: paid }]);
  const { body } = await confirm(code);
  expect(body.termination.confirmed).toMatchObject({ effect: "REST_REFUNDED", lastDay: today, refund: paid });
  await shop.api.work.drain();
  const refunds = (await shop.ledger(renewed.periods[0]?.orderId ?? "")).filter(({ kind }) => kind === "refund");
  expect(refunds.map(({ amount }) => amount)).toEqual([paid]);
  expect(await shop.one(person, subscriptionId)).toMatchObject({ state: "CANCELLED", validity: { lastDay: today } });
  await shop.clean();
}, 120_000);

// covers: online termination without a sign-in (L215-1-1)
test("before its start the contract is refunded, and the receipt states the amount", async () => {
  const person = await shop.person();
  const startMonth = addDays(dayIn(nowOf(shop), zone), 31).slice(0, 7);
  const articles = [
    {
      quantity: 1,
      productId: "later",
      customerId: person.userId,
      support: "DEMATERIALIZED",
      isSubscription: true,
      startMonth,
    },
  ];
  const { subscriptionId } = await shop.subscribe(person, "later", { articles });
  await request(typedBy(person.email, await numberOf(person, subscriptionId)));
  const { body } = await confirm(await people.code(person.email));
  const refund = { amount: 3000, currency: "EUR" };
  expect(body.termination.confirmed).toMatchObject({ subscriptionId, effect: "REFUNDED", refund });
  expect((await shop.one(person, subscriptionId)).state).toBe("TERMINATED");
}, 60_000);

// covers: the export of personal data, with its schema and the files
test("a notification is exported with its person, erased with them, and deleted after twelve months", async () => {
  const { db } = shop.api.deps;
  const { person, number } = await subscriber();
  await request(typedBy(person.email, number, { reason: "Je déménage" }));
  await request(typedBy(person.email, "2026-000000"));
  await request(typedBy("old@example.org", "2026-000000"));
  await shop.api.work.drain();
  const subject = { networkId: "north", accountId: person.accountId, emails: [person.email], loginId: null };
  const kept = terminationsOfPerson.shape.parse(await terminationsOfPerson.read(db, subject));
  expect(kept).toMatchObject([
    { number, reason: "Je déménage" },
    { number: "2026-000000", subscriptionId: null },
  ]);
  await db.transaction().execute((tx) => terminationsOfPerson.erase(tx, subject, nowOf(shop)));
  expect(await terminationsOfPerson.read(db, subject)).toEqual([]);

  const left = async () =>
    (await sql`select from termination_request where email = 'old@example.org'`.execute(db)).rows.length;
  const job = { id: "", networkId: null, kind: "", key: "", payload: {}, dueAt: "", attempts: 1 };
  await cleanRetained(shop.api.deps, job);
  expect(await left()).toBe(1);
  await sql`update termination_request set requested_at = requested_at - interval '13 months'
    where email = 'old@example.org'`.execute(db);
  await cleanRetained(shop.api.deps, job);
  expect(await left()).toBe(0);
}, 60_000);
