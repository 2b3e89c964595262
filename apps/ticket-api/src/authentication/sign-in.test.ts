import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testPack } from "../testing/test-pack.ts";

let people: PeopleApi;
beforeAll(async () => {
  const telling = testPack({ id: "tells", network: { authentication: { enumerationProtection: false } } });
  const closed = testPack({ id: "closed", network: { authentication: { emailPassword: false } } });
  people = await openPeopleApi({ packs: [testPack(), telling, closed] });
});
afterAll(() => people.close());

let deps = 0;
/** An unused client address. */
const newAddress = () => `198.51.${Math.floor(++deps / 250)}.${(deps % 250) + 1}`;
const signIn = async (email: string, password: string, asking: Parameters<PeopleApi["toolkit"]>[2] = {}) =>
  people.faultOf(await people.toolkit("signInWithPassword", { email, password }, { address: newAddress(), ...asking }));
const ahead = (ms: number) => people.api.clock.setOffset(people.api.clock.offsetMs() + ms);

// covers §8: blocked after many failures
test("after five wrong passwords in 15 minutes from one address the account is blocked for that address for 15 minutes, and for nobody else", async () => {
  await people.register("locked@example.org");
  const from = { address: newAddress() };
  for (let wrong = 0; wrong < 5; wrong += 1) {
    expect(await signIn("locked@example.org", "wrong", from)).toBe("INVALID_LOGIN_CREDENTIALS");
  }
  expect(await signIn("locked@example.org", goodPassword, from)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect(await signIn("locked@example.org", goodPassword)).toBe("ok");
  ahead(minutesMs(14));
  expect(await signIn("locked@example.org", goodPassword, from)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  ahead(minutesMs(1) + 1000);
  expect(await signIn("locked@example.org", goodPassword, from)).toBe("ok");
});

test("wrong passwords over more than 15 minutes do not block", async () => {
  await people.register("slow@example.org");
  for (let wrong = 0; wrong < 10; wrong += 1) {
    expect(await signIn("slow@example.org", "wrong")).toBe("INVALID_LOGIN_CREDENTIALS");
    ahead(minutesMs(4));
  }
  expect(await signIn("slow@example.org", goodPassword)).toBe("ok");
});

test("a right password in between restarts the count", async () => {
  await people.register("between@example.org");
  const from = { address: newAddress() };
  for (let round = 0; round < 2; round += 1) {
    for (let wrong = 0; wrong < 4; wrong += 1) await signIn("between@example.org", "wrong", from);
    expect(await signIn("between@example.org", goodPassword, from)).toBe("ok");
  }
});

// covers §9: failed sign-ins block an account, but no known browser of its owner
test("a browser that signed in before has five attempts of its own", async () => {
  const { knownDevice } = await people.customer("known@example.org");
  const address = newAddress();
  for (let wrong = 0; wrong < 6; wrong += 1) await signIn("known@example.org", "wrong", { address });
  expect(await signIn("known@example.org", goodPassword, { address })).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect(await signIn("known@example.org", goodPassword, { address, knownDevice })).toBe("ok");
  for (let wrong = 0; wrong < 5; wrong += 1) {
    expect(await signIn("known@example.org", "wrong", { knownDevice })).toBe("INVALID_LOGIN_CREDENTIALS");
  }
  expect(await signIn("known@example.org", goodPassword, { knownDevice })).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

test("the token of one account's browser gives no attempts at another account", async () => {
  const { knownDevice } = await people.customer("mine@example.org");
  await people.register("theirs@example.org");
  const address = newAddress();
  for (let wrong = 0; wrong < 5; wrong += 1) await signIn("theirs@example.org", "wrong", { address });
  const asMine = await signIn("theirs@example.org", goodPassword, { address, knownDevice });
  expect(asMine).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

// covers §8: blocked after many failures
test("fifty failures from one address, or one IPv6 household, block it for every account", async () => {
  await people.register("bystander@example.org");
  for (let wrong = 0; wrong < 50; wrong += 1) {
    await signIn(`guess${wrong}@example.org`, "wrong", { address: `2001:db8:7:7::${wrong + 1}` });
  }
  const same = { address: "2001:db8:7:7:ffff::1" };
  expect(await signIn("bystander@example.org", goodPassword, same)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect(await signIn("bystander@example.org", goodPassword, { address: "2001:db8:7:8::1" })).toBe("ok");
});

// covers §9: failed sign-ins block an account, but no known browser of its owner
test("1,000 concurrent attempts from one address never get more than five password checks", async () => {
  await people.register("stormed@example.org");
  const from = { address: newAddress() };
  const ends = await Promise.all(Array.from({ length: 1000 }, () => signIn("stormed@example.org", "wrong", from)));
  expect(ends.filter((end) => end === "INVALID_LOGIN_CREDENTIALS")).toHaveLength(5);
  expect(ends.filter((end) => end === "TOO_MANY_ATTEMPTS_TRY_LATER")).toHaveLength(995);
});

test("counting in one statement keeps the limit under 100 concurrent attempts; checking first and counting after does not", async () => {
  const { db } = people.api.deps;
  const now = people.api.clock.now();
  const limit = { limit: 5, windowMs: 60_000, blockMs: 60_000 };
  const guarded = await Promise.all(
    Array.from({ length: 100 }, () => countAttempt(db, "north", "control:a", now, limit)),
  );
  expect(guarded.filter(Boolean)).toHaveLength(5);
  const unguarded = async () => {
    const found = await sql<{ count: number }>`
      select cardinality(tries) as count from counted_try where subject = 'control:b'`.execute(db);
    if ((found.rows[0]?.count ?? 0) >= limit.limit) return false;
    return countAttempt(db, "north", "control:b", now, { ...limit, limit: 1000 });
  };
  const through = await Promise.all(Array.from({ length: 100 }, unguarded));
  expect(through.filter(Boolean).length).toBeGreaterThan(5);
});

// covers §8: a weak password at registration reveals nothing about the e-mail
test("a registration with a weak password does not reveal whether the e-mail is taken", async () => {
  await people.register("weakly.taken@example.org");
  for (const password of ["short", "password"]) {
    const [taken, free] = [
      await people.toolkit("signUp", { email: "weakly.taken@example.org", password }),
      await people.toolkit("signUp", { email: "weakly.free@example.org", password }),
    ];
    expect(people.faultOf(taken)).toMatch(/^PASSWORD_DOES_NOT_MEET_REQUIREMENTS/);
    expect(taken).toEqual(free);
  }
});

// covers §8: invalid e-mail or password; unknown password
test("an unknown e-mail and a wrong password have the same response after the same work", async () => {
  await people.register("there@example.org");
  const ask = async (email: string) => {
    const began = performance.now();
    const reply = await people.toolkit("signInWithPassword", { email, password: "wrong" }, { address: newAddress() });
    return { reply, ms: performance.now() - began };
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const there = await ask("there@example.org");
    const nobody = await ask(`nobody${round}@example.org`);
    expect(nobody.reply).toEqual(there.reply);
    known.push(there.ms);
    unknown.push(nobody.ms);
    ahead(minutesMs(16));
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  // A check takes some 25 ms, everything else some 3 ms: skipping it would be measurable.
  expect(median(unknown)).toBeGreaterThan(median(known) / 2);
  expect(median(known)).toBeGreaterThan(median(unknown) / 2);
});

// covers §9: failed sign-ins block an account, but no known browser of its owner
test("unknown e-mails are blocked like known ones", async () => {
  const from = { address: newAddress() };
  for (let wrong = 0; wrong < 5; wrong += 1) {
    expect(await signIn("ghost@example.org", "wrong", from)).toBe("INVALID_LOGIN_CREDENTIALS");
  }
  expect(await signIn("ghost@example.org", "wrong", from)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

// covers §8: invalid e-mail or password; unknown password
// covers §8: user not recognised on password reset, where the network reveals it; otherwise the same response
test("a network without enumeration protection distinguishes an unknown e-mail from a wrong password", async () => {
  await people.register("told@example.org", "tells");
  expect(await signIn("told@example.org", "wrong", { network: "tells" })).toBe("INVALID_PASSWORD");
  expect(await signIn("nobody@example.org", "wrong", { network: "tells" })).toBe("EMAIL_NOT_FOUND");
  const reset = { requestType: "PASSWORD_RESET", email: "nobody@example.org" };
  expect(people.faultOf(await people.toolkit("sendOobCode", reset, { network: "tells" }))).toBe("EMAIL_NOT_FOUND");
});

test("a network without e-mail and password refuses sign-up, sign-in and reset", async () => {
  const network = { network: "closed" };
  const both = { email: "a@example.org", password: goodPassword };
  expect(people.faultOf(await people.toolkit("signUp", both, network))).toBe("OPERATION_NOT_ALLOWED");
  expect(people.faultOf(await people.toolkit("signInWithPassword", both, network))).toBe("OPERATION_NOT_ALLOWED");
  const reset = { requestType: "PASSWORD_RESET", email: "a@example.org" };
  expect(people.faultOf(await people.toolkit("sendOobCode", reset, network))).toBe("OPERATION_NOT_ALLOWED");
  const byCall = await people.api.call("resetPassword", { email: "a@example.org" }, network);
  expect(byCall).toMatchObject({ http: 403, body: { error: { code: "FEATURE_DISABLED" } } });
});

test("when too many passwords wait to be checked, further requests are refused with a time to retry", async () => {
  const { hashPassword, PasswordQueueFull } = await import("./passwords.ts");
  const ends = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword("x")));
  const turned = ends.filter((end) => end.status === "rejected");
  expect(turned).toHaveLength(28);
  expect(turned.every((end) => end.status === "rejected" && end.reason instanceof PasswordQueueFull)).toBe(true);
});
