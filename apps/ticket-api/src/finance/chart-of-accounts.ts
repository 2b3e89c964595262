import { type AccountingKey, PackAccounting } from "@guichet/contract/packs/accounting.ts";
import { z } from "zod";
import type { Side } from "../payment-records/ledger-store.ts";

/** Numbers of the French chart of accounts (plan comptable général), by what an account of the journal holds. */
const defaultNumbers: Readonly<Record<AccountingKey, string>> = {
  provider: "517000",
  debits: "512000",
  counter: "530000",
  terminal: "511500",
  receivable: "411100",
  customers: "411000",
  suspense: "471000",
  disputed: "416000",
  losses: "654000",
  fees: "627000",
  transit: "580000",
  bank: "512000",
  sales: "706000",
  vat: "445710",
};

/** Names of the accounts in the journal, which is in French as the law demands. */
const accountNames: Readonly<Record<AccountingKey, string>> = {
  provider: "Prestataire de paiement",
  debits: "Prélèvements encaissés",
  counter: "Caisses des agences",
  terminal: "Terminaux de paiement des agences",
  receivable: "Clients, échéances à encaisser",
  customers: "Clients",
  suspense: "Encaissements à rembourser",
  disputed: "Clients, paiements contestés",
  losses: "Pertes sur paiements contestés",
  fees: "Frais du prestataire de paiement",
  transit: "Virements internes, versements en cours",
  bank: "Banque",
  sales: "Prestations de services",
  vat: "TVA collectée",
};

/** An account of the journal. */
export interface Account {
  number: string;
  name: string;
}

/** What the journal of a month depends on besides its rows; stored with its closing. */
export const JournalSettings = PackAccounting.extend({ timeZone: z.string(), currency: z.string() });
export type JournalSettings = z.infer<typeof JournalSettings>;

/** The settings of a network's journal today. */
export function journalSettingsOf(definition: {
  timeZone: string;
  currency: string;
  accounting?: PackAccounting | undefined;
}): JournalSettings {
  const { timeZone, currency, accounting } = definition;
  const { accounts = {}, vatAccounts = {} } = accounting ?? {};
  return { timeZone, currency, accounts: { ...defaultNumbers, ...accounts }, vatAccounts };
}

/** The account that holds something. */
export function accountOf({ accounts }: JournalSettings, key: AccountingKey): Account {
  return { number: accounts[key] ?? defaultNumbers[key], name: accountNames[key] };
}

/** The account of the VAT collected at a rate in percent. */
export function vatAccountOf(settings: JournalSettings, rate: number): Account {
  const number = settings.vatAccounts[String(rate)] ?? accountOf(settings, "vat").number;
  return { number, name: `${accountNames.vat} ${String(rate).replace(".", ",")} %` };
}

/** The account of one side of a movement of the ledger; its sales are what customers owe until they are invoiced. */
export function ledgerAccountOf(settings: JournalSettings, side: Side, isDebit: boolean): Account {
  if (side === "sales") return accountOf(settings, "customers");
  return accountOf(settings, side === "provider" && isDebit ? "debits" : side);
}
