import {
  type DemoRealm,
  demoIdentityClients,
  federationAcr,
  federationPaths,
  federationScopes,
  identityAnswer,
  realmPaths,
  realmScopes,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import * as client from "openid-client";
import type { OpenSandbox } from "./open-sandbox.ts";

export const finalize = "http://localhost:3000/fr/auth/fc/finalize";
export const custom = "http://localhost:3000/auth/custom";

/** A sign-in in progress: the browser's URL and the relying party's state. */
export interface Begun {
  url: string;
  checks: client.AuthorizationCodeGrantChecks;
}

/** Discovers the federation as relying party `guichet`. */
export function atFederation({ url }: OpenSandbox, metadata: Partial<client.ClientMetadata> = {}) {
  const { clientId, clientSecret } = demoIdentityClients.federation;
  return discover(`${url}${federationPaths.issuer}`, clientId, client.ClientSecretPost(clientSecret), metadata);
}

/** Discovers a realm as its public client, or as the confidential one. */
export function atRealm({ url }: OpenSandbox, realm: DemoRealm, asApi = false, clockSkewSeconds = 0) {
  const { realmShop, realmApi } = demoIdentityClients;
  const skew = { [client.clockSkew]: clockSkewSeconds };
  const issuer = `${url}${realmPaths(realm).issuer}`;
  if (asApi) return discover(issuer, realmApi.clientId, client.ClientSecretBasic(realmApi.clientSecret), skew);
  return discover(issuer, realmShop.clientId, client.None(), skew);
}

function discover(
  issuer: string,
  clientId: string,
  authentication: client.ClientAuth,
  metadata: Partial<client.ClientMetadata>,
): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), clientId, metadata, authentication, {
    execute: [client.allowInsecureRequests],
  });
}

/** Starts a sign-in with state, nonce and PKCE. */
export async function begin(config: client.Configuration, change: Record<string, string> = {}): Promise<Begun> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const federation = config.serverMetadata().issuer.endsWith(federationPaths.issuer);
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: federation ? finalize : custom,
    scope: (federation ? federationScopes : realmScopes).join(" "),
    ...(federation && { acr_values: federationAcr }),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...change,
  });
  return { url: url.href, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce } };
}

/** The customer's action at the control route `path`; returns the redirect of the browser. */
export async function answer(
  sandbox: OpenSandbox,
  path: string,
  authorizationUrl: string,
  choice: object,
): Promise<URL> {
  const response = await sandbox.call("POST", path, { authorizationUrl, ...choice });
  const body = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return new URL(identityAnswer.parse(body).redirectTo);
}

/** Runs a complete sign-in, from the authorization URL to the verified tokens. */
export async function signIn(sandbox: OpenSandbox, config: client.Configuration, path: string, choice: object) {
  const { url, checks } = await begin(config);
  return client.authorizationCodeGrant(config, await answer(sandbox, path, url, choice), checks);
}
