import { type Answer, startPeer } from "@guichet/client/peer.ts";
import { catalogueAnswers } from "./sample-catalogue.ts";
import { sampleNetwork } from "./sample-network.ts";

export const holder = {
  userId: "u1",
  userName: "Karim",
  userLastname: "Morel",
  userMail: "karim@demo.example",
  contactEmail: null,
  userBirthday: "1990-04-01",
  userPhoneNumber: null,
  userPictureUrl: null,
  userStatus: "active",
  tariffStatus: null,
  isParent: true,
  verifiedAt: "2026-01-01T00:00:00Z",
  isVerified: true,
  isComplete: true,
  authAsGuest: false,
  deletion: null,
  customerNumber: "1",
  theme: "system",
  language: null,
  address: null,
  identities: [{ providerId: "password" }],
  synchronisedFields: [],
};

const over = { status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } };
const withToken =
  (answer: object): Answer =>
  (seen, reply) =>
    /^Bearer (good|renewed)$/.test(seen.headers.authorization ?? "")
      ? { status: "ok", ...answer }
      : reply.code(401).send(over);

/** For tests: an introspection response under which every token is active. */
export const everyTokenIsActive: Answer = () => ({
  status: "ok",
  active: true,
  userId: "u1",
  networkId: "demo",
  authAsGuest: false,
  expiresAt: "2026-12-31T00:00:00Z",
});

/**
 * For tests: starts a server that responds like the Ticket API for one network and one holder, with the tokens `good`
 * and `renewed`.
 */
export function startApiPeer(more: Record<string, Answer> = {}) {
  return startPeer({
    "/readyz": () => ({ status: "ok" }),
    "/Networks/getNetworkConfiguration.json": (seen, reply) => {
      const unknown = seen.values.domain !== undefined && seen.values.domain !== "localhost:3000";
      if (unknown) return reply.code(404).send({ status: "ko", error: { code: "NETWORK_UNKNOWN", message: "" } });
      return { status: "ok", network: sampleNetwork };
    },
    "/Networks/getAuthenticationConfiguration": () => ({
      status: "ok",
      emailPassword: true,
      key: "demo-demo",
      enumerationProtection: true,
      providers: [],
    }),
    "/Terms/getLegalNotice.json": (seen) => ({
      status: "ok",
      title: "Mentions légales",
      markdown: "# Éditeur\n\n<img src=x onerror=alert(1)> [lien](javascript:alert(1))",
      language: seen.values.lang,
      updatedOn: "2026-01-01",
    }),
    "/Account/introspectToken.json": withToken({
      active: true,
      userId: "u1",
      networkId: "demo",
      authAsGuest: false,
      expiresAt: "2026-12-31T00:00:00Z",
    }),
    "/Account/getUser.json": withToken({ user: holder, profiles: [] }),
    "/Account/logout.json": () => ({ status: "ok", logoutUrl: null }),
    "/Account/login.json": () => ({ status: "ok", user: { ...holder, userToken: "renewed" } }),
    "/securetoken.googleapis.com/v1/token": (seen, reply) =>
      seen.values.refresh_token === "refresh"
        ? { id_token: "identity", refresh_token: "refresh", user_id: "u1" }
        : reply.code(400).send({ error: { message: "INVALID_REFRESH_TOKEN" } }),
    // Every page asks for it, whoever the test has signed in.
    "/wallet/tickets": () => ({ status: "ok", items: [] }),
    "/Subscriptions/list": withToken({ subscriptions: [] }),
    ...catalogueAnswers,
    ...more,
  });
}
