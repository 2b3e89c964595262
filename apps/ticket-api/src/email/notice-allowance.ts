import {
  codeEmailsPerRecipientAndDay,
  codeEmailsPerRecipientAndHour,
} from "@guichet/contract/limits/sign-in-limits.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { hoursMs } from "../clock.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Planning } from "../jobs/plan-job.ts";
import { countAttempt, waitSeconds } from "../rate-limits/attempt-store.ts";
import { digest } from "../rate-limits/attempts.ts";
import type { EmailTemplate } from "./email-contents.ts";

/**
 * E-mails that one person can cause as often as they like and at no cost, to an address that may be somebody else's: anybody can
 * enter an address without proving that it is theirs (decision 115).
 */
export const noticesInAllowance: ReadonlySet<EmailTemplate> = new Set([
  "password-changed",
  "email-changed",
  "accounts-merged",
  "identity-linked",
  "identity-unlinked",
  "deletion-requested",
  "account-reactivated",
  "new-sign-in",
  "traveller-sign-in",
  "person-changed",
  "documents-received",
  "payment-refused",
  "order-cancelled",
  "termination-not-found",
  "termination-ended",
]);

interface Notice {
  networkId: string;
  to: string;
  template: EmailTemplate;
}

/** The key under which notices to an address are counted; it does not reveal the address. */
export const noticesSubject = (email: string): string => `notices:${digest(normaliseEmail(email))}`;
const subjectsOf = ({ to, template }: Notice) => {
  const ofKind = `${noticesSubject(to)}:${template}`;
  return { hour: ofKind, day: `${ofKind}/day` };
};

const hour = { windowMs: hoursMs(1), blockMs: hoursMs(1) };
const day = { windowMs: hoursMs(24), blockMs: hoursMs(1) };

/** Counts an e-mail of a kind to a mailbox: ten an hour, 20 a day, then one an hour. False: the limit is reached. */
export async function takeNotice(tx: Tx, { clock }: Planning, notice: Notice): Promise<boolean> {
  const subjects = subjectsOf(notice);
  const now = clock.now();
  const { networkId } = notice;
  const ofHour = { limit: codeEmailsPerRecipientAndHour, ...hour };
  const ofDay = { limit: codeEmailsPerRecipientAndDay, ...day };
  return (
    (await countAttempt(tx, networkId, subjects.hour, now, ofHour)) &&
    (await countAttempt(tx, networkId, subjects.day, now, ofDay))
  );
}

/** Seconds until a mailbox may get another e-mail of a kind. */
export async function noticeWait(db: Database | Tx, { clock }: Planning, notice: Notice): Promise<number> {
  const { hour: ofHour, day: ofDay } = subjectsOf(notice);
  const waits = await waitSeconds(db, notice.networkId, [ofHour, ofDay], clock.now());
  return Math.max(0, ...waits.values());
}
