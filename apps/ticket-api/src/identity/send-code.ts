import {
  resetCodeHours,
  typedCodeLength,
  verificationCodeHours,
  verificationResendSeconds,
} from "@guichet/contract/limits/sign-in-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { accountOfLogin } from "../account-records/account-store.ts";
import { type CodeAction, insertCode } from "../authentication/code-store.ts";
import { takeCodeEmail } from "../authentication/email-allowance.ts";
import type { Login } from "../authentication/login-store.ts";
import { splitCode, typedCodeHash } from "../authentication/one-time-codes.ts";
import { hoursMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import { hashed } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

export type SentCode = { retryAfterSeconds: number; sent: boolean };

/**
 * Creates a one-time code and queues the e-mail with it, unless the requester or the mailbox has reached its limit
 * (`takeCodeEmail`). The caller has locked the login. `email` is the login's own, or the new one of EMAIL_CHANGE; `requester`
 * is who requests it, by default the login itself.
 */
export async function sendCode(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  login: Login,
  action: CodeAction,
  email: string,
  language: Language,
  requester: string = login.id,
): Promise<SentCode> {
  const now = deps.clock.now();
  const wait = await takeCodeEmail(tx, { networkId: network.id, email, kind: action, requester }, now);
  if (wait > 0) return { sent: false, retryAfterSeconds: wait };
  const code = deps.ids.token();
  const codeHash = hashed(code);
  const typed = action === "LEGACY_PASSWORD_CHANGE" ? null : deps.ids.spoken(typedCodeLength);
  const hours = action === "LEGACY_PASSWORD_CHANGE" ? resetCodeHours : verificationCodeHours;
  const expiresAt = later(now, hoursMs(hours)).toISOString();
  await insertCode(
    tx,
    {
      codeHash,
      typedHash: typed === null ? null : (typedCodeHash(login.id, typed) ?? null),
      networkId: network.id,
      loginId: login.id,
      action,
      email,
      expiresAt,
    },
    now.toISOString(),
  );
  const account = await accountOfLogin(tx, network.id, login.id);
  const message = {
    networkId: network.id,
    accountId: account?.id ?? null,
    to: email,
    language,
    cause: `code-${codeHash}`,
  };
  if (typed === null) {
    await queueEmail(tx, deps, { ...message, template: "reset-password", values: { code, minutes: hours * 60 } });
  } else {
    await queueEmail(tx, deps, {
      ...message,
      template: "verify-email",
      values: { code, typed: splitCode(typed), hours },
    });
  }
  return { sent: true, retryAfterSeconds: verificationResendSeconds };
}
