import type { Language } from "@guichet/contract/languages.ts";
import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import type { PackProvider } from "@guichet/contract/network-pack.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FastifyBaseLogger } from "fastify";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, customFetch as keyFetch } from "jose";
import * as openid from "openid-client";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { boundedFetch, discoveryCache, type Issuer, isDown, ProviderDown } from "./provider-connection.ts";
import { type ProviderPerson, readPerson } from "./provider-person.ts";

/** What a provider said of somebody, checked. */
export interface ProviderSaid {
  /** The provider's own name for the person: never changes, and is nobody else's there. */
  subject: string;
  person: ProviderPerson;
  /** Its identity token, named again when signing out there. */
  idToken: string | null;
  /** When the person proved there who they are, ISO 8601 UTC: not when a token was renewed. */
  authenticatedAt: string;
}

/** The tokens of a provider whose sessions are renewed (KEYCLOAK). */
export interface ProviderTokens {
  accessToken: string;
  expiresInSeconds: number | null;
  refreshToken: string | null;
  /** null: the provider names none. */
  refreshExpiresInSeconds: number | null;
}

export interface SignInUnderWay {
  state: string;
  nonce: string;
  codeVerifier: string | null;
  redirectUri: string;
  reauthentication: boolean;
  /** When it began, ISO 8601 UTC. */
  createdAt: string;
}

export type Unavailable = "PROVIDER_UNAVAILABLE";
export type Untrusted = "PROVIDER_UNAVAILABLE" | "PROVIDER_ANSWER_INVALID";

/** What we need of an OpenID provider. */
export interface IdentityProvider {
  /** Where to send the browser, and what its answer will have to fit. */
  begin(asked: {
    state: string;
    redirectUri: string;
    reauthentication: boolean;
    language: Language;
  }): Promise<Result<Pick<SignInUnderWay, "nonce" | "codeVerifier"> & { authorizationUrl: string }, Unavailable>>;
  /** Exchanges the code and checks every answer: issuer, audience, nonce, signature, expiry, and that all speak of one person. */
  exchange(
    underWay: SignInUnderWay,
    answer: { code: string; iss: string | undefined },
  ): Promise<Result<{ said: ProviderSaid; tokens: ProviderTokens }, Untrusted>>;
  /**
   * Whom an access token speaks for: given by this provider to our client, not over, and still good there. One that is no
   * JWT is introspected (RFC 7662). A client without a secret may not ask that: then user info alone tells. So a token counts
   * only for a session that this provider opened; the caller sees to it that it is the same person's.
   */
  checkAccessToken(token: string): Promise<Result<ProviderSaid, Untrusted>>;
  /** Where the browser signs out at the provider; null when it has no such page or does not answer. */
  logoutUrl(idToken: string | null, returnTo: string): Promise<string | null>;
}

/** Finds the provider of a network's pack. */
export type IdentityProviders = (networkId: string, provider: PackProvider) => IdentityProvider;

export interface ProviderSettings {
  clock: Clock;
  log: FastifyBaseLogger;
  /** The issuer of a pack's `url`; undefined where there is none (`sandbox:` outside the demo). */
  issuerOf(url: string): Issuer | undefined;
  secretOf(networkId: string, providerId: string): string | undefined;
}

const toleranceSeconds = 30;
const defaultScopes = {
  FRANCECONNECT: ["given_name", "family_name", "birthdate", "email"],
  KEYCLOAK: ["profile", "email"],
} as const;
/** The levels of assurance that the federation may answer when eidas1 was asked for. */
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
/** Signatures that only the provider can make; `none` and shared secrets are never among them. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** The OpenID providers of all networks, asked by the certified `openid-client`; each check is the library's. */
export function openidProviders({ clock, log, issuerOf, secretOf }: ProviderSettings): IdentityProviders {
  const metadataOf = discoveryCache();
  const keyCaches = new Map<string, openid.ExportedJWKSCache>();
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  return (networkId, provider) => {
    const secret = secretOf(networkId, provider.id);
    const isFederation = provider.driver === "FRANCECONNECT";
    const issuer = issuerOf(provider.url);

    /** The library, set up for one exchange: its clock is ours. */
    async function connect(extra: Partial<openid.ClientMetadata> = {}): Promise<openid.Configuration> {
      if (issuer === undefined) throw new ProviderDown("no address here");
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

    function keepKeys(connected: openid.Configuration): void {
      const keys = openid.getJwksCache(connected);
      if (keys !== undefined) keyCaches.set(connected.serverMetadata().issuer, keys);
    }

    /** What failed, in a code; the log names the fault and nothing of the answer. */
    function refused(error: unknown, doing: string) {
      const code = isDown(error) ? "PROVIDER_UNAVAILABLE" : "PROVIDER_ANSWER_INVALID";
      log.warn(
        { networkId, providerId: provider.id, doing, code, reason: reasonOf(error) },
        "an identity provider failed",
      );
      return err(code);
    }

    /** What the provider says of an access token when it is asked; undefined: it has no such place, or we no secret. */
    async function introspected(token: string): Promise<z.infer<typeof Introspected> | undefined> {
      const connected = await connect();
      if (secret === undefined || connected.serverMetadata().introspection_endpoint === undefined) return undefined;
      const said = await openid.tokenIntrospection(connected, token, { token_type_hint: "access_token" });
      const told = Introspected.parse(said);
      if ((told.client_id ?? told.azp) !== provider.client) throw new Error("given to another client");
      const isOver = told.exp !== undefined && (told.exp + toleranceSeconds) * 1000 <= clock.now().getTime();
      if (isOver) throw new Error("over");
      return told;
    }

    async function personOf(
      accessToken: string,
      subject: string,
      signedAs: string | undefined,
    ): Promise<ProviderPerson> {
      const extra = signedAs === undefined ? {} : { userinfo_signed_response_alg: signedAs };
      const connected = await connect(extra);
      const told = await openid.fetchUserInfo(connected, accessToken, subject);
      keepKeys(connected);
      return readPerson(provider.driver, told);
    }

    return {
      async begin({ state, redirectUri, reauthentication, language }) {
        try {
          const connected = await connect();
          const nonce = openid.randomNonce();
          const announced = connected.serverMetadata().supportsPKCE();
          // A public client has nothing else that ties the code to it.
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
            // Asked to sign in again: there, since this began (`auth_time`).
            ...(underWay.reauthentication ? { maxAge: Math.max(0, elapsed) } : {}),
          });
          keepKeys(connected);
          const claims = tokens.claims();
          const idToken = tokens.id_token;
          if (claims === undefined || idToken === undefined) throw new Error("no identity token");
          if (isFederation) Assurance.parse(claims);
          // The federation signs what it says of a person, as it signs its identity tokens.
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
          if (isFederation) throw new Error("the federation's tokens are taken only in exchange for a code");
          const told = await introspected(token);
          if (!isJwt(token)) {
            const connected = await connect();
            const info = await openid.fetchUserInfo(connected, token, told?.sub ?? openid.skipSubjectCheck);
            const person = readPerson(provider.driver, info);
            const authenticatedAt = instantOf(told?.auth_time) ?? longAgo;
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
          if (azp !== provider.client) throw new Error("given to another client");
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
    if (url.protocol !== "https:" && !insecure) throw new Error("keys are read over HTTPS only");
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

/** Has a token the shape of a JWT? Others are opaque: only the provider can read them. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** A token that does not say when the person proved who they are is no proof that they just did. */
const longAgo = new Date(0).toISOString();
const instantOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

function authentication(metadata: openid.ServerMetadata, secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const ways = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return ways.includes("client_secret_post") ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

/** The library's own name of a fault, or our own words: never what the provider wrote. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof ProviderDown) return error.message;
  const cause = error.cause instanceof Error ? ` (${error.cause.name})` : "";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return `${code}${cause}`;
}
