import {
  codeEmailsPerRecipientAndDay,
  codeEmailsPerRecipientAndHour,
} from "@guichet/contract/limits/sign-in-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs, minutesMs } from "../clock.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  people = await openPeopleApi();
  api = people.api;
});
afterAll(() => people.close());

const count = async (to: string, template: string) => {
  const found = await sql`select from mail where recipient = ${to} and template = ${template}`.execute(api.deps.db);
  return found.rows.length;
};
/** Signs in again from an unknown browser. */
async function enter(email: string, password: string) {
  const { idToken } = await people.signIn(email, password);
  const { http } = await api.call("login", { firebase_token: idToken });
  expect(http).toBe(200);
  return idToken;
}

// covers §4: nobody floods another person's mailbox: free orders and notices are limited per address, paid orders are not
test("registering with another person's address cannot flood its mailbox: ten e-mails of a kind an hour, then one", async () => {
  const email = "somebody-else@example.org";
  await people.customer(email);
  // The sign-in that opened the account sends no notice, nor do changes within the same second.
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(1));
  for (let times = 0; times < codeEmailsPerRecipientAndHour + 4; times += 1) await enter(email, goodPassword);
  expect(await count(email, "new-sign-in")).toBe(codeEmailsPerRecipientAndHour);
  // Another kind is still sent: a flood of one kind does not hide a notice of another.
  const idToken = await enter(email, goodPassword);
  const changed = await people.toolkit("update", { idToken, password: "Another good 1 password" });
  expect(changed.http).toBe(200);
  expect(await count(email, "password-changed")).toBe(1);
  for (let hour = 0; hour < 3; hour += 1) {
    api.clock.setOffset(api.clock.offsetMs() + hoursMs(1));
    for (let times = 0; times < 6; times += 1) await enter(email, "Another good 1 password");
  }
  const day = await count(email, "new-sign-in");
  expect(day).toBeGreaterThan(codeEmailsPerRecipientAndHour);
  expect(day).toBeLessThanOrEqual(codeEmailsPerRecipientAndDay + 1);
});
