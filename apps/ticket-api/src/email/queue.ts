import type { Language } from "@guichet/contract/locales.ts";
import type { RawBuilder } from "kysely";
import type { Tx } from "../database/database.ts";
import { inOneStatement } from "../database/one-statement-store.ts";
import { type Planning, planned } from "../jobs/plan.ts";
import { type LetterTemplate, type LetterValues, secretLetters } from "./letters.ts";
import { noticesInAllowance, takeNotice } from "./notice-allowance.ts";
import { mailWritten, sentAt } from "./store.ts";

export interface MailToSend<Template extends LetterTemplate = LetterTemplate> {
  networkId: string;
  accountId: string | null;
  to: string;
  template: Template;
  language: Language;
  /** What the template writes; never a secret that outlives its link. */
  values: LetterValues[Template];
  /** What makes this mail one: the same cause gives the same Message-ID, and one mail. */
  cause: string;
}

/**
 * Writes a mail in the transaction that causes it; timed work sends it, at least once and always with one Message-ID.
 * The caller calls `deps.wake()` after the commit. One that anybody may cause is left out where its mailbox got too many
 * (`noticesInAllowance`).
 */
export async function queueMail<Template extends LetterTemplate>(
  tx: Tx,
  deps: Planning,
  mail: MailToSend<Template>,
): Promise<void> {
  if (noticesInAllowance.has(mail.template) && !(await takeNotice(tx, deps, mail))) return;
  await mailQueued(deps, mail, {}).execute(tx);
}

/** By what a mail is one, for ever. */
const messageIdOf = ({ cause, networkId }: Pick<MailToSend, "cause" | "networkId">): string =>
  `<${cause}@${networkId}.guichet>`;

/** When the mail of a cause left for its reader; null: it waits, or was never written. */
export const whenSent = (tx: Tx, mail: Pick<MailToSend, "cause" | "networkId">): Promise<string | null> =>
  sentAt(tx, messageIdOf(mail));

/** The statement that writes a mail, to be sent with the commit; some of its values the database reads as it writes it. */
export function mailQueued<Template extends LetterTemplate, Read extends keyof LetterValues[Template] & string = never>(
  deps: Planning,
  mail: Omit<MailToSend<Template>, "values"> & { values: Omit<LetterValues[Template], Read> },
  read: Readonly<Record<Read, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const messageId = messageIdOf(mail);
  const letter = mailWritten(
    {
      messageId,
      networkId: mail.networkId,
      accountId: mail.accountId,
      recipient: mail.to,
      template: mail.template,
      language: mail.language,
      contents: mail.values,
      createdAt: deps.clock.iso(),
    },
    read,
  );
  const kind = secretLetters.has(mail.template) ? "urgent-mail" : "mail";
  const sending = planned(deps, { networkId: mail.networkId, kind, key: messageId, payload: { messageId } });
  return inOneStatement(letter, sending);
}
