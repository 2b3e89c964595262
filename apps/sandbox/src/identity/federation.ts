import {
  demoIdentityClients,
  federationAcr,
  federationPaths,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import type { Configuration } from "oidc-provider";
import { acceptAddresses } from "./addresses.ts";
import type { Artefacts } from "./artefacts.ts";
import { federationEndpoints } from "./endpoints.ts";
import { type FederationPerson, federationPeople } from "./people.ts";
import { signInPolicy } from "./policy.ts";
import { type IdentityContext, type IdentityProvider, openProvider } from "./provider.ts";
import { endedPageIn, errorPageIn, questionPageIn } from "./views.ts";

const day = 86_400;
/** Lifetimes of a sign-in in progress, a session, a code and a token. */
const lifetimes = {
  Interaction: 1_800,
  Session: 1_800,
  Grant: day,
  AuthorizationCode: 60,
  AccessToken: 300,
  IdToken: 300,
};
const typedEmails = "TypedEmail";

/** The national federation: paths and behaviour of FranceConnect v2. */
export function openFederation(context: IdentityContext): Promise<IdentityProvider> {
  return openProvider(context, {
    name: "federation",
    issuer: `${context.publicUrl()}${federationPaths.issuer}`,
    alg: "ES256",
    endpoints: federationEndpoints,
    configuration: ({ errors, interactionPolicy }, { artefacts, nowSeconds }) => {
      const policy = signInPolicy(interactionPolicy, nowSeconds);
      // Always shows the page: a tester wants to choose, and the federation itself shows its page at every sign-in.
      policy.get("login")?.checks.add(
        new interactionPolicy.Check("always", "choose an identity", ({ oidc }) => {
          const { state, nonce, acr_values } = oidc.params ?? {};
          if (!state) throw new errors.InvalidRequest("state is required");
          if (!nonce) throw new errors.InvalidRequest("nonce is required");
          if (
            !String(acr_values ?? "")
              .split(" ")
              .includes(federationAcr)
          ) {
            throw new errors.InvalidRequest(`acr_values must ask for ${federationAcr}`);
          }
          return oidc.result?.login === undefined;
        }),
      );
      return configurationOf(policy, artefacts, context.publicUrl());
    },
    behaviourOf: ({ provider }) => {
      acceptAddresses(provider);
      return {};
    },
  });
}

function configurationOf(
  policy: ReturnType<typeof signInPolicy>,
  artefacts: Artefacts,
  publicUrl: string,
): Configuration {
  const { clientId, clientSecret } = demoIdentityClients.federation;
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ["http://localhost:3000/auth/fc/finalize"],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
        require_auth_time: true,
        id_token_signed_response_alg: "ES256",
        userinfo_signed_response_alg: "ES256",
      },
    ],
    routes: {
      authorization: federationEndpoints.authorization,
      token: federationEndpoints.token,
      userinfo: federationEndpoints.userinfo,
      jwks: federationEndpoints.keys,
      end_session: federationEndpoints.logout,
    },
    scopes: ["openid"],
    claims: {
      openid: ["sub", "acr", "amr"],
      given_name: ["given_name", "given_name_array"],
      family_name: ["family_name"],
      birthdate: ["birthdate"],
      email: ["email"],
      preferred_username: ["preferred_username"],
      gender: ["gender"],
      birthplace: ["birthplace"],
      birthcountry: ["birthcountry"],
    },
    acrValues: [federationAcr],
    pkce: { required: () => false },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_post"],
    enabledJWA: { idTokenSigningAlgValues: ["ES256"], userinfoSigningAlgValues: ["ES256"] },
    features: {
      devInteractions: { enabled: false },
      jwtUserinfo: { enabled: true },
      rpInitiatedLogout: { logoutSource: questionPageIn, postLogoutSuccessSource: endedPageIn },
    },
    interactions: { policy, url: (_context, { uid }) => `${publicUrl}${federationPaths.signIn}/${uid}` },
    ttl: lifetimes,
    renderError: errorPageIn,
    async loadExistingGrant({ oidc }) {
      const { accountId } = oidc.session ?? {};
      const grant = new oidc.provider.Grant({ clientId, ...(accountId && { accountId }) });
      grant.addOIDCScope(String(oidc.params?.scope ?? ""));
      const id = await grant.save();
      const email = oidc.result?.email;
      if (typeof email === "string") await artefacts.of(typedEmails).upsert(id, { email }, day);
      return grant;
    },
    async findAccount(_context, sub, token) {
      const person = federationPeople.find((each) => each.sub === sub);
      if (person === undefined) return undefined;
      const typed =
        token && "grantId" in token && token.grantId ? artefacts.read(typedEmails, token.grantId) : undefined;
      const email = typeof typed?.email === "string" ? typed.email : person.email;
      return { accountId: sub, claims: async () => claimsOf(person, email) };
    },
  };
}

/** Claims of a person; an e-mail only if there is one. */
function claimsOf(person: FederationPerson, email: string | undefined) {
  return {
    sub: person.sub,
    given_name: person.givenName,
    given_name_array: person.givenName.split(" "),
    family_name: person.familyName,
    birthdate: person.birthdate,
    gender: person.gender,
    birthplace: person.birthplace,
    birthcountry: person.birthcountry,
    ...(person.preferredUsername && { preferred_username: person.preferredUsername }),
    ...(email && { email }),
  };
}
