import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { daysMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { cardPack, testCard } from "../testing/test-cards.ts";
import { testPerson, travellersSession } from "../testing/test-people.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [cardPack(), cardPack("south")] });
});
afterAll(() => api.close());

const link = (token: string, card: { number: string; birthDate: string }) =>
  api.call("registerMedia", { mediaNumber: card.number, mediaCustomerBirthDate: card.birthDate }, { token });
const remove = (token: string, values: Record<string, unknown>, network = "north") =>
  api.call("unregisterMedia", { mediaId: "x", ...values }, { token, network });
const cardsOf = async (token: string) => (await api.call("getMedias", {}, { token })).body.medias;

async function linked(card: Parameters<typeof testCard>[1] = {}) {
  const person = await testPerson(api.deps);
  const whole = await testCard(api.deps, card);
  await link(person.token, whole);
  return { ...person, card: whole };
}

// covers §4: card removed from the account
test("a removed card is in no account, and may be linked again with its data", async () => {
  const { token, card, userId } = await linked();
  expect((await remove(token, { mediaId: card.id, userId })).http).toBe(200);
  expect(await cardsOf(token)).toEqual([]);
  const other = await testPerson(api.deps);
  expect((await link(other.token, card)).http).toBe(200);
  expect((await remove(token, { mediaId: card.id })).body.error?.code).toBe("NOT_FOUND");
  expect(await cardsOf(other.token)).toHaveLength(1);
});

// covers §7: GET Account/getMedias.json, POST registerMedia.json, DELETE unregisterMedia
test("a card of another account, of another network or an unknown one is not found", async () => {
  const mine = await linked();
  const otherCard = await linked();
  const free = await testCard(api.deps);
  const south = await testPerson(api.deps, { network: "south" });
  for (const mediaId of [otherCard.card.id, free.id, "nothing"]) {
    expect((await remove(mine.token, { mediaId })).body.error?.code).toBe("NOT_FOUND");
  }
  expect((await remove(south.token, { mediaId: mine.card.id }, "south")).body.error?.code).toBe("NOT_FOUND");
  expect((await remove(mine.token, { mediaId: mine.card.id, userId: otherCard.userId })).body.error?.code).toBe(
    "NOT_FOUND",
  );
  expect(await cardsOf(otherCard.token)).toHaveLength(1);
});

test("a traveller with their own sign-in cannot remove the holder's card", async () => {
  const parent = await linked();
  const other = await testPerson(api.deps);
  await sql`update traveller set account_id = ${parent.accountId}, is_holder = false where id = ${other.userId}`.execute(
    api.deps.db,
  );
  const own = await travellersSession(api.deps, parent, other.userId);
  expect((await remove(own, { mediaId: parent.card.id })).body.error?.code).toBe("NOT_FOUND");
});

// covers §4: card removed from the account
test("a card with an open incident stays: its tickets move to the card that replaces it", async () => {
  const { token, card } = await linked();
  await sql`update transport_card set status = 'blocked', incident = 'lost' where id = ${card.id}`.execute(api.deps.db);
  const refused = await remove(token, { mediaId: card.id });
  expect(refused.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: "blocked" } });
  expect(await cardsOf(token)).toMatchObject([{ state: "active", incident: "lost" }]);
  await sql`update transport_card set status = 'replaced' where id = ${card.id}`.execute(api.deps.db);
  expect((await remove(token, { mediaId: card.id })).http).toBe(200);
});

// covers §4: card active until its instant of expiry
test("a card expires by the installation's clock, at its instant, and may then be removed", async () => {
  const expiresAt = new Date(api.clock.now().getTime() + daysMs(20)).toISOString();
  const { token, card } = await linked({ expiresAt });
  expect(await cardsOf(token)).toMatchObject([{ state: "active" }]);
  const offset = api.clock.offsetMs();
  api.clock.setOffset(offset + daysMs(20) + 1_000);
  expect(await cardsOf(token)).toMatchObject([{ state: "expired", expires_at: expiresAt }]);
  expect((await remove(token, { mediaId: card.id })).http).toBe(200);
  api.clock.setOffset(offset);
});

test("a card without an expiry does not expire", async () => {
  const { token } = await linked({ expiresAt: null });
  expect(await cardsOf(token)).toMatchObject([{ state: "active", expires_at: null }]);
});
