import { Writable } from "node:stream";
import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { saveClient } from "../http/client-store.ts";
import { goodPassword } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld } from "../testing/providers/provider-world.ts";
import { type Happenings, staffHappenings } from "../testing/staff-happenings.ts";
import { officeClient, shopClient } from "../testing/test-api.ts";
import { testPerson } from "../testing/test-people.ts";
import { staffPassword, testStaff } from "../testing/test-staff.ts";
import { type SecurityEventName, securityEvents } from "./events.ts";

let written = "";
let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, done) => {
      written += chunk;
      done();
    },
  });
  // The lines are written whatever the level of the others.
  world = await openProviderWorld({ parts: { log: pino({ level: "error" }, stream) } });
  api = world.api;
});
afterAll(() => world.close());

type Line = Record<string, unknown>;
/** The lines of one event since `from`. */
const linesOf = (event: SecurityEventName, from: number): Line[] =>
  written
    .slice(from)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.channel === "security" && line.event === event);

const newPassword = "Another good 1 password";
const address = "198.51.100.77";
let count = 0;
const nextEmail = () => `secret.person.${++count}@example.org`;
const customer = () => world.customer(nextEmail());
/** Triggers every event over HTTP, or by the command; a missing one does not compile. */
const happenings: Happenings<SecurityEventName> = {
  "sign-up": async () => {
    const email = nextEmail();
    const { localId, idToken } = await world.register(email);
    return { lines: [{ outcome: "ok", actor: `sign-in:${localId}`, network: "north" }], secrets: [idToken] };
  },
  "sign-in": async () => {
    const email = nextEmail();
    const { localId } = await world.register(email);
    await world.toolkit("signInWithPassword", { email, password: "Wrong secret 1 here" }, { address });
    const { body } = await world.toolkit("signInWithPassword", { email, password: goodPassword });
    const opened = await world.signInAt("realm", "camille");
    const back = await world.comeBack("realm", "camille");
    await api.call("exchangeAuthorizationCode", { ...back, state: "made-up-state" });
    const hidden = expect.stringMatching(/^email:[\w-]{16}$/);
    const reason = "INVALID_LOGIN_CREDENTIALS";
    return {
      lines: [
        { outcome: "refused", actor: hidden, reason, network: "north", address, requestId: expect.any(String) },
        { outcome: "ok", actor: `sign-in:${localId}`, subject: hidden },
        { outcome: "ok", actor: `customer:${opened.body.user?.userId}`, client: "shop" },
        { outcome: "refused", actor: "unknown", reason: "AUTHORIZATION_STATE_INVALID" },
      ],
      secrets: [String(body.idToken), opened.body.userToken, back.code, "made-up-state"],
    };
  },
  "session.begin": async () => {
    const { token, user } = await customer();
    await api.call("login", { firebase_token: "made-up-token" }, { address });
    return {
      lines: [
        { outcome: "ok", actor: `customer:${user.userId}`, client: "shop", network: "north" },
        { outcome: "refused", actor: "unknown", reason: "TOKEN_INVALID", address },
      ],
      secrets: [token, "made-up-token"],
    };
  },
  "guest-session.begin": async () => {
    const guest = { firstName: "Noémie", lastName: "Kermarec", email: nextEmail() };
    const { body } = await api.call("login", { authAsGuest: true, guest }, { address });
    return {
      lines: [{ outcome: "ok", actor: `customer:${body.user?.userId}`, address }],
      secrets: [body.user?.userToken, "Kermarec"],
    };
  },
  "sign-out": async () => {
    const { token, user } = await customer();
    await api.call("logout", {}, { token });
    await api.call("logout", {}, { token });
    return { lines: [{ outcome: "ok", actor: `customer:${user.userId}` }], secrets: [token] };
  },
  "session.revoked": async () => {
    const { token, user } = await customer();
    await api.call("revokeSession", {}, { token });
    return { lines: [{ outcome: "ok", actor: `customer:${user.userId}` }] };
  },
  "step-up": async () => {
    const { token, user } = await customer();
    const actor = `customer:${user.userId}`;
    await api.call("reauthenticate", { currentPassword: "Wrong secret 1 here" }, { token });
    await api.call("reauthenticate", { currentPassword: goodPassword }, { token });
    return {
      lines: [
        { outcome: "refused", actor, reason: "PASSWORD_WRONG" },
        { outcome: "ok", actor },
      ],
    };
  },
  "password.changed": async () => {
    const { idToken, localId } = await world.register(nextEmail());
    await world.toolkit("update", { idToken, password: newPassword });
    return { lines: [{ outcome: "ok", actor: `sign-in:${localId}` }], secrets: [newPassword] };
  },
  "password.reset-asked": async () => {
    const email = nextEmail();
    await api.call("resetPassword", { email }, { address });
    await world.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email });
    const actor = expect.stringMatching(/^email:/);
    return {
      lines: [
        { outcome: "ok", actor, address },
        { outcome: "ok", actor },
      ],
    };
  },
  "password.reset": async () => {
    const { user } = await customer();
    const email = user.userMail ?? "";
    await api.call("resetPassword", { email });
    const code = await world.code(email);
    const use = (values: object) => api.call("useCode", { action: "LEGACY_PASSWORD_CHANGE", ...values }, { address });
    await use({ code: "made-up-code", password: newPassword });
    await use({ code, password: newPassword });
    await world.toolkit("resetPassword", { oobCode: code, newPassword });
    return {
      lines: [
        { outcome: "refused", reason: "CODE_INVALID", actor: "unknown", address },
        { outcome: "ok", actor: expect.stringMatching(/^email:/), address },
        { outcome: "refused", reason: "INVALID_OOB_CODE", actor: "unknown" },
      ],
      secrets: [code, "made-up-code"],
    };
  },
  "email.changed": async () => {
    const { token, user } = await customer();
    const actor = `customer:${user.userId}`;
    const email = nextEmail();
    await api.call("updateAccount", { email, currentPassword: "Wrong secret 1 here" }, { token });
    await api.call("updateAccount", { email, currentPassword: goodPassword }, { token });
    const other = await world.register(nextEmail());
    const newEmail = nextEmail();
    await world.toolkit("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: newEmail, ...other });
    const code = await world.code(newEmail);
    await world.toolkit("update", { oobCode: code });
    return {
      lines: [
        { outcome: "refused", actor, reason: "PASSWORD_WRONG" },
        { outcome: "ok", actor },
        { outcome: "ok", actor: `sign-in:${other.localId}`, network: "north" },
      ],
      secrets: [code],
    };
  },
  "identity.linked": async () => {
    const { token, user } = await customer();
    const actor = `customer:${user.userId}`;
    const authProviderToken = (await world.exchange("franceconnect", "claire")).body.authProviderToken;
    const link = (given: string) =>
      api.call("createIdentity", { authProviderId: "franceconnect", authProviderToken: given }, { token });
    await link("made-up-grant");
    await link(authProviderToken);
    return {
      lines: [
        { outcome: "refused", actor, reason: "TOKEN_INVALID" },
        { outcome: "ok", actor },
      ],
      secrets: [authProviderToken, "made-up-grant"],
    };
  },
  "identity.unlinked": async () => {
    const { token, user } = await customer();
    const actor = `customer:${user.userId}`;
    const unlink = () => api.call("deleteIdentity", { authProviderId: "password" }, { token });
    await unlink();
    const authProviderToken = (await world.exchange("franceconnect", "thomas")).body.authProviderToken;
    await api.call("createIdentity", { authProviderId: "franceconnect", authProviderToken }, { token });
    await unlink();
    return {
      lines: [
        { outcome: "refused", actor, reason: "LAST_IDENTITY" },
        { outcome: "ok", actor },
      ],
    };
  },
  "deletion.asked": async () => {
    const { token, user } = await customer();
    const actor = `customer:${user.userId}`;
    const requestDeletion = (currentPassword: string) =>
      api.call("requestDeletion", deletionOf(currentPassword), { token });
    await requestDeletion("Wrong secret 1 here");
    await requestDeletion(goodPassword);
    return {
      lines: [
        { outcome: "refused", actor, reason: "PASSWORD_WRONG" },
        { outcome: "ok", actor },
      ],
    };
  },
  "deletion.withdrawn": async () => {
    const { token, user } = await customer();
    await api.call("requestDeletion", deletionOf(goodPassword), { token });
    const { idToken } = await world.signIn(user.userMail ?? "", goodPassword);
    const again = await api.call("login", { firebase_token: idToken });
    await api.call("reactivate", {}, { token: again.body.user?.userToken });
    return { lines: [{ outcome: "ok", actor: `customer:${user.userId}` }] };
  },
  "account.merged": async () => {
    const [remaining, absorbed] = [await testPerson(api.deps, { proved: true }), await testPerson(api.deps)];
    const { token, staffId } = await testStaff(api, { north: ["manager"] });
    const both = { customerId: remaining.accountId, absorbedId: absorbed.accountId };
    await api.call("mergeCustomers", { ...both, reason: "Secret reason" }, { token, address });
    const line = { outcome: "ok", actor: `staff:${staffId}`, network: "north", address };
    return {
      lines: [both.absorbedId, both.customerId].map((id) => ({ ...line, subject: `customer:${id}` })),
      secrets: ["Secret reason", absorbed.email],
    };
  },
  "termination.requested": async () => {
    const email = nextEmail();
    const typed = { number: "2026-000001", firstName: "Nour", lastName: "Haddadou", email, contract: "Abonnement" };
    await api.call("requestTermination", typed, { address });
    return {
      lines: [{ outcome: "ok", actor: expect.stringMatching(/^email:/), address, network: "north" }],
      secrets: ["Haddadou", "2026-000001"],
    };
  },
  "termination.confirmed": async () => {
    const shown = { subscriptionId: "s1", effect: "AT_END", lastDay: "2026-11-30" } as const;
    await api.call("confirmTermination", { code: "made-up-termination", ...shown }, { address });
    return {
      lines: [{ outcome: "refused", reason: "CODE_INVALID", actor: "unknown" }],
      secrets: ["made-up-termination"],
    };
  },
  "data.exported": async () => {
    const { token, user } = await customer();
    await api.call("exportData", {}, { token });
    return { lines: [{ outcome: "ok", actor: `customer:${user.userId}` }] };
  },
  ...staffHappenings(() => api, { address, nextEmail, newPassword }),
  "client.unknown": async () => {
    await api.call("getNetworkConfiguration", {}, { client: { id: "nobody", key: "x" }, address });
    await api.call("getNetworkConfiguration", {}, { client: { id: "a secret, sent here by mistake", key: "x" } });
    return {
      lines: [
        { outcome: "refused", actor: "client:nobody", reason: "CLIENT_UNKNOWN", address },
        { outcome: "refused", actor: "unknown" },
      ],
      secrets: ["sent here by mistake"],
    };
  },
  "client.call-forbidden": async () => {
    const { token } = await testStaff(api, { north: ["admin"] });
    await api.call("listStaff", {}, { token, client: shopClient });
    return { lines: [{ outcome: "refused", actor: "client:shop", call: "/Office/listStaff" }] };
  },
  "signature.refused": async () => {
    await api.call("getNetworkConfiguration", {}, { client: { id: "shop", key: "not-the-key" }, address });
    return {
      lines: [{ outcome: "refused", actor: "client:shop", reason: "SIGNATURE_INVALID", address }],
      secrets: ["not-the-key"],
    };
  },
  "timestamp.expired": async () => {
    const dated = { ...officeClient, id: "dated", rights: [], replayProtection: true, networks: ["north"] };
    await saveClient(api.deps.db, dated);
    await api.call("getNetworkConfiguration", {}, { client: dated });
    return { lines: [{ outcome: "refused", actor: "client:dated", reason: "TIMESTAMP_EXPIRED" }] };
  },
  "limit.reached": async () => {
    const { token, user } = await customer();
    for (let time = 0; time < 6; time += 1)
      await api.call("reauthenticate", { currentPassword: "Wrong secret 1 here" }, { token });
    const email = nextEmail();
    for (let time = 0; time < 6; time += 1)
      await world.toolkit("signInWithPassword", { email, password: "Wrong secret 1 here" }, { address: "192.0.2.9" });
    return {
      lines: [
        { outcome: "refused", actor: `customer:${user.userId}`, reason: "TOO_MANY_REQUESTS", call: expect.any(String) },
        { outcome: "refused", actor: expect.stringMatching(/^email:/), reason: "TOO_MANY_ATTEMPTS_TRY_LATER" },
      ],
    };
  },
};

const deletionOf = (currentPassword: string) => ({ currentPassword, confirmed: true });

// covers §9: sign-ins, refusals and changes of credentials are logged with actor, network and address, and without any secret
it.each(Object.keys(securityEvents) as SecurityEventName[])("%s is logged, without any secret", async (event) => {
  const from = written.length;
  const { lines, secrets = [] } = await happenings[event]();
  expect(linesOf(event, from)).toEqual(
    lines.map((line) => expect.objectContaining({ ...line, level: 30, channel: "security", msg: event })),
  );
  const never = [goodPassword, staffPassword, newPassword, "Wrong secret", "secret.person", ...secrets];
  for (const secret of never) expect(secret === undefined || !written.includes(secret), secret).toBe(true);
});

// covers §9: sign-ins, refusals and changes of credentials are logged with actor, network and address, and without any secret
test("the same typed address has the same pseudonym, another one a different one, and neither is its plain hash", async () => {
  const from = written.length;
  const [one, other] = [nextEmail(), nextEmail()];
  for (const email of [one, one.toUpperCase(), other])
    await api.call("officeLogin", { email, password: "Wrong secret 1 here" }, { network: "" });
  const [first, second, third] = linesOf("staff.sign-in", from).map(({ actor }) => actor);
  expect(first).toBe(second);
  expect(third).not.toBe(first);
});

// covers §9: sign-ins, refusals and changes of credentials are logged with actor, network and address, and without any secret
test("the renewal of a provider's session is not a new sign-in", async () => {
  await world.pass(minutesMs(recentSignInMinutes));
  const exchanged = await world.exchange("realm", "camille");
  const { authProviderToken, customToken = "" } = exchanged.body;
  const from = written.length;
  const opened = await api.call("authenticate", { authProviderId: "realm", authProviderToken });
  const { userToken: token } = opened.body;
  const renewed = await api.call(
    "authenticate",
    { authProviderId: "realm", authProviderToken: customToken },
    { token },
  );
  expect(renewed.http).toBe(200);
  expect(linesOf("sign-in", from)).toHaveLength(1);
});
