import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, openPeopleApi, type PeopleApi } from "../testing/people-api.ts";

let people: PeopleApi;
let logged = "";
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, written) => {
      logged += chunk;
      written();
    },
  });
  const log = pino({ level: "trace" }, stream);
  people = await openPeopleApi({ parts: { log } });
});
afterAll(() => people.close());

test("no log line holds a token, a code, a password or an e-mail address", async () => {
  const { token, idToken, refreshToken, knownDevice } = await people.customer("secret.person@example.org");
  await people.api.ask("sendVerificationEmail", {}, { token });
  const code = await people.code("secret.person@example.org");
  await people.api.ask("verifyEmail", { code });
  await people.api.ask("introspectTokenByGet", { userToken: token });
  await people.toolkit("signInWithPassword", { email: "secret.person@example.org", password: "Wrong secret 1 here" });
  await people.toolkit("lookup", { idToken });
  await people.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  await people.api.ask("resetPassword", { email: "secret.person@example.org" });
  await people.api.ask("getUser", {}, { token });

  // A mail server that takes nothing names the customer in its words.
  const { mailer } = people.api.house;
  people.api.house.mailer = {
    send: () =>
      Promise.reject(Object.assign(new Error("550 <secret.person@example.org> unknown"), { responseCode: 550 })),
    close: () => mailer.close(),
  };
  await people.api.work.drain();
  expect(logged).toContain("The mail server did not take the letter (550)");
  expect(logged).toContain("/Account/login.json");
  for (const secret of [
    token,
    idToken,
    refreshToken,
    knownDevice,
    code,
    goodPassword,
    "Wrong secret",
    "secret.person",
  ]) {
    expect(logged.includes(secret), secret.slice(0, 12)).toBe(false);
  }
});
