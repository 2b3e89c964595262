import type { sendVerificationEmail, useCode } from "@guichet/contract/identity.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { findAccount, loginIdOfAccount } from "../account-records/account-store.ts";
import { lockLogin } from "../authentication/login-store.ts";
import { checkProviderToken, reauthenticateHandler } from "../authentication/step-up.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { afterLogout, providerOf } from "../network-registry/sign-in-providers.ts";
import { requestByCode } from "../privacy/deletion-codes.ts";
import { lineOf } from "../sessions/session.ts";
import { endSession, type UserSession } from "../sessions/session-store.ts";
import { authenticateHandler } from "./authenticate.ts";
import { authorizationStateHandler, exchangeHandler } from "./authorization.ts";
import { createIdentityHandler, deleteIdentityHandler, identitiesHandler } from "./link-identity.ts";
import { requestPasswordReset } from "./password-resets.ts";
import { loginHandler } from "./password-sign-in.ts";
import { sendCode } from "./send-code.ts";
import { getSessionsHandler, revokeSessionHandler } from "./session-handlers.ts";
import { confirmEmail, resetByCode } from "./use-code.ts";

const introspection = async ({ session }: { session: UserSession }) => {
  const { travellerId, networkId, guest, expiresAt } = session;
  return ok({ active: true as const, userId: travellerId, networkId, authAsGuest: guest, expiresAt });
};

const sendVerificationHandler: Handler<typeof sendVerificationEmail> = async ({ deps, network, session, language }) => {
  const result = await deps.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, network.id, session.accountId);
    const loginId = await loginIdOfAccount(tx, network.id, session.accountId);
    const login = loginId === undefined ? undefined : await lockLogin(tx, network.id, loginId);
    // Other sign-in methods count as verified (§4).
    if (login === undefined || login.emailVerifiedAt !== null) return err("ALREADY_VERIFIED");
    const emailLanguage = account?.language ?? language;
    const sent = await sendCode(tx, deps, network, login, "LEGACY_EMAIL_VERIFICATION", login.email, emailLanguage);
    const { retryAfterSeconds } = sent;
    return sent.sent ? ok({ retryAfterSeconds }) : err("VERIFICATION_WAIT", { retryAfterSeconds });
  });
  deps.wake();
  return result;
};

const useCodeHandler: Handler<typeof useCode> = async ({ deps, network, session, request, language, address }) => {
  const { action, code, password } = request;
  const use = { deps, network, session: session ?? undefined, code, language, address };
  switch (action) {
    case "LEGACY_EMAIL_VERIFICATION": {
      if (password !== undefined) {
        const reset = await resetByCode(use, password, action);
        return reset.ok ? ok({ action, ...reset.value }) : reset;
      }
      const confirmed = await confirmEmail(use);
      return confirmed.ok ? ok({ action, email: confirmed.value.email }) : confirmed;
    }
    case "LEGACY_PASSWORD_CHANGE": {
      if (password === undefined) return err("FIELD_REQUIRED", { field: "password" });
      const reset = await resetByCode(use, password);
      return reset.ok ? ok({ action, ...reset.value }) : reset;
    }
    case "LEGACY_ACCOUNT_ANONYMIZATION": {
      const requested = await requestByCode(deps, network, code, language);
      return requested.ok ? ok({ action, email: requested.value.email }) : requested;
    }
  }
};

export const identityHandlers: ModuleHandlers<
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
  login: loginHandler,
  logout: async ({ deps, network, token, tell }) => {
    const ended = token === undefined ? undefined : await endSession(deps.db, lineOf(token), network.id);
    if (ended !== undefined) tell({ event: "sign-out", actor: { customer: ended.travellerId } });
    const provider = ended && providerOf(deps, network, ended.providerId);
    if (ended === undefined || provider === undefined) return ok({ logoutUrl: null });
    return ok({ logoutUrl: await provider.party.logoutUrl(ended.providerIdToken, afterLogout(deps, network)) });
  },
  introspectToken: async (ctx) => {
    const checked = await checkProviderToken(ctx);
    return checked.ok ? introspection(ctx) : checked;
  },
  introspectTokenByGet: introspection,
  touch: async ({ session }) => ok({ expiresAt: session.expiresAt }),
  sendVerificationEmail: sendVerificationHandler,
  verifyEmail: async ({ deps, network, session, request, language, address }) => {
    const confirmed = await confirmEmail({
      deps,
      network,
      session: session ?? undefined,
      code: request.code,
      language,
      address,
    });
    return confirmed.ok ? ok({ verifiedAt: confirmed.value.at }) : confirmed;
  },
  resetPassword: async ({ deps, network, request, language, address }) => {
    if (!network.definition.authentication.emailPassword) return err("FEATURE_DISABLED");
    const accepted = await requestPasswordReset(deps, network, request.email, language, address);
    return accepted ? ok({}) : err("TOO_MANY_REQUESTS");
  },
  useCode: useCodeHandler,
  authorizationState: authorizationStateHandler,
  exchangeAuthorizationCode: exchangeHandler,
  authenticate: authenticateHandler,
  identities: identitiesHandler,
  createIdentity: createIdentityHandler,
  deleteIdentity: deleteIdentityHandler,
  reauthenticate: reauthenticateHandler,
  getSessions: getSessionsHandler,
  revokeSession: revokeSessionHandler,
};
