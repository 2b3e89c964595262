import { lastCardDigits } from "@guichet/rules/transport-cards.ts";
import { findAccount } from "../account-records/account-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailValues } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Card } from "../transport-card-records/transport-card-store.ts";

type CardTemplate = "card-blocked" | "card-lifted" | "card-made";
type CardNotice = {
  [Template in CardTemplate]: { template: Template } & Omit<EmailValues[Template], "lastDigits" | "firstName">;
}[CardTemplate];

export type NotifiedCard = Pick<Card, "id" | "networkId" | "accountId" | "number" | "firstName">;

/** Notifies the account's holder of a change to a card; sends nothing when the card is in no account. */
export async function notifyHolder(tx: Tx, deps: Dependencies, card: NotifiedCard, notice: CardNotice): Promise<void> {
  if (card.accountId === null) return;
  const account = await findAccount(tx, card.networkId, card.accountId);
  if (account === undefined || account.email === "") return;
  const { template, ...values } = notice;
  await queueEmail(tx, deps, {
    networkId: card.networkId,
    accountId: account.id,
    to: account.email,
    template,
    language: account.language ?? "fr",
    values: {
      ...values,
      lastDigits: lastCardDigits(card.number),
      firstName: card.firstName,
    } as EmailValues[typeof template],
    cause: `${template}-${card.id}-${Date.parse(notice.at)}`,
  });
}
