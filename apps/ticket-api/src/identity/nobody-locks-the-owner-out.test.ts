import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs, minutesMs } from "../clock.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testCard } from "../testing/test-cards.ts";
import { testPack } from "../testing/test-pack.ts";
import { staffPassword, testStaff } from "../testing/test-staff.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  people = await openPeopleApi({ packs: [testPack({ network: { switches: { mediaSignin: true } } })] });
  api = people.api;
});
afterAll(() => people.close());

let used = 0;
/** An unused client address. */
const newAddress = () => `198.51.${Math.floor(++used / 250)}.${(used % 250) + 1}`;
const ahead = (ms: number) => api.clock.setOffset(api.clock.offsetMs() + ms);
const newPassword = "A brand new 1 password";
const signIn = (email: string, password: string, asking: Parameters<PeopleApi["toolkit"]>[2] = {}) =>
  people.toolkit("signInWithPassword", { email, password }, { address: newAddress(), ...asking });
const ended = async (...[email, password, asking]: Parameters<typeof signIn>) =>
  people.faultOf(await signIn(email, password, asking));

/** A stranger tries wrong passwords, five from each of several addresses. */
async function hammer(email: string, addresses: number) {
  for (let index = 0; index < addresses; index += 1) {
    const address = newAddress();
    for (let wrong = 0; wrong < 5; wrong += 1) await ended(email, "wrong", { address });
  }
}
const waitSeconds = ({ retryAfter }: { retryAfter?: string | undefined }) => Number(retryAfter);

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("while a stranger tries passwords from one address, the owner signs in immediately from another", async () => {
  await people.register("hammered@example.org");
  const address = newAddress();
  for (let wrong = 0; wrong < 60; wrong += 1) await ended("hammered@example.org", "wrong", { address });
  expect(await ended("hammered@example.org", goodPassword)).toBe("ok");
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("an account attacked from many addresses is slowed down by half a minute at most, and the right password works after the wait", async () => {
  const email = "slowed@example.org";
  await people.register(email);
  await hammer(email, 2);
  const waits: number[] = [];
  for (let more = 0; more < 32; more += 1) {
    const address = newAddress();
    const first = await signIn(email, "wrong", { address });
    expect(people.faultOf(first)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
    waits.push(waitSeconds(first));
    ahead(waitSeconds(first) * 1000);
    expect(await ended(email, "wrong", { address })).toBe("INVALID_LOGIN_CREDENTIALS");
  }
  expect(waits[0]).toBe(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(30);
  expect(waits.slice(0, 10)).toEqual(waits.slice(0, 10).toSorted((a, b) => a - b));

  const owner = { address: newAddress() };
  const asked = await signIn(email, goodPassword, owner);
  expect(people.faultOf(asked)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  // Attempts of strangers meanwhile neither take the owner's turn nor delay it.
  for (let more = 0; more < 20; more += 1) await ended(email, "wrong");
  ahead(waitSeconds(asked) * 1000);
  for (let more = 0; more < 20; more += 1) await ended(email, "wrong");
  expect(await ended(email, goodPassword, owner)).toBe("ok");
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("a slowdown expires by itself", async () => {
  const email = "expires@example.org";
  await people.register(email);
  await hammer(email, 4);
  expect(await ended(email, goodPassword)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  ahead(minutesMs(15) + 1000);
  expect(await ended(email, goodPassword)).toBe("ok");
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("a known device signs in immediately, even from an address that a stranger has used up", async () => {
  const email = "device@example.org";
  const { knownDevice } = await people.customer(email);
  await hammer(email, 4);
  const address = newAddress();
  for (let wrong = 0; wrong < 55; wrong += 1) await ended(`other${wrong}@example.org`, "wrong", { address });
  expect(await ended(email, goodPassword, { address })).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect(await ended(email, goodPassword, { address, knownDevice })).toBe("ok");
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("the link of a requested e-mail admits the owner, even from a blocked address and after many requests of a stranger", async () => {
  const email = "by.link@example.org";
  await people.register(email);
  const requestReset = (address: string) => api.call("resetPassword", { email }, { address });
  const stranger = newAddress();
  for (let asks = 0; asks < 8; asks += 1) {
    await requestReset(stranger);
    await api.work.drain();
    ahead(61_000);
  }
  expect(await people.emails(email)).toHaveLength(5);
  await hammer(email, 4);
  const address = newAddress();
  for (let wrong = 0; wrong < 55; wrong += 1) await ended(`else${wrong}@example.org`, "wrong", { address });
  await requestReset(address);
  expect(await people.emails(email)).toHaveLength(6);
  const code = await people.code(email);
  // A stranger's next request does not cancel it either.
  await requestReset(newAddress());
  await api.work.drain();
  const use = { code, action: "LEGACY_PASSWORD_CHANGE" as const, password: newPassword };
  expect((await api.call("useCode", use, { address })).http).toBe(200);
  expect(await ended(email, newPassword, { address })).toBe("ok");
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("a mailbox is not flooded by many requesters, and still has a valid code", async () => {
  const email = "mailbomb@example.org";
  await people.register(email);
  for (let asks = 0; asks < 13; asks += 1) {
    await api.call("resetPassword", { email }, { address: newAddress() });
    await api.work.drain();
  }
  expect(await people.emails(email)).toHaveLength(10);
  for (let hour = 0; hour < 14; hour += 1) {
    ahead(hoursMs(1));
    for (let asks = 0; asks < 2; asks += 1) await api.call("resetPassword", { email }, { address: newAddress() });
    await api.work.drain();
  }
  // Twenty in a day, then one an hour.
  expect((await people.emails(email)).length).toBeLessThanOrEqual(20 + 10);
  ahead(minutesMs(50));
  const use = { code: await people.code(email), action: "LEGACY_PASSWORD_CHANGE" as const, password: newPassword };
  expect((await api.call("useCode", use)).http).toBe(200);
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("nobody locks the staff out: the right password works from elsewhere, and a known browser immediately", async () => {
  const { email } = await testStaff(api, { north: ["agent"] });
  const login = (password: string, address: string, knownDevice?: string) =>
    api.call("officeLogin", { email, password, ...(knownDevice && { knownDevice }) }, { address, network: "" });
  const first = await login(staffPassword, newAddress());
  const { knownDevice } = first.body;
  expect(knownDevice).toBeDefined();
  for (let index = 0; index < 4; index += 1) {
    const address = newAddress();
    for (let wrong = 0; wrong < 6; wrong += 1) await login("wrong", address);
  }
  const owner = newAddress();
  const asked = await login(staffPassword, owner);
  expect(asked).toMatchObject({ http: 429, body: { error: { code: "TOO_MANY_REQUESTS" } } });
  const seconds = Number(asked.body.error?.details?.retryAfterSeconds);
  expect(waitSeconds(asked)).toBe(seconds);
  expect(seconds).toBeLessThanOrEqual(30);
  expect((await login(staffPassword, newAddress(), knownDevice)).body.knownDevice).toBeUndefined();
  ahead(seconds * 1000);
  expect((await login(staffPassword, owner)).http).toBe(200);
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("nobody locks the bearer of a card out: a search from another address works, after half a minute at most", async () => {
  const card = await testCard(api.deps);
  const search = (birthDate: string, address: string) => {
    const asked = { mediaNumber: card.number, mediaCustomerBirthDate: birthDate };
    return api.call("searchLocalMediaForSignin", asked, { address });
  };
  const stranger = newAddress();
  for (let wrong = 0; wrong < 8; wrong += 1) await search("1980-01-01", stranger);
  expect((await search(card.birthDate, newAddress())).http).toBe(200);
  for (let index = 0; index < 6; index += 1) {
    const address = newAddress();
    for (let wrong = 0; wrong < 5; wrong += 1) await search("1980-01-01", address);
  }
  const bearer = newAddress();
  const asked = await search(card.birthDate, bearer);
  expect(asked).toMatchObject({ http: 429, body: { error: { code: "TOO_MANY_REQUESTS" } } });
  expect(waitSeconds(asked)).toBeLessThanOrEqual(30);
  ahead(waitSeconds(asked) * 1000);
  expect((await search(card.birthDate, bearer)).http).toBe(200);
});

// covers §8: no stranger locks out the owner, the staff or a card's bearer
test("a stolen session does not keep the owner's session from confirming the password", async () => {
  const { token, idToken } = await people.customer("two.sessions@example.org");
  const other = (await api.call("login", { firebase_token: idToken })).body.user?.userToken;
  const prove = async (currentPassword: string, by: string | undefined) =>
    (await api.call("reauthenticate", { currentPassword }, { token: by })).body.error?.code;
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await prove("wrong", other)).toBe("PASSWORD_WRONG");
  expect(await prove(goodPassword, other)).toBe("TOO_MANY_REQUESTS");
  expect(await prove(goodPassword, token)).toBeUndefined();
});
