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
  /** The template's values; no secret that is valid longer than its link. */
  values: EmailValues[Template];
  /** What caused the e-mail: the same cause gives the same Message-ID, and one e-mail. */
  cause: string;
  /** Staff caused it, who are nobody that floods a mailbox: the limit of its kind does not apply. */
  byStaff?: boolean | undefined;
}

/**
 * Queues an e-mail in the transaction that causes it; a job sends it, at least once and always with the same Message-ID.
 * The caller calls `deps.wake()` after the commit. An e-mail that anybody can cause is dropped when its mailbox has reached its limit
 * (`noticesInAllowance`), unless staff cause it.
 */
export async function queueEmail<Template extends EmailTemplate>(
  tx: Tx,
  deps: Planning,
  mail: EmailToSend<Template>,
): Promise<void> {
  const isLimited = noticesInAllowance.has(mail.template) && mail.byStaff !== true;
  if (isLimited && !(await takeNotice(tx, deps, mail))) return;
  await emailQueued(deps, mail, {}).execute(tx);
}

/** The unique key of an e-mail, by its cause. */
const messageIdOf = ({ cause, networkId }: Pick<EmailToSend, "cause" | "networkId">): string =>
  `<${cause}@${networkId}.guichet>`;

/** When the e-mail of a cause was sent; null: not yet, or there is none. */
export const whenSent = (tx: Tx, mail: Pick<EmailToSend, "cause" | "networkId">): Promise<string | null> =>
  sentAt(tx, messageIdOf(mail));

/** Statement that queues an e-mail, to be sent with the commit; the database reads some of its values itself. */
export function emailQueued<Template extends EmailTemplate, Read extends keyof EmailValues[Template] & string = never>(
  deps: Planning,
  mail: Omit<EmailToSend<Template>, "values"> & { values: Omit<EmailValues[Template], Read> },
  read: Readonly<Record<Read, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const messageId = messageIdOf(mail);
  const email = emailWritten(
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
  return combineStatements(email, sending);
}
