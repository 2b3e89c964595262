import type { Language } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import { plan } from "../jobs/plan.ts";

export interface MailToSend {
  networkId: string;
  accountId: string | null;
  to: string;
  template: string;
  language: Language;
  /** What the template writes; never a secret that outlives its link. */
  values: Record<string, unknown>;
  /** What makes this mail one: the same cause gives the same Message-ID, and one mail. */
  cause: string;
}

/** Writes a mail in the transaction that causes it; timed work sends it, at least once and always with one Message-ID. */
export async function queueMail(tx: Tx, house: House, mail: MailToSend): Promise<void> {
  const messageId = `<${mail.cause}@${mail.networkId}.guichet>`;
  const written =
    await sql`insert into mail (message_id, network_id, account_id, recipient, template, language, contents, created_at)
    values (${messageId}, ${mail.networkId}, ${mail.accountId}, ${mail.to}, ${mail.template}, ${mail.language},
      ${JSON.stringify(mail.values)}, ${house.clock.iso()})
    on conflict (message_id) do nothing`.execute(tx);
  if (written.numAffectedRows === 0n) return;
  await plan(tx, house, { networkId: mail.networkId, kind: "mail", key: messageId, payload: { messageId } });
}
