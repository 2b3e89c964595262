import { z } from "zod";

/**
 * The sandbox's identity providers: a national federation (FranceConnect v2's paths) and a network's own provider
 * (Keycloak's paths). Both speak OpenID Connect; everything else about them stands in their discovery documents.
 * Paths are below the sandbox's address.
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

/** The clients that the providers know; the secrets are for the demo, a production start refuses them. */
export const demoIdentityClients = {
  /** At the federation; authenticates by client_secret_post. */
  federation: { clientId: "guichet", clientSecret: "federation-demo-secret" },
  /** In each realm: public, PKCE required. */
  realmShop: { clientId: "guichet-shop" },
  /** In each realm: confidential (client_secret_post or client_secret_basic); may introspect every token. */
  realmApi: { clientId: "guichet-api", clientSecret: "realm-demo-secret" },
} as const;

/** What a sign-in at the federation asks for. */
export const federationAcr = "eidas1";
export const federationScopes = ["openid", "given_name", "family_name", "birthdate", "email"] as const;
export const realmScopes = ["openid", "profile", "email"] as const;

/** Opens every user of the realms. */
export const demoRealmPassword = "Guichet-demo-2026";

/** Where a sign-in may come back to, after an optional language prefix, on localhost, *.localhost or 127.0.0.1. */
export const identityReturnPaths = [
  "/auth/fc/finalize",
  "/auth/fc/delete-identity",
  "/auth/custom",
  "/fc/add-document",
  "/account/identity/add",
  "/account/identity/replace",
] as const;
export const identityLogoutPaths = ["/auth/logout", "/"] as const;

/** What goes wrong next at a provider. */
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
/** The federation gives no refresh token and introspects nothing; the realms do not sign their user info. */
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

/** POST /federation/answer: what the customer would do on the page. `email` replaces the identity's for this sign-in. */
export const federationAnswerRequest = z.union([
  z.strictObject({ authorizationUrl, identity: chosen, email: z.email().max(254).optional() }),
  z.strictObject({ authorizationUrl, cancel: z.literal(true) }),
]);
export type FederationAnswerRequest = z.infer<typeof federationAnswerRequest>;

/** POST /realms/<realm>/answer: signs this user in, or turns back. */
export const realmAnswerRequest = z.union([
  z.strictObject({ authorizationUrl, user: chosen }),
  z.strictObject({ authorizationUrl, cancel: z.literal(true) }),
]);
export type RealmAnswerRequest = z.infer<typeof realmAnswerRequest>;

/** Where the provider sends the browser: the redirect URI with code and state, or with an error. */
export const identityAnswer = z.object({ redirectTo: z.string() });

/** GET /federation/identities, GET /realms/<realm>/users. Absent fields are not known to the provider. */
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

/** What the doors refuse with; the HTTP status stands beside. */
export const identityRefusals = {
  request_invalid: 400,
  loopback_only: 403,
  identity_unknown: 422,
  authorization_refused: 422,
} as const;
export type IdentityRefusal = keyof typeof identityRefusals;
export const identityError = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
