import { z } from "zod";

/**
 * Identity providers of the sandbox: a national federation (paths of FranceConnect v2) and a network's own provider
 * (paths of Keycloak). Both speak OpenID Connect; their discovery documents describe the rest.
 * Paths are relative to the sandbox's address.
 */
export const federationPaths = {
  issuer: "/federation/api/v2",
  signIn: "/federation/sign-in",
  identities: "/federation/identities",
  behaviour: "/federation/behaviour",
  answer: "/federation/answer",
} as const;

export const demoRealm = z.enum(["demo", "zones"]);
export type DemoRealm = z.infer<typeof demoRealm>;

export function realmPaths(realm: DemoRealm) {
  return {
    issuer: `/realms/${realm}`,
    signIn: `/realms/${realm}/sign-in`,
    users: `/realms/${realm}/users`,
    behaviour: `/realms/${realm}/behaviour`,
    answer: `/realms/${realm}/answer`,
  } as const;
}

/** Clients registered at the providers; the secrets are for the demo and refused in production. */
export const demoIdentityClients = {
  /** Federation client; authenticates by client_secret_post. */
  federation: { clientId: "guichet", clientSecret: "federation-demo-secret" },
  /** Client of each realm: public, PKCE required. */
  realmShop: { clientId: "guichet-shop" },
  /** Client of each realm: confidential (client_secret_post or client_secret_basic); may introspect every token. */
  realmApi: { clientId: "guichet-api", clientSecret: "realm-demo-secret" },
} as const;

/** The `acr` value requested by a sign-in at the federation. */
export const federationAcr = "eidas1";
export const federationScopes = ["openid", "given_name", "family_name", "birthdate", "email"] as const;
export const realmScopes = ["openid", "profile", "email"] as const;

/** Password of every user of the realms. */
export const demoRealmPassword = "Guichet-demo-2026";

/** Allowed return paths of a sign-in, after an optional language prefix, on localhost, *.localhost or 127.0.0.1. */
export const identityReturnPaths = [
  "/auth/fc/finalize",
  "/auth/fc/delete-identity",
  "/auth/custom",
  "/fc/add-document",
  "/account/identity/add",
  "/account/identity/replace",
] as const;
export const identityLogoutPaths = ["/auth/logout", "/"] as const;

/** Faults of a provider's next response. */
export const identityBehaviourKind = z.enum([
  "wrong-issuer",
  "wrong-audience",
  "wrong-nonce",
  "wrong-key",
  "expired",
  "alg-none",
  "replayed-code",
  "wrong-state",
  "unverified-email",
  "userinfo-other-sub",
  "userinfo-unsigned",
  "no-refresh",
  "refresh-refused",
  "introspection-inactive",
  "opaque-token",
  "down",
  "slow",
]);
export type IdentityBehaviourKind = z.infer<typeof identityBehaviourKind>;
/** Faults of the federation, which issues no refresh token and has no introspection; the realms do not sign user info. */
export const federationBehaviourKind = identityBehaviourKind.exclude([
  "no-refresh",
  "refresh-refused",
  "introspection-inactive",
  "opaque-token",
]);
export const realmBehaviourKind = identityBehaviourKind.exclude(["userinfo-unsigned"]);
const behaviourCount = z.int().min(0).max(1000).default(1);
export const federationBehaviourRequest = z.strictObject({ next: federationBehaviourKind, count: behaviourCount });
export const realmBehaviourRequest = z.strictObject({ next: realmBehaviourKind, count: behaviourCount });
export const identityBehaviourAnswer = z.object({ left: z.partialRecord(identityBehaviourKind, z.int()) });

const authorizationUrl = z.url({ protocol: /^https?$/ }).max(4000);
const chosen = z.string().min(1).max(100);

/** Body of POST /federation/answer: the customer's action on the page. `email` replaces the identity's for this sign-in. */
export const federationAnswerRequest = z.union([
  z.strictObject({ authorizationUrl, identity: chosen, email: z.email().max(254).optional() }),
  z.strictObject({ authorizationUrl, cancel: z.literal(true) }),
]);
export type FederationAnswerRequest = z.infer<typeof federationAnswerRequest>;

/** Body of POST /realms/<realm>/answer: signs this user in, or cancels. */
export const realmAnswerRequest = z.union([
  z.strictObject({ authorizationUrl, user: chosen }),
  z.strictObject({ authorizationUrl, cancel: z.literal(true) }),
]);
export type RealmAnswerRequest = z.infer<typeof realmAnswerRequest>;

/** Redirect of the browser: the redirect URI with code and state, or with an error. */
export const identityAnswer = z.object({ redirectTo: z.string() });

/** Item of GET /federation/identities and GET /realms/<realm>/users. Absent fields are unknown to the provider. */
export const federationIdentity = z.object({
  name: z.string(),
  sub: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  /** `YYYY-MM-DD`; an unknown day or month is `00`. */
  birthdate: z.string(),
  email: z.string().optional(),
  note: z.string(),
});
export type FederationIdentity = z.infer<typeof federationIdentity>;
export const federationIdentities = z.object({ items: z.array(federationIdentity) });

export const realmUser = z.object({
  name: z.string(),
  sub: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean(),
  note: z.string(),
});
export type RealmUser = z.infer<typeof realmUser>;
export const realmUsers = z.object({ items: z.array(realmUser) });

/** Error codes of the control routes, with their HTTP status. */
export const identityRefusals = {
  request_invalid: 400,
  loopback_only: 403,
  identity_unknown: 422,
  authorization_refused: 422,
} as const;
export type IdentityRefusal = keyof typeof identityRefusals;
export const identityError = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
