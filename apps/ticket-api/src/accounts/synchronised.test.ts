import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { goodPassword } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld } from "../testing/providers/provider-world.ts";

let world: ProviderWorld;
let api: ProviderWorld["api"];
beforeAll(async () => {
  world = await openProviderWorld();
  api = world.api;
});
afterAll(() => world.close());

// covers §8: federation refusals
test.each([
  ["firstName", "Clara"],
  ["lastName", "Durand"],
  ["birthDate", "1990-01-01"],
  ["birthDate", null],
])(
  "the %s from the federation cannot be changed (%s), and the same value sent back is no change",
  async (field, value) => {
    const { body } = await world.signInAt("franceconnect", "short-name");
    const token = body.userToken;
    const refused = await api.call("updateAccount", { [field]: value, theme: "dark" }, { token });
    expect(refused).toMatchObject({ http: 403, body: { error: { code: "DATA_SYNCHRONISED", details: { field } } } });
    const same = { firstName: "Linh", lastName: "O", birthDate: "1994-09-09", theme: "light" as const };
    const updated = await api.call("updateAccount", same, { token });
    expect(updated).toMatchObject({
      http: 200,
      body: { user: { userName: "Linh", userLastname: "O", theme: "light" } },
    });
  },
);

test("a federated customer may change the data that the federation does not provide", async () => {
  const { body } = await world.signInAt("franceconnect", "thomas");
  const changed = await api.call(
    "updateAccount",
    { phone: "+33612345678", contactEmail: "contact@example.org" },
    { token: body.userToken },
  );
  expect(changed.body.user).toMatchObject({ userPhoneNumber: "+33612345678", contactEmail: "contact@example.org" });
});

// covers §6: federation-only users
test("a federated customer changes their e-mail after step-up authentication, which ends other sessions and notifies the old address", async () => {
  const first = await world.signInAt("franceconnect", "claire");
  const { body } = await world.signInAt("franceconnect", "claire");
  const token = body.userToken;
  await world.provedCustomer("taken@example.org");
  const change = (email: string) => api.call("updateAccount", { email }, { token });
  expect((await change("taken@example.org")).body.error?.code).toBe("EMAIL_EXISTS");
  expect((await change("claire.martin@mail.example")).body.error?.code).toBe("EMAIL_UNCHANGED");
  await world.pass(minutesMs(recentSignInMinutes) + 1_000);
  const stale = await change("claire@example.org");
  expect(stale).toMatchObject({ http: 403, body: { error: { code: "REAUTHENTICATION_REQUIRED" } } });
  const exchanged = await world.exchange("franceconnect", "claire", { reauthenticate: true, token });
  const { authProviderId, authProviderToken } = exchanged.body;
  await api.call("reauthenticate", { authProviderId, authProviderToken }, { token });
  expect((await change("claire@example.org")).body.user?.userMail).toBe("claire@example.org");
  expect((await api.call("touch", {}, { token: first.body.userToken })).body.error?.code).toBe(
    "AUTHENTICATION_TOKEN_INVALID",
  );
  const [message] = await world.emails("claire.martin@mail.example");
  expect(message?.text).toContain("c…@example.org");
  expect((await world.signInAt("franceconnect", "claire")).body.user?.userMail).toBe("claire@example.org");
});

test("a customer with a password changes their e-mail by it, however they signed in", async () => {
  const { token } = await world.customer("password@example.org");
  const { body } = await world.exchange("realm", "camille");
  const { authProviderId, authProviderToken } = body;
  await api.call("createIdentity", { authProviderId, authProviderToken }, { token });
  const without = await api.call("updateAccount", { email: "next@example.org" }, { token });
  expect(without.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "currentPassword" } });
  const changed = await api.call(
    "updateAccount",
    { email: "next@example.org", currentPassword: goodPassword },
    { token },
  );
  expect(changed.body.user?.userMail).toBe("next@example.org");
});

// covers §5: dematerialised only with an identity other than the national one
// covers §6: federation-only users
test("dematerialised tickets are refused to a customer with only the federation's identity, at verify and at placeOrder", async () => {
  const { body } = await world.signInAt("franceconnect", "no-email");
  const token = body.userToken;
  const named = await api.call("updateAccount", { email: "paulette@example.org" }, { token });
  const line = {
    quantity: 1,
    productId: "single",
    customerId: named.body.user?.userId,
    support: "DEMATERIALIZED" as const,
  };
  const order = {
    articles: [line],
    paymentMethod: "CARD" as const,
    termsAccepted: true,
    over18Accepted: true,
    totalAmount: { amount: 150, currency: "EUR" },
    returnUrl: "/cart",
  };
  const errors = async () =>
    (await api.call("verifyOrder", { articles: [line] }, { token })).body.lines.flatMap((each) =>
      each.errors.map(({ code }) => code),
    );
  expect(await errors()).toEqual(["SUPPORT_REFUSED"]);
  const refused = await api.call("placeOrder", order, { token });
  expect(refused).toMatchObject({ http: 403, body: { error: { code: "SUPPORT_REFUSED" } } });

  const { authProviderId, authProviderToken } = (await world.exchange("realm", "noemail")).body;
  const linked = await api.call("createIdentity", { authProviderId, authProviderToken }, { token });
  expect(linked.http).toBe(200);
  expect(await errors()).toEqual([]);
});
