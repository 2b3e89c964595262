import { type DemoRealm, demoIdentityClients, realmPaths } from "@guichet/contract/integrations/sandbox-identity.ts";
import type { Configuration } from "oidc-provider";
import { acceptAddresses } from "./addresses.ts";
import { realmEndpoints } from "./endpoints.ts";
import { keycloakBehaviour } from "./keycloak.ts";
import { profileOf, type RealmPerson, realmPeople, realmSub } from "./people.ts";
import { signInPolicy } from "./policy.ts";
import { type IdentityContext, type IdentityProvider, openProvider } from "./provider.ts";
import { endedPageIn, errorPageIn, questionPageIn } from "./views.ts";

const everyScope = new Set(["profile", "email"]);
const tenHours = 36_000;
/** Keycloak's defaults: access 5 minutes, refresh 30 minutes from the last use, session at most 10 hours. */
const lifetimes = {
  Interaction: 1_800,
  Session: tenHours,
  Grant: tenHours,
  AuthorizationCode: 60,
  AccessToken: 300,
  IdToken: 300,
  RefreshToken: 1_800,
};

/** Users of a realm. */
export function peopleOf(realm: DemoRealm): readonly RealmPerson[] {
  return realmPeople.map((person) => ({ ...person, sub: realmSub(realm, person.name) }));
}

/** A network's own provider, with the paths and responses of Keycloak. */
export function openRealm(context: IdentityContext, realm: DemoRealm): Promise<IdentityProvider> {
  const people = peopleOf(realm);
  return openProvider(context, {
    name: `realm_${realm}`,
    issuer: `${context.publicUrl()}${realmPaths(realm).issuer}`,
    alg: "RS256",
    endpoints: realmEndpoints,
    configuration: ({ interactionPolicy }, { nowSeconds }) => {
      const policy = signInPolicy(interactionPolicy, nowSeconds);
      return configurationOf(people, policy, `${context.publicUrl()}${realmPaths(realm).signIn}`);
    },
    behaviourOf: (internals) => {
      acceptAddresses(internals.provider);
      return keycloakBehaviour(internals, people);
    },
  });
}

function configurationOf(
  people: readonly RealmPerson[],
  policy: ReturnType<typeof signInPolicy>,
  signInUrl: string,
): Configuration {
  const { realmShop, realmApi } = demoIdentityClients;
  const common = {
    redirect_uris: ["http://localhost:3000/auth/custom"],
    require_auth_time: true,
    response_types: ["code" as const],
    grant_types: ["authorization_code", "refresh_token"],
  };
  return {
    clients: [
      { ...common, client_id: realmShop.clientId, token_endpoint_auth_method: "none" },
      {
        ...common,
        client_id: realmApi.clientId,
        client_secret: realmApi.clientSecret,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    routes: {
      authorization: realmEndpoints.authorization,
      token: realmEndpoints.token,
      userinfo: realmEndpoints.userinfo,
      jwks: realmEndpoints.keys,
      end_session: realmEndpoints.logout,
      introspection: realmEndpoints.introspection ?? "",
    },
    scopes: ["openid", "offline_access"],
    claims: {
      openid: ["sub"],
      profile: ["name", "preferred_username", "given_name", "family_name"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    pkce: { required: (_context, client) => client.clientId === realmShop.clientId },
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_post", "client_secret_basic"],
    enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: (_context, client) => client.clientId === realmApi.clientId },
      rpInitiatedLogout: { logoutSource: questionPageIn, postLogoutSuccessSource: endedPageIn },
    },
    interactions: { policy, url: (_context, { uid }) => `${signInUrl}/${uid}` },
    ttl: lifetimes,
    renderError: errorPageIn,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    async loadExistingGrant({ oidc }) {
      const { accountId } = oidc.session ?? {};
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(accountId && { accountId }),
      });
      grant.addOIDCScope(String(oidc.params?.scope ?? ""));
      await grant.save();
      return grant;
    },
    async findAccount(_context, sub) {
      const person = people.find((each) => each.sub === sub);
      return person && { accountId: sub, claims: async () => ({ sub, ...profileOf(person, everyScope) }) };
    },
  };
}
