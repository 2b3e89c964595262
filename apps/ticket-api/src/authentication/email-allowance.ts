import {
  codeEmailsPerRecipientAndDay,
  codeEmailsPerRecipientAndHour,
  verificationPerDay,
  verificationResendSeconds,
} from "@guichet/contract/limits/sign-in-limits.ts";
import { daysMs, hoursMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { attemptsSince, recordAttempt } from "../rate-limits/attempt-store.ts";
import { digest } from "../rate-limits/attempts.ts";
import type { CodeAction } from "./code-store.ts";

/** A requested e-mail with a code. */
export interface CodeEmail {
  networkId: string;
  /** The recipient. */
  email: string;
  kind: CodeAction | "LEGACY_ACCOUNT_ANONYMIZATION" | "TERMINATION";
  /** The requester: a client address, or the login of the session. */
  requester: string;
}

/** The subject under which e-mails of a kind to an address are counted; it does not reveal the address. */
export const emailsSubject = (kind: CodeEmail["kind"], email: string): string => `emails:${kind}:${digest(email)}`;

/**
 * Counts an e-mail with a code; returns 0, or the seconds until it may be requested again. Each requester may request one in 60 s and
 * five a day (decisions 8): a stranger's requests take nothing from the owner's. Over all requesters a mailbox gets a limited number
 * an hour and a day, and after that one an hour: its newest code is then still valid, so a flood locks nobody out
 * (decision record 102). The caller has locked what the address opens, so that concurrent requests wait for each other.
 */
export async function takeCodeEmail(tx: Tx, { networkId, email, kind, requester }: CodeEmail, now: Date) {
  const recipientSubject = emailsSubject(kind, email);
  const requesterSubject = `${recipientSubject}@${digest(requester)}`;
  const day = later(now, -daysMs(1));
  const requests = await attemptsSince(tx, networkId, requesterSubject, day);
  const sent = await attemptsSince(tx, networkId, recipientSubject, day);
  const next = Math.max(nextForRequester(requests), nextForRecipient(sent, now));
  const wait = Math.ceil((next - now.getTime()) / 1000);
  if (wait > 0) return wait;
  await recordAttempt(tx, networkId, requesterSubject, now, daysMs(1), verificationPerDay);
  await recordAttempt(tx, networkId, recipientSubject, now, daysMs(1), codeEmailsPerRecipientAndDay);
  return 0;
}

function nextForRequester(requests: readonly number[]): number {
  const [first = 0] = requests.slice(-verificationPerDay);
  const last = requests.at(-1);
  if (last === undefined) return 0;
  const again = last + verificationResendSeconds * 1000;
  return requests.length < verificationPerDay ? again : Math.max(again, first + daysMs(1));
}

function nextForRecipient(sent: readonly number[], now: Date): number {
  const last = sent.at(-1);
  if (last === undefined) return 0;
  const lastHour = sent.filter((at) => at > now.getTime() - hoursMs(1));
  const isFull = lastHour.length >= codeEmailsPerRecipientAndHour || sent.length >= codeEmailsPerRecipientAndDay;
  return isFull ? last + hoursMs(1) : 0;
}
