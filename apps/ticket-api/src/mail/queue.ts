import type { Language } from "@guichet/contract/locales.ts";
import type { Tx } from "../database/connection.ts";
import { together } from "../database/together.ts";
import type { House } from "../house.ts";
import { plan } from "../jobs/plan.ts";
import type { LetterTemplate, LetterValues } from "./letters.ts";
import { insertMail } from "./store.ts";

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
 * The caller calls `house.wake()` after the commit.
 */
export async function queueMail<Template extends LetterTemplate>(
  tx: Tx,
  house: House,
  mail: MailToSend<Template>,
): Promise<void> {
  const messageId = `<${mail.cause}@${mail.networkId}.guichet>`;
  const letter = insertMail(tx, {
    messageId,
    networkId: mail.networkId,
    accountId: mail.accountId,
    recipient: mail.to,
    template: mail.template,
    language: mail.language,
    contents: mail.values,
    createdAt: house.clock.iso(),
  });
  const sending = plan(tx, house, { networkId: mail.networkId, kind: "mail", key: messageId, payload: { messageId } });
  await together([letter, sending]);
}
