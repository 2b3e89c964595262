import { afterAll, beforeAll, expect, test } from "vitest";
import { openProviderWorld, type ProviderWorld } from "../testing/providers/provider-world.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await openProviderWorld();
});
afterAll(() => world.close());

// covers §7: provider, client, originAgent, originType, device of a sign-in
test.each([
  [{ clientSlug: "franceconnect" }, "PROVIDER_UNKNOWN"],
  [{ provider: "FRANCECONNECT" }, "PROVIDER_UNKNOWN"],
  [{ oauthClient: "another-client" }, "PROVIDER_UNKNOWN"],
  [{ oauth_client: "another-client" }, "PROVIDER_UNKNOWN"],
  [{ authAsGuest: true }, "GUEST_NOT_ALLOWED"],
  [{ clientSlug: "realm", provider: "keycloak", oauthClient: "guichet-shop", authAsGuest: false }, undefined],
])("a request that names a different provider is refused, as is a guest: %j", async (named, code) => {
  const { body } = await world.exchange("realm", "camille");
  const { authProviderId, authProviderToken } = body;
  const values = { authProviderId, authProviderToken, device: "Firefox, Linux", originAgent: "app/2", ...named };
  const opened = await world.api.call("authenticate", { ...values, originType: "MTICKET" });
  expect(opened.body.error?.code).toBe(code);
  if (code !== undefined) return;
  const { sessions } = (await world.api.call("getSessions", {}, { token: opened.body.userToken })).body;
  expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
    device: "Firefox, Linux",
    application: "guichet-shop",
    originType: "MTICKET",
  });
});
