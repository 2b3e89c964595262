import { afterAll, beforeAll, expect, test } from "vitest";
import { type PeopleApi, peopleOf } from "../testing/people-api.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { emailsOfPerson } from "./personal-data-store.ts";
import { queueEmail } from "./queue-email.ts";

let shop: Shop;
let people: Omit<PeopleApi, "close" | "sandbox">;
beforeAll(async () => {
  shop = await openTestShop();
  people = peopleOf(shop.api, shop.sandbox.url);
});
afterAll(() => shop.close());

const email = "several.accounts@example.org";

/** Queues the confirmation of one account's erasure, and erases another account of the address before it is sent. */
async function eraseBeforeSending(accountId: string): Promise<string[]> {
  const { deps } = shop.api;
  await deps.db.transaction().execute(async (tx) => {
    await queueEmail(tx, deps, {
      networkId: "north",
      accountId: null,
      to: email,
      template: "account-erased",
      language: "fr",
      values: { at: deps.clock.iso(), guest: true },
      cause: `account-erased-${deps.ids.uuid()}`,
    });
    const erased = { networkId: "north", accountId, emails: [email], loginId: null };
    await emailsOfPerson.erase(tx, erased, deps.clock.iso());
  });
  return (await people.emails(email)).map(({ subject }) => subject);
}

// covers §4: the e-mail that confirms an erasure is sent even if another account of the address is erased at the same time
test("the confirmation of an erasure is sent although another account of the address is erased before it", async () => {
  const { user } = await people.customer("somebody.else@example.org");
  expect(await eraseBeforeSending(user.userId)).toEqual(["Vos données sont supprimées – Network north"]);
});
