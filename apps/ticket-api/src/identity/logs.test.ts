import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smtpMailer } from "../integrations/mail.ts";
import { goodPassword } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld } from "../testing/providers/provider-world.ts";

let people: ProviderWorld;
let logged = "";
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, written) => {
      logged += chunk;
      written();
    },
  });
  const log = pino({ level: "trace" }, stream);
  people = await openProviderWorld({ parts: { log } });
});
afterAll(() => people.close());

/** Responds like a mail server that rejects every recipient, and names the recipient. */
function refuseRecipients(socket: Socket): void {
  socket.write("220 mail.example\r\n");
  socket.on("error", () => undefined);
  socket.on("data", (lines) => {
    for (const line of String(lines).split("\r\n").filter(Boolean)) {
      const recipient = /^RCPT TO:(<[^>]*>)/i.exec(line)?.[1];
      if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
      else socket.write(recipient === undefined ? "250 ok\r\n" : `550 ${recipient} unknown\r\n`);
    }
  });
}

// covers: logs without tokens, codes, passwords or addresses
test("no log line contains a token, a code, a password or an e-mail address", async () => {
  const { token, idToken, refreshToken, knownDevice } = await people.customer("secret.person@example.org");
  await people.api.call("sendVerificationEmail", {}, { token });
  const code = await people.code("secret.person@example.org");
  await people.api.call("verifyEmail", { code }, { token });
  await people.api.call("introspectTokenByGet", { userToken: token });
  await people.toolkit("signInWithPassword", { email: "secret.person@example.org", password: "Wrong secret 1 here" });
  await people.toolkit("lookup", { idToken });
  await people.toolkit("token", { grant_type: "refresh_token", refresh_token: refreshToken });
  await people.api.call("resetPassword", { email: "secret.person@example.org" });
  await people.api.call("getUser", {}, { token });

  // A mail server that accepts nothing names the customer in its response.
  const { mailer } = people.api.deps;
  const refusing = createServer(refuseRecipients).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const address = refusing.address();
  people.api.deps.mailer = smtpMailer(`smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  await people.api.work.drain();
  await people.api.deps.mailer.close();
  people.api.deps.mailer = mailer;
  refusing.close();
  expect(logged).toContain("Mail server refused the e-mail (EENVELOPE 550)");
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

// covers: logs without tokens, codes, passwords or addresses
test("no log line contains a provider's claims, a state, a code, a token of theirs or ours, or a secret", async () => {
  const { api } = people;
  const back = await people.comeBack("realm", "camille");
  const exchanged = await api.call("exchangeAuthorizationCode", { ...back });
  const { authProviderToken, customToken = "", refreshToken = "" } = exchanged.body;
  const opened = await api.call("authenticate", { authProviderId: "realm", authProviderToken });
  await api.call("introspectToken", { customToken, authProviderId: "realm" }, { token: opened.body.userToken });
  await api.call("authenticate", { authProviderId: "realm", authProviderToken: `${customToken}x` });
  const refused: { code: string; state: string }[] = [];
  const lies = ["wrong-issuer", "wrong-nonce", "alg-none", "userinfo-other-sub", "down"] as const;
  for (const provider of ["realm", "federation"] as const) {
    for (const next of lies) {
      const providerId = provider === "realm" ? "realm" : "franceconnect";
      const came = await people.comeBack(providerId, provider === "realm" ? "camille" : "claire");
      await people.behave(provider, next);
      refused.push(came);
      expect((await api.call("exchangeAuthorizationCode", { ...came })).http).not.toBe(200);
      await people.behave(provider, next, 0);
    }
  }
  await api.call("exchangeAuthorizationCode", { ...(await people.comeBack("realm", "camille")), code: "made-up-code" });
  expect(logged).toContain("identity provider failed");
  expect(logged).toContain("/authentication/exchangeAuthorizationCode");
  const secrets = [
    ...refused.flatMap(({ code, state }) => [code, state]),
    ...[back.code, back.state, authProviderToken, customToken, refreshToken, opened.body.userToken, "made-up-code"],
    ...["camille@operator", "claire.martin", "Fournier", "federation-demo-secret", opened.body.logoutUrl ?? "none"],
    customToken.split(".")[1] ?? "none",
  ];
  for (const secret of secrets) expect(logged.includes(secret), secret.slice(0, 12)).toBe(false);
});
