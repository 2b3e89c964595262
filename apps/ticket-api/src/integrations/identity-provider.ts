import type { Language } from "@guichet/contract/languages.ts";
import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import type { PackProvider } from "@guichet/contract/packs/pack-providers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FastifyBaseLogger } from "fastify";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, customFetch as keyFetch } from "jose";
import * as openid from "openid-client";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { boundedFetch, discoveryCache, type Issuer, isDown, ProviderDown } from "./provider-connection.ts";
import { type ProviderPerson, readPerson } from "./provider-person.ts";

/** The verified statement of a provider about a person. */
export interface ProviderSaid {
  /** The provider's id of the person: unique there, and never changes. */
  subject: string;
  person: ProviderPerson;
  /** The ID token, sent again when signing out there. */
  idToken: string | null;
  /** When the person authenticated there, ISO 8601 UTC; not when a token was refreshed. */
  authenticatedAt: string;
}

/** The tokens of a provider whose sessions are refreshed (KEYCLOAK). */
export interface ProviderTokens {
  accessToken: string;
  expiresInSeconds: number | null;
  refreshToken: string | null;
  /** null: the provider does not state it. */
  refreshExpiresInSeconds: number | null;
}

export interface SignInUnderWay {
  state: string;
  nonce: string;
  codeVerifier: string | null;
  redirectUri: string;
  reauthentication: boolean;
  /** When it started, ISO 8601 UTC. */
  createdAt: string;
}

export type Unavailable = "PROVIDER_UNAVAILABLE";
export type Untrusted = "PROVIDER_UNAVAILABLE" | "PROVIDER_ANSWER_INVALID";

/** The port to an OpenID provider. */
export interface IdentityProvider {
  /** Creates the authorization URL, and the values that the callback must match. */
  begin(asked: {
    state: string;
    redirectUri: string;
    reauthentication: boolean;
    language: Language;
  }): Promise<Result<Pick<SignInUnderWay, "nonce" | "codeVerifier"> & { authorizationUrl: string }, Unavailable>>;
  /** Exchanges the code and verifies all responses: issuer, audience, nonce, signature, expiry, and that all concern one person. */
  exchange(
    underWay: SignInUnderWay,
    answer: { code: string; iss: string | undefined },
  ): Promise<Result<{ said: ProviderSaid; tokens: ProviderTokens }, Untrusted>>;
  /**
   * Verifies an access token that this provider issued to our client, and that is still valid there. A token that is not a JWT is
   * introspected (RFC 7662). A client without a secret may not introspect: then user info alone decides. So a token counts only for a
   * session that this provider opened; the caller checks that it is the same person's.
   */
  checkAccessToken(token: string): Promise<Result<ProviderSaid, Untrusted>>;
  /** The provider's sign-out URL; null when it has no such page or does not respond. */
  logoutUrl(idToken: string | null, returnTo: string): Promise<string | null>;
}

/** Finds the provider of a network's pack. */
export type IdentityProviders = (networkId: string, provider: PackProvider) => IdentityProvider;

export interface ProviderSettings {
  clock: Clock;
  log: FastifyBaseLogger;
  /** The issuer of a pack's `url`; undefined if it does not exist (`sandbox:` outside the demo). */
  issuerOf(url: string): Issuer | undefined;
  secretOf(networkId: string, providerId: string): string | undefined;
}

const toleranceSeconds = 30;
const defaultScopes = {
  FRANCECONNECT: ["given_name", "family_name", "birthdate", "email"],
  KEYCLOAK: ["profile", "email"],
} as const;
/** The levels of assurance that the federation may return when eidas1 was requested. */
const Assurance = z.object({ acr: z.enum(["eidas1", "eidas2", "eidas3"]) });
const RefreshExpiry = z.object({ refresh_expires_in: z.number().positive() });
const Introspected = z.object({
  active: z.literal(true),
  sub: z.string().min(1).max(255),
  client_id: z.string().optional(),
  azp: z.string().optional(),
  exp: z.number().optional(),
  auth_time: z.number().optional(),
});
const AccessClaims = z.object({ sub: z.string().min(1).max(255), azp: z.string(), auth_time: z.number().optional() });
/** Signature algorithms that only the provider can use; `none` and shared secrets are never accepted. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** The OpenID providers of all networks, by the certified `openid-client`, which performs each check. */
export function openidProviders({ clock, log, issuerOf, secretOf }: ProviderSettings): IdentityProviders {
  const metadataOf = discoveryCache();
  const keyCaches = new Map<string, openid.ExportedJWKSCache>();
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  return (networkId, provider) => {
    const secret = secretOf(networkId, provider.id);
    const isFederation = provider.driver === "FRANCECONNECT";
    const issuer = issuerOf(provider.url);

    /** A configuration of the library for one exchange, with our clock. */
    async function connect(extra: Partial<openid.ClientMetadata> = {}): Promise<openid.Configuration> {
      if (issuer === undefined) throw new ProviderDown("no issuer configured");
      if (isFederation && secret === undefined) throw new ProviderDown("no secret in PROVIDER_SECRETS");
      const metadata = await metadataOf(issuer);
      const clockSkew = Math.round((clock.now().getTime() - Date.now()) / 1000);
      const client = { ...extra, [openid.clockSkew]: clockSkew, [openid.clockTolerance]: toleranceSeconds };
      const connected = new openid.Configuration(metadata, provider.client, client, authentication(metadata, secret));
      connected.timeout = fetchTimeoutMs / 1000;
      connected[openid.customFetch] = boundedFetch;
      openid.enableNonRepudiationChecks(connected);
      if (issuer.insecure) openid.allowInsecureRequests(connected);
      const keys = keyCaches.get(metadata.issuer);
      if (keys !== undefined) openid.setJwksCache(connected, keys);
      return connected;
    }

    function cacheKeys(connected: openid.Configuration): void {
      const keys = openid.getJwksCache(connected);
      if (keys !== undefined) keyCaches.set(connected.serverMetadata().issuer, keys);
    }

    /** Logs a failure by its error code and reason, never the content of the response. */
    function refused(error: unknown, doing: string) {
      const code = isDown(error) ? "PROVIDER_UNAVAILABLE" : "PROVIDER_ANSWER_INVALID";
      log.warn(
        { networkId, providerId: provider.id, doing, code, reason: reasonOf(error) },
        "identity provider failed",
      );
      return err(code);
    }

    /** Introspects an access token; undefined: the provider has no such endpoint, or we have no secret. */
    async function introspected(token: string): Promise<z.infer<typeof Introspected> | undefined> {
      const connected = await connect();
      if (secret === undefined || connected.serverMetadata().introspection_endpoint === undefined) return undefined;
      const said = await openid.tokenIntrospection(connected, token, { token_type_hint: "access_token" });
      const claims = Introspected.parse(said);
      if ((claims.client_id ?? claims.azp) !== provider.client) throw new Error("issued to another client");
      const isOver = claims.exp !== undefined && (claims.exp + toleranceSeconds) * 1000 <= clock.now().getTime();
      if (isOver) throw new Error("expired");
      return claims;
    }

    async function personOf(
      accessToken: string,
      subject: string,
      signedAs: string | undefined,
    ): Promise<ProviderPerson> {
      const extra = signedAs === undefined ? {} : { userinfo_signed_response_alg: signedAs };
      const connected = await connect(extra);
      const claims = await openid.fetchUserInfo(connected, accessToken, subject);
      cacheKeys(connected);
      return readPerson(provider.driver, claims);
    }

    return {
      async begin({ state, redirectUri, reauthentication, language }) {
        try {
          const connected = await connect();
          const nonce = openid.randomNonce();
          const announced = connected.serverMetadata().supportsPKCE();
          // For a public client, PKCE is the only link between the code and this client.
          const codeVerifier = announced || secret === undefined ? openid.randomPKCECodeVerifier() : null;
          const url = openid.buildAuthorizationUrl(connected, {
            redirect_uri: redirectUri,
            scope: ["openid", ...(provider.scopes ?? defaultScopes[provider.driver])].join(" "),
            state,
            nonce,
            ui_locales: language,
            ...(isFederation ? { acr_values: "eidas1" } : {}),
            ...(reauthentication ? { prompt: "login", max_age: "0" } : {}),
            ...(codeVerifier === null
              ? {}
              : {
                  code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
                  code_challenge_method: "S256",
                }),
          });
          return ok({ authorizationUrl: url.href, nonce, codeVerifier });
        } catch (error) {
          refused(error, "begin");
          return err("PROVIDER_UNAVAILABLE");
        }
      },

      async exchange(underWay, { code, iss }) {
        try {
          const connected = await connect();
          const answered = new URL(underWay.redirectUri);
          answered.search = new URLSearchParams({ code, state: underWay.state, ...(iss && { iss }) }).toString();
          const elapsed = Math.ceil((clock.now().getTime() - Date.parse(underWay.createdAt)) / 1000);
          const tokens = await openid.authorizationCodeGrant(connected, answered, {
            expectedState: underWay.state,
            expectedNonce: underWay.nonce,
            idTokenExpected: true,
            ...(underWay.codeVerifier === null ? {} : { pkceCodeVerifier: underWay.codeVerifier }),
            // Reauthentication must have happened there since this sign-in began (`auth_time`).
            ...(underWay.reauthentication ? { maxAge: Math.max(0, elapsed) } : {}),
          });
          cacheKeys(connected);
          const claims = tokens.claims();
          const idToken = tokens.id_token;
          if (claims === undefined || idToken === undefined) throw new Error("no identity token");
          if (isFederation) Assurance.parse(claims);
          // The federation signs user info with the algorithm of its ID tokens.
          const signedAs = isFederation ? decodeProtectedHeader(idToken).alg : undefined;
          const person = await personOf(tokens.access_token, claims.sub, signedAs);
          const expiry = RefreshExpiry.safeParse(tokens);
          return ok({
            said: { subject: claims.sub, person, idToken, authenticatedAt: instantOf(claims.auth_time) ?? clock.iso() },
            tokens: {
              accessToken: tokens.access_token,
              expiresInSeconds: tokens.expires_in ?? null,
              refreshToken: tokens.refresh_token ?? null,
              refreshExpiresInSeconds: expiry.data?.refresh_expires_in ?? null,
            },
          });
        } catch (error) {
          return refused(error, "exchange");
        }
      },

      async checkAccessToken(token) {
        try {
          if (isFederation) throw new Error("federation tokens are accepted only in exchange for a code");
          const claims = await introspected(token);
          if (!isJwt(token)) {
            const connected = await connect();
            const info = await openid.fetchUserInfo(connected, token, claims?.sub ?? openid.skipSubjectCheck);
            const person = readPerson(provider.driver, info);
            const authenticatedAt = instantOf(claims?.auth_time) ?? longAgo;
            return ok({ subject: info.sub, person, idToken: null, authenticatedAt });
          }
          const metadata = (await connect()).serverMetadata();
          const verified = await jwtVerify(token, keysOf(metadata, issuer?.insecure === true), {
            issuer: metadata.issuer,
            algorithms,
            currentDate: clock.now(),
            requiredClaims: ["exp", "sub", "azp"],
          });
          const { sub, azp, auth_time } = AccessClaims.parse(verified.payload);
          if (azp !== provider.client) throw new Error("issued to another client");
          const person = await personOf(token, sub, undefined);
          const authenticatedAt = instantOf(auth_time) ?? longAgo;
          return ok({ subject: sub, person, idToken: null, authenticatedAt });
        } catch (error) {
          return refused(error, "access token");
        }
      },

      async logoutUrl(idToken, returnTo) {
        try {
          const connected = await connect();
          if (connected.serverMetadata().end_session_endpoint === undefined) return null;
          return openid.buildEndSessionUrl(connected, {
            post_logout_redirect_uri: returnTo,
            state: openid.randomState(),
            ...(idToken === null ? {} : { id_token_hint: idToken }),
          }).href;
        } catch (error) {
          refused(error, "logout");
          return null;
        }
      },
    };
  };

  function keysOf({ jwks_uri }: openid.ServerMetadata, insecure: boolean) {
    const url = new URL(jwks_uri ?? "");
    if (url.protocol !== "https:" && !insecure) throw new Error("keys must be read over HTTPS");
    const known = keySets.get(url.href);
    if (known !== undefined) return known;
    const keys = createRemoteJWKSet(url, {
      timeoutDuration: fetchTimeoutMs,
      [keyFetch]: (address, { headers, method, redirect, signal }) =>
        boundedFetch(address, { headers: Object.fromEntries(headers), method, redirect, signal, body: undefined }),
    });
    keySets.set(url.href, keys);
    return keys;
  }
}

/** Checks whether a token has the shape of a JWT. Others are opaque: only the provider can read them. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** A token without a time of authentication does not prove a recent one. */
const longAgo = new Date(0).toISOString();
const instantOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

function authentication(metadata: openid.ServerMetadata, secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_post") ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

/** The library's error code, or our own message: never text from the provider. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof ProviderDown) return error.message;
  const cause = error.cause instanceof Error ? ` (${error.cause.name})` : "";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return `${code}${cause}`;
}
