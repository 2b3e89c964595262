import {
  codeEmailsPerRecipientAndDay,
  codeEmailsPerRecipientAndHour,
  verificationPerDay,
  verificationResendSeconds,
} from "@guichet/contract/limits/sign-in-limits.ts";
import { daysMs, hoursMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { attemptsSince, countTry } from "../rate-limits/attempt-store.ts";
import { digest } from "../rate-limits/attempts.ts";
import type { CodeAction } from "./code-store.ts";

/** An e-mail with a code that somebody asks for. */
export interface CodeEmail {
  networkId: string;
  /** Where it goes. */
  email: string;
  kind: CodeAction | "LEGACY_ACCOUNT_ANONYMIZATION";
  /** Who asks: a client address, or the sign-in whose session it is. */
  requester: string;
}

/** Under what the e-mails of a kind to an address are counted; the address is not told by it. */
export const emailsSubject = (kind: CodeEmail["kind"], email: string): string => `emails:${kind}:${digest(email)}`;

/**
 * Seconds until this e-mail may be asked for again; 0: now, and it is counted. Each requester may ask once in 60 s, five
 * times a day (decisions 8): a stranger's requests take nothing from the owner's. Over all requesters a mailbox gets so many
 * an hour and a day, and after that one an hour: its newest code is then still good, so nobody is kept out by a flood
 * (decision record 102). The caller holds what the address opens, so that requests take turns.
 */
export async function takeCodeEmail(tx: Tx, { networkId, email, kind, requester }: CodeEmail, now: Date) {
  const everybody = emailsSubject(kind, email);
  const own = `${everybody}@${digest(requester)}`;
  const day = later(now, -daysMs(1));
  const asked = await attemptsSince(tx, networkId, own, day);
  const sent = await attemptsSince(tx, networkId, everybody, day);
  const next = Math.max(nextOfRequester(asked), nextOfRecipient(sent, now));
  const wait = Math.ceil((next - now.getTime()) / 1000);
  if (wait > 0) return wait;
  await countTry(tx, networkId, own, now, daysMs(1), verificationPerDay);
  await countTry(tx, networkId, everybody, now, daysMs(1), codeEmailsPerRecipientAndDay);
  return 0;
}

function nextOfRequester(asked: readonly number[]): number {
  const [first = 0] = asked.slice(-verificationPerDay);
  const last = asked.at(-1);
  if (last === undefined) return 0;
  const again = last + verificationResendSeconds * 1000;
  return asked.length < verificationPerDay ? again : Math.max(again, first + daysMs(1));
}

function nextOfRecipient(sent: readonly number[], now: Date): number {
  const last = sent.at(-1);
  if (last === undefined) return 0;
  const ofHour = sent.filter((at) => at > now.getTime() - hoursMs(1));
  const isFull = ofHour.length >= codeEmailsPerRecipientAndHour || sent.length >= codeEmailsPerRecipientAndDay;
  return isFull ? last + hoursMs(1) : 0;
}
