import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { daysMs, minutesMs } from "../clock.ts";
import { goodPassword, type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson, travellersSession } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { ExportedData } from "./export-data.ts";
import { personalDataSources } from "./personal-data-sources.ts";

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  shop = await openTestShop({ packs: [testPack(), testPack({ id: "south" })] });
  people = peopleOf(shop.api, shop.sandbox.url);
});
afterAll(() => shop.close());

const buy = async (person: { token: string; userId: string; accountId: string; email: string }, network?: string) => {
  const asking = { token: person.token, network };
  const placed = await shop.api.call("placeOrder", orderOf(person, 150), asking);
  await shop.pay(placed.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: placed.body.orderId }, asking);
};
const exported = async (token: string) => {
  const answer = await shop.api.call("exportData", {}, { token });
  expect(answer).toMatchObject({ http: 200, body: { type: "application/zip" } });
  return unzipSync(answer.body.bytes ?? new Uint8Array());
};

// covers: the export of personal data, with its schema and the files
test("the archive contains the data of every module, as JSON that its schema describes, and the documents", async () => {
  const person = await testPerson(shop.api.deps, { firstName: "Zorayda", lastName: "Quinte" });
  await buy(person);
  await shop.api.work.drain();
  const files = await exported(person.token);
  const kept = JSON.parse(strFromU8(files["data.json"] ?? new Uint8Array()));
  expect(Object.keys(kept)).toEqual(expect.arrayContaining(Object.keys(personalDataSources)));
  expect(kept).toMatchObject({
    network: "north",
    account: { email: person.email, guest: false },
    travellers: [{ firstName: "Zorayda", lastName: "Quinte", birthDate: "1990-05-04", isHolder: true }],
    orders: { orders: [{ status: "COMPLETED", amount: 150 }], invoices: [{ series: "invoice" }] },
    tickets: [{ traveller: { firstName: "Zorayda" } }],
    letters: [{ template: "order-confirmation", to: person.email }],
    signIns: { sessions: [{ providerId: "password" }] },
  });

  const schema = JSON.parse(strFromU8(files["schema.json"] ?? new Uint8Array()));
  const reads = z.fromJSONSchema(schema);
  expect(reads.safeParse(kept).success).toBe(true);
  expect(reads.safeParse({ ...kept, account: { ...kept.account, email: 1 } }).success).toBe(false);
  expect(ExportedData.safeParse(kept).success).toBe(true);

  const documents = Object.keys(files).filter((name) => name.endsWith(".pdf"));
  expect(documents.toSorted()).toEqual(kept.files.toSorted());
  expect(documents).toEqual([
    expect.stringMatching(/^invoices\/F-NORTH-2026-\d{6}\.pdf$/),
    expect.stringMatching(/^tickets\/[\w-]+\.pdf$/),
  ]);
  for (const name of documents) expect(strFromU8((files[name] ?? new Uint8Array()).subarray(0, 5))).toBe("%PDF-");
});

// covers: the export of personal data, with its schema and the files
test("the archive contains neither a secret nor anything of another account, traveller or network", async () => {
  const first = await people.customer("export@example.org");
  const neighbour = await testPerson(shop.api.deps, { firstName: "Neighbourmark" });
  const southern = await testPerson(shop.api.deps, { network: "south", firstName: "Southernmark" });
  await buy(neighbour);
  await buy(southern, "south");
  await shop.api.call("sendVerificationEmail", {}, { token: first.token });
  const code = await people.code("export@example.org");
  const files = await exported(first.token);
  const text = strFromU8(files["data.json"] ?? new Uint8Array());
  const hashes = await sql<{ secret: string }>`
    select password_hash as secret from login union select token_hash from user_session
    union select token_hash from login_refresh_token union select code_hash from email_code
    union select token_hash from known_device`.execute(shop.api.deps.db);
  const secrets = [
    ...hashes.rows.map(({ secret }) => secret).filter((secret) => secret.length > 8),
    code,
    goodPassword,
  ];
  secrets.push(first.token, first.idToken, first.refreshToken, first.knownDevice);
  for (const secret of [...secrets, "Neighbourmark", "Southernmark", neighbour.email]) {
    expect(text.includes(secret), secret.slice(0, 8)).toBe(false);
  }
});

test("the export is limited to five a day, works while deletion is pending, and not for a guest", async () => {
  const { token } = await people.customer("often@example.org");
  await shop.api.call("requestDeletion", { confirmed: true, currentPassword: goodPassword }, { token });
  const signed = await people.toolkit("signInWithPassword", { email: "often@example.org", password: goodPassword });
  const entered = await shop.api.call("login", { firebase_token: String(signed.body.idToken) });
  const back = entered.body.user?.userToken ?? "";
  for (let times = 0; times < 5; times += 1) await exported(back);
  expect((await shop.api.call("exportData", {}, { token: back })).body.error?.code).toBe("TOO_MANY_REQUESTS");
  await shop.pass(daysMs(1));
  await shop.api.call("reauthenticate", { currentPassword: goodPassword }, { token: back });
  await exported(back);
  const guest = await testPerson(shop.api.deps, { guest: true });
  expect((await shop.api.call("exportData", {}, { token: guest.token })).body.error?.code).toBe("ACCOUNT_REQUIRED");
});

// covers §4: the export of personal data and a change of the contact e-mail require step-up authentication, and preserve the input
test("the export requires step-up authentication in the last five minutes, and the holder's own session", async () => {
  const { token, user } = await people.customer("proves@example.org");
  await shop.pass(minutesMs(6));
  const asked = async (of: string) => {
    const { http, body } = await shop.api.call("exportData", {}, { token: of });
    return body.error === undefined ? http : body.error.code;
  };
  // A refused request does not count as one of the five a day.
  for (let times = 0; times < 6; times += 1) expect(await asked(token)).toBe("REAUTHENTICATION_REQUIRED");
  const wrong = await shop.api.call("reauthenticate", { currentPassword: "Wrong 1 password!" }, { token });
  expect(wrong.body.error?.code).toBe("PASSWORD_WRONG");
  expect(await asked(token)).toBe("REAUTHENTICATION_REQUIRED");
  await shop.api.call("reauthenticate", { currentPassword: goodPassword }, { token });
  expect(await asked(token)).toBe(200);
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from traveller where id = ${user.userId}`.execute(shop.api.deps.db);
  const accountId = rows[0]?.accountId ?? "";
  const { deps } = shop.api;
  const child = deps.ids.uuid();
  const born = { firstName: "Lou", lastName: "Morvan", birthDate: "2012-05-02", isHolder: false };
  await deps.db
    .transaction()
    .execute((tx) => insertTraveller(tx, { id: child, networkId: "north", accountId, ...born }, deps.clock.iso()));
  const holder = { token, accountId, userId: user.userId, email: "proves@example.org" };
  expect(await asked(await travellersSession(deps, holder, child))).toBe("HOLDER_REQUIRED");
  await shop.pass(minutesMs(6));
  expect(await asked(token)).toBe("REAUTHENTICATION_REQUIRED");
});
