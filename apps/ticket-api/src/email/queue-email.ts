import type { Language } from "@guichet/contract/locales.ts";
import type { RawBuilder } from "kysely";
import type { Tx } from "../database/database.ts";
import { combineStatements } from "../database/pipelining/combine-statements.ts";
import { type Planning, planStatement } from "../jobs/plan-job.ts";
import { type EmailTemplate, type EmailValues, secretEmails } from "./email-contents.ts";
import { emailWritten, sentAt } from "./email-store.ts";
import { noticesInAllowance, takeNotice } from "./notice-allowance.ts";

export interface EmailToSend<Template extends EmailTemplate = EmailTemplate> {
  networkId: string;
  accountId: string | null;
  to: string;
  template: Template;
  language: Language;
  /** What the template writes; never a secret that outlives its link. */
  values: EmailValues[Template];
  /** What makes this mail one: the same cause gives the same Message-ID, and one mail. */
  cause: string;
}

/**
 * Writes a mail in the transaction that causes it; timed work sends it, at least once and always with one Message-ID.
 * The caller calls `deps.wake()` after the commit. One that anybody may cause is left out where its mailbox got too many
 * (`noticesInAllowance`).
 */
export async function queueEmail<Template extends EmailTemplate>(
  tx: Tx,
  deps: Planning,
  mail: EmailToSend<Template>,
): Promise<void> {
  if (noticesInAllowance.has(mail.template) && !(await takeNotice(tx, deps, mail))) return;
  await emailQueued(deps, mail, {}).execute(tx);
}

/** By what a mail is one, for ever. */
const messageIdOf = ({ cause, networkId }: Pick<EmailToSend, "cause" | "networkId">): string =>
  `<${cause}@${networkId}.guichet>`;

/** When the mail of a cause left for its reader; null: it waits, or was never written. */
export const whenSent = (tx: Tx, mail: Pick<EmailToSend, "cause" | "networkId">): Promise<string | null> =>
  sentAt(tx, messageIdOf(mail));

/** The statement that writes a mail, to be sent with the commit; some of its values the database reads as it writes it. */
export function emailQueued<Template extends EmailTemplate, Read extends keyof EmailValues[Template] & string = never>(
  deps: Planning,
  mail: Omit<EmailToSend<Template>, "values"> & { values: Omit<EmailValues[Template], Read> },
  read: Readonly<Record<Read, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const messageId = messageIdOf(mail);
  const letter = emailWritten(
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
  const kind = secretEmails.has(mail.template) ? "urgent-mail" : "mail";
  const sending = planStatement(deps, { networkId: mail.networkId, kind, key: messageId, payload: { messageId } });
  return combineStatements(letter, sending);
}
