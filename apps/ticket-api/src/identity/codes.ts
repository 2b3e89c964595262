import {
  resetCodeHours,
  verificationCodeHours,
  verificationPerDay,
  verificationResendSeconds,
} from "@guichet/contract/limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { accountOfLogin } from "../accounts/store.ts";
import { daysMs, hoursMs, later } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import { hashed } from "../ids.ts";
import { queueMail } from "../mail/queue.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { type CodeAction, codesSince, insertCode } from "./code-store.ts";
import type { Login } from "./login-store.ts";
import { letterSubject } from "./sign-in.ts";
import { takeTry } from "./tries-store.ts";

/**
 * How many letters with codes an address gets in a day in all, and one an hour then: sign-ins that are made with it, or
 * moved to it, and dropped again have none of their own beyond that.
 */
const lettersPerRecipient = { limit: 20, windowMs: daysMs(1), blockMs: hoursMs(1) };

export type Sent = { retryAfterSeconds: number; sent: boolean };

/**
 * Writes a one-time code and the letter that carries it, unless one went to that address less than 60 s ago or five did
 * within a day (decisions 8). The caller holds the login. `email` is the login's own, or the new one of EMAIL_CHANGE.
 */
export async function sendCode(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  login: Login,
  action: CodeAction,
  email: string,
  language: Language,
): Promise<Sent> {
  const now = house.clock.now();
  const wait = await waitFor(tx, now, login, action, email);
  if (wait > 0) return { sent: false, retryAfterSeconds: wait };
  if (!(await takeTry(tx, network.id, letterSubject(email), now, lettersPerRecipient))) {
    return { sent: false, retryAfterSeconds: lettersPerRecipient.blockMs / 1000 };
  }
  const code = house.ids.token();
  const codeHash = hashed(code);
  const hours = action === "LEGACY_PASSWORD_CHANGE" ? resetCodeHours : verificationCodeHours;
  const expiresAt = later(now, hoursMs(hours)).toISOString();
  await insertCode(
    tx,
    { codeHash, networkId: network.id, loginId: login.id, action, email, expiresAt },
    now.toISOString(),
  );
  const account = await accountOfLogin(tx, network.id, login.id);
  const letter = {
    networkId: network.id,
    accountId: account?.id ?? null,
    to: email,
    language,
    cause: `code-${codeHash}`,
  };
  if (action === "LEGACY_PASSWORD_CHANGE") {
    await queueMail(tx, house, { ...letter, template: "reset-password", values: { code, minutes: hours * 60 } });
  } else {
    await queueMail(tx, house, { ...letter, template: "verify-email", values: { code, hours } });
  }
  return { sent: true, retryAfterSeconds: verificationResendSeconds };
}

/** Seconds until the next code may go to that address: 0 when now. */
async function waitFor(tx: Tx, now: Date, login: Login, action: CodeAction, email: string): Promise<number> {
  const { count, first, last } = await codesSince(tx, login.id, action, email, later(now, -daysMs(1)).toISOString());
  if (last === null || first === null) return 0;
  const next = Date.parse(last) + verificationResendSeconds * 1000;
  const nextOfDay = count >= verificationPerDay ? Date.parse(first) + daysMs(1) : 0;
  return Math.max(0, Math.ceil((Math.max(next, nextOfDay) - now.getTime()) / 1000));
}
