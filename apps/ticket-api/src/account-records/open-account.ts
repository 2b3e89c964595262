import type { Language } from "@guichet/contract/locales.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { insertAccount } from "./account-store.ts";
import { insertIdentity, type NewIdentity } from "./identity-store.ts";
import { insertTraveller } from "./traveller-store.ts";

export interface NewAccount {
  networkId: string;
  email: string;
  guest: boolean;
  language: Language;
  firstName: string;
  lastName: string;
  birthDate?: string | null;
  /** Ids that are chosen already, of the account and its holder. */
  ids?: { accountId: string; holderId: string };
  /** The sign-in method: a provider and its id of the person; null for a guest, who only has the account. */
  identity: Omit<NewIdentity, "networkId" | "accountId"> | null;
}

/** The provider id of a guest's identity; it counts as e-mail. */
export const guestProvider = "guest";
const customerNumberLength = 8;
const customerNumberAttempts = 5;

/** Opens an account with its holder and customer number, in the caller's transaction. Returns its id. */
export async function openAccount(tx: Tx, deps: Dependencies, account: NewAccount): Promise<string> {
  const { networkId } = account;
  const id = account.ids?.accountId ?? deps.ids.uuid();
  const at = deps.clock.iso();
  await insertWithNumber(tx, deps, id, account, at);
  const identity = account.identity ?? { providerId: guestProvider, subject: id };
  await insertIdentity(tx, { networkId, accountId: id, ...identity }, at);
  const { firstName, lastName } = account;
  const holder = {
    id: account.ids?.holderId ?? deps.ids.uuid(),
    networkId,
    accountId: id,
    isHolder: true,
    firstName,
    lastName,
    birthDate: account.birthDate ?? null,
  };
  await insertTraveller(tx, holder, at);
  return id;
}

async function insertWithNumber(
  tx: Tx,
  deps: Dependencies,
  id: string,
  account: NewAccount,
  at: string,
): Promise<void> {
  const { networkId, email, guest, language } = account;
  for (let attempt = 0; attempt < customerNumberAttempts; attempt += 1) {
    const customerNumber = deps.ids.spoken(customerNumberLength);
    if (await insertAccount(tx, { id, networkId, customerNumber, email, guest, language }, at)) return;
  }
  throw new Error("No free customer number was found");
}
