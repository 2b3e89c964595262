import type { sendVerificationEmail, useCode } from "@guichet/contract/identity.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { findAccount, loginIdOfAccount } from "../account-records/account-store.ts";
import { holdLogin } from "../authentication/login-store.ts";
import { answerReauthenticate, providerTokenHolds } from "../authentication/proofs.ts";
import type { Answer, RoomAnswers } from "../http/call-handler.ts";
import { afterLogout, providerOf } from "../network-registry/sign-in-providers.ts";
import { requestByCode } from "../privacy/deletion-codes.ts";
import { lineOf } from "../sessions/session.ts";
import { endSession, type UserSession } from "../sessions/session-store.ts";
import { answerAuthenticate } from "./authenticate.ts";
import { answerAuthorizationState, answerExchange } from "./authorization.ts";
import { sendCode } from "./codes.ts";
import { answerCreateIdentity, answerDeleteIdentity, answerIdentities } from "./linking.ts";
import { answerLogin } from "./login.ts";
import { askReset } from "./resets.ts";
import { answerGetSessions, answerRevokeSession } from "./session-handlers.ts";
import { confirmEmail, resetByCode } from "./use-code.ts";

const introspection = async ({ session }: { session: UserSession }) => {
  const { travellerId, networkId, guest, expiresAt } = session;
  return done({ active: true as const, userId: travellerId, networkId, authAsGuest: guest, expiresAt });
};

const answerSendVerification: Answer<typeof sendVerificationEmail> = async ({ house, network, session, language }) => {
  const ended = await house.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, network.id, session.accountId);
    const loginId = await loginIdOfAccount(tx, network.id, session.accountId);
    const login = loginId === undefined ? undefined : await holdLogin(tx, network.id, loginId);
    // Other ways to sign in count as verified (§4).
    if (login === undefined || login.emailVerifiedAt !== null) return refuse("ALREADY_VERIFIED");
    const spoken = account?.language ?? language;
    const sent = await sendCode(tx, house, network, login, "LEGACY_EMAIL_VERIFICATION", login.email, spoken);
    const { retryAfterSeconds } = sent;
    return sent.sent ? done({ retryAfterSeconds }) : refuse("VERIFICATION_WAIT", { retryAfterSeconds });
  });
  house.wake();
  return ended;
};

const answerUseCode: Answer<typeof useCode> = async ({ house, network, session, request, language, address }) => {
  const { action, code, password } = request;
  const use = { house, network, session: session ?? undefined, code, language, address };
  switch (action) {
    case "LEGACY_EMAIL_VERIFICATION": {
      if (password !== undefined) {
        const taken = await resetByCode(use, password, action);
        return taken.ok ? done({ action, ...taken.value }) : taken;
      }
      const confirmed = await confirmEmail(use);
      return confirmed.ok ? done({ action, email: confirmed.value.email }) : confirmed;
    }
    case "LEGACY_PASSWORD_CHANGE": {
      if (password === undefined) return refuse("FIELD_REQUIRED", { field: "password" });
      const reset = await resetByCode(use, password);
      return reset.ok ? done({ action, ...reset.value }) : reset;
    }
    case "LEGACY_ACCOUNT_ANONYMIZATION": {
      const requested = await requestByCode(house, network, code, language);
      return requested.ok ? done({ action, email: requested.value.email }) : requested;
    }
  }
};

export const identityAnswers: RoomAnswers<
  | "login"
  | "logout"
  | "introspectToken"
  | "introspectTokenByGet"
  | "touch"
  | "sendVerificationEmail"
  | "verifyEmail"
  | "resetPassword"
  | "useCode"
  | "authorizationState"
  | "exchangeAuthorizationCode"
  | "authenticate"
  | "identities"
  | "createIdentity"
  | "deleteIdentity"
  | "reauthenticate"
  | "getSessions"
  | "revokeSession"
> = {
  login: answerLogin,
  logout: async ({ house, network, token, tell }) => {
    const ended = token === undefined ? undefined : await endSession(house.db, lineOf(token), network.id);
    if (ended !== undefined) tell({ event: "sign-out", actor: { customer: ended.travellerId } });
    const provider = ended && providerOf(house, network, ended.providerId);
    if (ended === undefined || provider === undefined) return done({ logoutUrl: null });
    return done({ logoutUrl: await provider.party.logoutUrl(ended.providerIdToken, afterLogout(house, network)) });
  },
  introspectToken: async (ask) => {
    const held = await providerTokenHolds(ask);
    return held.ok ? introspection(ask) : held;
  },
  introspectTokenByGet: introspection,
  touch: async ({ session }) => done({ expiresAt: session.expiresAt }),
  sendVerificationEmail: answerSendVerification,
  verifyEmail: async ({ house, network, session, request, language, address }) => {
    const confirmed = await confirmEmail({
      house,
      network,
      session: session ?? undefined,
      code: request.code,
      language,
      address,
    });
    return confirmed.ok ? done({ verifiedAt: confirmed.value.at }) : confirmed;
  },
  resetPassword: async ({ house, network, request, language, address }) => {
    if (!network.definition.authentication.emailPassword) return refuse("FEATURE_DISABLED");
    const asked = await askReset(house, network, request.email, language, address);
    return asked ? done({}) : refuse("TOO_MANY_REQUESTS");
  },
  useCode: answerUseCode,
  authorizationState: answerAuthorizationState,
  exchangeAuthorizationCode: answerExchange,
  authenticate: answerAuthenticate,
  identities: answerIdentities,
  createIdentity: answerCreateIdentity,
  deleteIdentity: answerDeleteIdentity,
  reauthenticate: answerReauthenticate,
  getSessions: answerGetSessions,
  revokeSession: answerRevokeSession,
};
