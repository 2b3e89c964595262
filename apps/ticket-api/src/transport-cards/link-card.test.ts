import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { minutesMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { cardPack, clearCountedAttempts, testCard } from "../testing/test-cards.ts";
import { testPerson, travellersSession } from "../testing/test-people.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [cardPack(), cardPack("south"), cardPack("luhn", { cards: { luhn: true } })] });
});
afterAll(() => api.close());

const ahead = (ms: number) => api.clock.setOffset(api.clock.offsetMs() + ms);
const by = ({ number, birthDate }: { number: string; birthDate: string }) => ({
  mediaNumber: number,
  mediaCustomerBirthDate: birthDate,
});
const register = (token: string, values: Record<string, unknown>, network = "north") =>
  api.call("registerMedia", values, { token, network });
const refusal = async (token: string, values: Record<string, unknown>, network = "north") =>
  (await register(token, values, network)).body.error?.code;
let street = 0;
const search = async (card: Parameters<typeof by>[0]) => {
  street += 1;
  const address = `2001:db8:0:${street.toString(16)}::1`;
  return (await api.call("searchLocalMediaForSignin", by(card), { address })).body.token;
};

/** A child traveller of a customer. */
async function child(accountId: string, birthDate: string, firstName = "Noé"): Promise<string> {
  const id = api.deps.ids.uuid();
  const person = { id, networkId: "north", accountId, isHolder: false, firstName, lastName: "Haddad", birthDate };
  await api.deps.db.transaction().execute((tx) => insertTraveller(tx, person, api.clock.iso()));
  return id;
}

// covers §5: card link by number and birth date
// covers §7: GET Account/getMedias.json, POST registerMedia.json, DELETE unregisterMedia
test("number and birth date link a card, which is then shown with its full number in groups of four", async () => {
  const person = await testPerson(api.deps);
  const card = await testCard(api.deps, { number: "9250111122223333" });
  const linked = await register(person.token, by({ ...card, number: "9250 1111-2222 3333" }));
  expect(linked.body.media).toEqual({
    id: card.id,
    network_id: "north",
    provider_id: "network",
    number: "9250 1111 2222 3333",
    expires_at: card.expiresAt,
    created_at: expect.stringMatching(/^2026-11-20T/),
    state: "active",
    incident: null,
    incident_at: null,
    replacement: null,
    replaced_by: null,
    made_by: null,
    traveller: { userId: person.userId, firstName: "Amal", lastName: "Haddad" },
  });
  const { medias } = (await api.call("getMedias", {}, { token: person.token })).body;
  expect(medias).toEqual([linked.body.media]);
});

// covers §8: card link refusals
test.each([
  ["an unknown number", { number: "9250999999999999" }, "CARD_NOT_RECOGNISED"],
  ["a card of another network", { networkId: "south" }, "CARD_NOT_RECOGNISED"],
  ["another birth date", { birthDate: "2001-01-01" }, "CARD_BIRTH_DATE_MISMATCH"],
  ["an expired card", { expiresAt: "2026-11-19T23:00:00.000Z" }, "CARD_EXPIRED"],
  ["a card that was replaced", { status: "replaced" }, "CARD_EXPIRED"],
  ["a card that was declared stolen", { status: "blocked", incident: "stolen" as const }, "CARD_INCIDENT"],
  ["a card without a status in the register", { status: null }, "CARD_STATUS_EMPTY"],
])("%s is refused with its own error code", async (_what, wrong, code) => {
  const { token } = await testPerson(api.deps);
  const { number, ...held } = wrong as { number?: string };
  const card = await testCard(api.deps, held);
  expect(await refusal(token, { ...by({ ...card, birthDate: "1990-05-04", number: number ?? card.number }) })).toBe(
    code,
  );
  expect((await api.call("getMedias", {}, { token })).body.medias).toEqual([]);
});

test("without the right birth date nothing about a card is revealed", async () => {
  const { token } = await testPerson(api.deps);
  const stolen = await testCard(api.deps, { status: "blocked", incident: "stolen" });
  const known = await testCard(api.deps);
  await register((await testPerson(api.deps)).token, by(known));
  for (const card of [stolen, known]) {
    expect(await refusal(token, by({ ...card, birthDate: "1991-01-01" }))).toBe("CARD_BIRTH_DATE_MISMATCH");
  }
});

test("a mistyped digit is reported without a look-up, if the numbers have a Luhn digit", async () => {
  const { token } = await testPerson(api.deps, { network: "luhn" });
  const card = await testCard(api.deps, { networkId: "luhn", number: "79927398713" });
  const mistyped = await register(token, by({ ...card, number: "79927398710" }), "luhn");
  expect(mistyped.body.error).toMatchObject({ code: "CARD_NOT_RECOGNISED", details: { reason: "check-digit" } });
  expect((await register(token, by(card), "luhn")).http).toBe(200);
});

test("number and birth date are both required", async () => {
  const { token } = await testPerson(api.deps);
  expect(await refusal(token, { mediaNumber: "1" })).toBe("FIELD_REQUIRED");
  expect(await refusal(token, { mediaCustomerBirthDate: "1990-05-04" })).toBe("FIELD_REQUIRED");
});

test("a linked card is refused, and the error says whether it is in the own account", async () => {
  const [mine, theirs] = [await testPerson(api.deps), await testPerson(api.deps)];
  const card = await testCard(api.deps);
  await register(mine.token, by(card));
  const again = await register(mine.token, by(card));
  expect(again.body.error).toMatchObject({ code: "CARD_LINKED", details: { own: true } });
  const other = await register(theirs.token, by(card));
  expect(other.body.error).toMatchObject({ code: "CARD_LINKED", details: { own: false } });
});

// covers §5: card link by number and birth date
test("of 20 accounts that link one card concurrently, one wins", async () => {
  const card = await testCard(api.deps);
  const people = await Promise.all(Array.from({ length: 20 }, () => testPerson(api.deps)));
  const token = await search(card);
  const ends = await Promise.all(
    people.map((person, index) => refusal(person.token, index === 0 ? { token } : by(card))),
  );
  // Right birth dates do not count, but five may be in progress at a time: some may have to retry.
  expect(ends.filter((code) => code === undefined)).toHaveLength(1);
  const owners = await Promise.all(people.map((person) => api.call("getMedias", {}, { token: person.token })));
  expect(owners.filter(({ body }) => body.medias.length === 1)).toHaveLength(1);
});

// covers §7: GET Account/getMedias.json, POST registerMedia.json, DELETE unregisterMedia
test("the token of a search links once, within ten minutes, without typing again", async () => {
  const { token } = await testPerson(api.deps);
  const card = await testCard(api.deps);
  const found = await search(card);
  expect((await register(token, { token: found })).body.media.id).toBe(card.id);
  expect(await refusal(token, { token: found })).toBe("TOKEN_INVALID");
  const late = await search(await testCard(api.deps));
  ahead(minutesMs(10));
  expect(await refusal(token, { token: late })).toBe("TOKEN_INVALID");
});

test("a token of another network links nothing, and stays valid in its own", async () => {
  const south = await testPerson(api.deps, { network: "south" });
  const north = await testPerson(api.deps);
  const found = await search(await testCard(api.deps));
  expect(await refusal(south.token, { token: found }, "south")).toBe("TOKEN_INVALID");
  expect((await register(north.token, { token: found })).http).toBe(200);
});

// covers §5: card link by number and birth date
test("a card is linked to the named traveller, who must have its birth date; else to the one with that birth date", async () => {
  const parent = await testPerson(api.deps);
  const lou = await child(parent.accountId, "2018-02-03", "Lou");
  const own = { birthDate: "2018-02-03" };
  const wrong = await register(parent.token, { ...by(await testCard(api.deps, own)), userId: parent.userId });
  expect(wrong.body.error).toMatchObject({ code: "CARD_BIRTH_DATE_MISMATCH", details: { field: "userId" } });
  const named = await register(parent.token, { ...by(await testCard(api.deps, own)), userId: lou });
  expect(named.body.media.traveller?.userId).toBe(lou);
  const found = await register(parent.token, by(await testCard(api.deps, own)));
  expect(found.body.media.traveller?.userId).toBe(lou);
  const nobody = await register(parent.token, by(await testCard(api.deps, { birthDate: "1970-01-01" })));
  expect(nobody.body.media.traveller).toBeNull();
  const seen = await api.call("getMedias", { userId: lou }, { token: parent.token });
  expect(seen.body.medias).toHaveLength(2);
});

test("a holder without a birth date takes a card with any", async () => {
  const { token, userId } = await testPerson(api.deps, { birthDate: null });
  const linked = await register(token, by(await testCard(api.deps, { birthDate: "1977-07-07" })));
  expect(linked.body.media.traveller?.userId).toBe(userId);
});

test("a card cannot be linked to a traveller of another account or network, nor to a deactivated one", async () => {
  const mine = await testPerson(api.deps);
  const theirs = await testPerson(api.deps);
  const south = await testPerson(api.deps, { network: "south" });
  const gone = await child(mine.accountId, "1990-05-04");
  await sql`update traveller set deactivated_at = ${api.clock.iso()} where id = ${gone}`.execute(api.deps.db);
  const card = await testCard(api.deps);
  for (const userId of [theirs.userId, south.userId, gone, "nothing"]) {
    expect(await refusal(mine.token, { ...by(card), userId })).toBe("NOT_FOUND");
  }
});

test("a traveller with their own sign-in links and sees only their own cards", async () => {
  const parent = await testPerson(api.deps);
  const lou = await child(parent.accountId, "2010-02-03", "Lou");
  const own = await travellersSession(api.deps, parent, lou);
  await register(parent.token, by(await testCard(api.deps)));
  const card = await testCard(api.deps, { birthDate: "2010-02-03" });
  expect(await refusal(own, { ...by(card), userId: parent.userId })).toBe("NOT_FOUND");
  expect((await register(own, by(card))).body.media.traveller?.userId).toBe(lou);
  const { medias } = (await api.call("getMedias", {}, { token: own })).body;
  expect(medias.map(({ id }) => id)).toEqual([card.id]);
  expect((await api.call("getMedias", {}, { token: parent.token })).body.medias).toHaveLength(2);
});

test("five wrong birth dates for one card in an hour block that account, and not the bearer; right ones do not count", async () => {
  const card = await testCard(api.deps);
  const stranger = await testPerson(api.deps);
  const guess = async (birthDate: string) => refusal(stranger.token, by({ ...card, birthDate }));
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await guess(`198${wrong}-01-01`)).toBe("CARD_BIRTH_DATE_MISMATCH");
  expect(await guess(card.birthDate)).toBe("TOO_MANY_REQUESTS");
  expect(await refusal((await testPerson(api.deps)).token, by(card))).toBeUndefined();
  ahead(minutesMs(61));
  for (let right = 0; right < 6; right += 1) expect(await guess(card.birthDate)).toBe("CARD_LINKED");
});

// covers §9: card searches: 20 an hour from an address, five for a card; five wrong birth dates for a card
test("200 concurrent wrong birth dates never get an account more than five checks; without the count they all do", async () => {
  const storm = async (on: TestApi, size: number) => {
    const card = await testCard(on.deps);
    const people = await Promise.all(Array.from({ length: size / 20 }, () => testPerson(on.deps)));
    const values = by({ ...card, birthDate: "1980-01-01" });
    const ends = await Promise.all(
      Array.from({ length: size }, (_, index) =>
        on.call("registerMedia", values, { token: people[index % people.length]?.token }),
      ),
    );
    return ends.filter(({ body }) => body.error?.code === "CARD_BIRTH_DATE_MISMATCH").length;
  };
  expect(await storm(api, 200)).toBe(50);
  const open = await openTestApi({ packs: [cardPack()] });
  await clearCountedAttempts(open.deps.db);
  expect(await storm(open, 200)).toBe(200);
  await open.close();
});

test("an account looks up at most 20 cards an hour", async () => {
  const { token } = await testPerson(api.deps);
  const values = (index: number) => by({ number: `94000000${index}`, birthDate: "1990-05-04" });
  for (let attempts = 0; attempts < 20; attempts += 1)
    expect(await refusal(token, values(attempts))).toBe("CARD_NOT_RECOGNISED");
  expect(await refusal(token, values(21))).toBe("TOO_MANY_REQUESTS");
});

// covers §8: card link refusals
test("a register that cannot be read is reported as such, and links nothing", async () => {
  const broken = await openTestApi({ packs: [cardPack()] });
  const { token } = await testPerson(broken.deps);
  const card = await testCard(broken.deps);
  await sql`alter table transport_card rename to elsewhere`.execute(broken.deps.db);
  expect((await broken.call("registerMedia", by(card), { token })).body.error?.code).toBe("CARD_ERROR");
  await sql`alter table elsewhere rename to transport_card`.execute(broken.deps.db);
  expect((await broken.call("registerMedia", by(card), { token })).http).toBe(200);
  await broken.close();
});

test("a guest has no cards to link", async () => {
  const { token } = await testPerson(api.deps, { guest: true });
  expect(await refusal(token, by(await testCard(api.deps)))).toBe("ACCOUNT_REQUIRED");
});
