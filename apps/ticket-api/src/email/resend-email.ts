import { Language } from "@guichet/contract/locales.ts";
import type { Tx } from "../database/database.ts";
import type { Planning } from "../jobs/plan-job.ts";
import { closingEmails, type EmailTemplate, secretEmails } from "./email-contents.ts";
import type { ListedEmail } from "./email-store.ts";
import { emailQueued } from "./queue-email.ts";
import { isTemplate } from "./render-email.ts";

type Shown = Pick<ListedEmail, "template" | "contents" | "expiredAt">;
type Resendable = Pick<ListedEmail, "template" | "contents" | "sentAt">;

/** Whether the staff may read an e-mail: it has no code, and its contents are stored. */
export const canBeShown = <Mail extends Shown>(mail: Mail): mail is Mail & { template: EmailTemplate } =>
  mail.expiredAt === null && hasContents(mail.template);

/** Whether an e-mail can be sent again: it was sent, and has neither a code nor lost its contents. */
export const canBeResent = (mail: Resendable): mail is Resendable & { template: EmailTemplate } =>
  mail.sentAt !== null && hasContents(mail.template);

const hasContents = (template: string): template is EmailTemplate =>
  isTemplate(template) && !secretEmails.has(template) && !closingEmails.has(template);

/** Queues an e-mail once more, to an address; false: it cannot be sent again. Limits for strangers do not apply: staff send it. */
export async function resendEmail(
  tx: Tx,
  deps: Planning & { ids: { uuid(): string } },
  mail: ListedEmail,
  { networkId, accountId, to }: { networkId: string; accountId: string; to: string },
  fallback: Language,
): Promise<boolean> {
  if (!canBeResent(mail)) return false;
  const { template, contents } = mail;
  const language = Language.catch(fallback).parse(mail.language);
  const again = {
    networkId,
    accountId,
    to,
    template,
    language,
    values: contents as never,
    cause: `resent-${deps.ids.uuid()}`,
  };
  await emailQueued(deps, again, {}).execute(tx);
  return true;
}
