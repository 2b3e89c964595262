import { AccountingKey, PackAccounting } from "@guichet/contract/packs/accounting.ts";
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
export const JournalSettings = PackAccounting.extend({
  timeZone: z.string(),
  currency: z.string(),
  /** Whether each number has one name. Absent in closings of earlier versions: each purpose names its number, also one that several share. */
  names: z.literal("by-number").optional(),
});
export type JournalSettings = z.infer<typeof JournalSettings>;

/** The settings of a network's journal today. */
export function journalSettingsOf(definition: {
  timeZone: string;
  currency: string;
  accounting?: PackAccounting | undefined;
}): JournalSettings {
  const { timeZone, currency, accounting } = definition;
  const { accounts = {}, vatAccounts = {} } = accounting ?? {};
  return { timeZone, currency, accounts: { ...defaultNumbers, ...accounts }, vatAccounts, names: "by-number" };
}

/** The account that holds something. */
export function accountOf(settings: JournalSettings, key: AccountingKey): Account {
  return named(settings, numberOf(settings, key), accountNames[key]);
}

const numberOf = ({ accounts }: JournalSettings, key: AccountingKey): string => accounts[key] ?? defaultNumbers[key];

/** The account of the VAT collected at a rate in percent. */
export function vatAccountOf(settings: JournalSettings, rate: number): Account {
  const number = settings.vatAccounts[String(rate)] ?? numberOf(settings, "vat");
  return named(settings, number, vatName(String(rate)));
}

const vatName = (rate: string): string => `${accountNames.vat} ${rate.replace(".", ",")} %`;

/** Purposes whose names also suit what shares their number, before the others in the sequence of the table. */
const generalKeys: readonly AccountingKey[] = ["customers", "bank", "sales", "vat"];

/**
 * An account with the one name of its number: that of its purpose, of the most general one if several share the number, or of its only VAT rate.
 * It follows from the numbers alone, so that it is the same in every line and month. `former`: as earlier versions named it.
 */
function named(settings: JournalSettings, number: string, former: string): Account {
  if (settings.names === undefined) return { number, name: former };
  const purpose = [...generalKeys, ...AccountingKey.options].find((key) => numberOf(settings, key) === number);
  if (purpose !== undefined) return { number, name: accountNames[purpose] };
  const rates = Object.keys(settings.vatAccounts).filter((rate) => settings.vatAccounts[rate] === number);
  const [only, ...others] = rates;
  return { number, name: only === undefined || others.length > 0 ? accountNames.vat : vatName(only) };
}

/** The account of one side of a movement of the ledger; its sales are what customers owe until they are invoiced. */
export function ledgerAccountOf(settings: JournalSettings, side: Side, isDebit: boolean): Account {
  if (side === "sales") return accountOf(settings, "customers");
  return accountOf(settings, side === "provider" && isDebit ? "debits" : side);
}
