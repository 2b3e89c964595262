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
  /** The way in: provider and its name for the person; a guest has none but the account itself. */
  identity: Omit<NewIdentity, "networkId" | "accountId"> | null;
}

/** What a guest's identity is called; it counts as one of e-mail. */
export const guestProvider = "guest";
const customerNumberLength = 8;
const customerNumberTries = 5;

/** Opens an account with its holder and customer number, in the caller's transaction. Answers its id. */
export async function openAccount(tx: Tx, deps: Dependencies, opened: NewAccount): Promise<string> {
  const { networkId } = opened;
  const id = deps.ids.uuid();
  const at = deps.clock.iso();
  await insertNumbered(tx, deps, id, opened, at);
  const identity = opened.identity ?? { providerId: guestProvider, subject: id };
  await insertIdentity(tx, { networkId, accountId: id, ...identity }, at);
  const { firstName, lastName } = opened;
  const holder = {
    id: deps.ids.uuid(),
    networkId,
    accountId: id,
    isHolder: true,
    firstName,
    lastName,
    birthDate: opened.birthDate ?? null,
  };
  await insertTraveller(tx, holder, at);
  return id;
}

async function insertNumbered(tx: Tx, deps: Dependencies, id: string, opened: NewAccount, at: string): Promise<void> {
  const { networkId, email, guest, language } = opened;
  for (let tries = 0; tries < customerNumberTries; tries += 1) {
    const customerNumber = deps.ids.spoken(customerNumberLength);
    if (await insertAccount(tx, { id, networkId, customerNumber, email, guest, language }, at)) return;
  }
  throw new Error("No free customer number was found");
}
