import type { InvoiceSeries } from "../order-records/invoice-store.ts";
import type { Side } from "../payment-records/ledger-store.ts";
import { type Account, accountOf, type JournalSettings, ledgerAccountOf, vatAccountOf } from "./chart-of-accounts.ts";

/** The journals by their code: sales, bank, cash, and everything else. */
export const journalNames = {
  VE: "Journal des ventes",
  BQ: "Journal de banque",
  CA: "Journal de caisse",
  OD: "Opérations diverses",
} as const;
export type JournalCode = keyof typeof journalNames;

/** A line of an entry; minor units, one of both is 0. */
export interface EntryLine {
  account: Account;
  debit: number;
  credit: number;
}

/** An entry of the journal, whose debits and credits are equal. */
export interface JournalEntry {
  journal: JournalCode;
  /** The day on which it was booked, `YYYY-MM-DD`, in the network's time zone. */
  day: string;
  /** The document or the movement of the ledger that it books. */
  piece: string;
  text: string;
  lines: EntryLine[];
}

/** An invoice or a credit note, with its amounts in minor units by rate. */
export interface BookedDocument {
  series: InvoiceSeries;
  number: string;
  orderNumber: string;
  vat: readonly { rate: number; net: number; vat: number; gross: number }[];
}

/** A movement between two accounts of the ledger, in minor units. */
export interface BookedMovement {
  movement: string;
  from: Side;
  to: Side;
  amount: number;
  orderNumber: string;
  /** Whether the money is that of a direct debit. */
  isDebit: boolean;
}

/** Books a document: what the customer owes against sales and VAT, and the reverse for a credit note. Without an amount there is no entry. */
export function documentEntry(
  settings: JournalSettings,
  { series, number, orderNumber, vat }: BookedDocument,
  day: string,
): JournalEntry | undefined {
  const isInvoice = series === "invoice";
  const line = (account: Account, amount: number, isOwed: boolean): EntryLine =>
    isOwed === isInvoice ? { account, debit: amount, credit: 0 } : { account, debit: 0, credit: amount };
  const total = vat.reduce((sum, { gross }) => sum + gross, 0);
  if (total === 0) return undefined;
  const lines = [
    line(accountOf(settings, "customers"), total, true),
    ...vat.map(({ net }) => line(accountOf(settings, "sales"), net, false)),
    ...vat.map(({ rate, vat: tax }) => line(vatAccountOf(settings, rate), tax, false)),
  ].filter(({ debit, credit }) => debit !== 0 || credit !== 0);
  const text = `${isInvoice ? "Facture" : "Avoir"} ${number}, commande ${orderNumber}`;
  return { journal: "VE", day, piece: number, text, lines };
}

/** Books a movement of the ledger. */
export function movementEntry(
  settings: JournalSettings,
  { movement, from, to, amount, orderNumber, isDebit }: BookedMovement,
  day: string,
): JournalEntry {
  return {
    journal: journalCodeOf(from, to),
    day,
    piece: movement,
    text: `${movementText(from, to)}, commande ${orderNumber}`,
    lines: [
      { account: ledgerAccountOf(settings, to, isDebit), debit: amount, credit: 0 },
      { account: ledgerAccountOf(settings, from, isDebit), debit: 0, credit: amount },
    ],
  };
}

const atBank: readonly Side[] = ["provider", "terminal", "transit", "bank"];
function journalCodeOf(from: Side, to: Side): JournalCode {
  if (from === "counter" || to === "counter") return "CA";
  return atBank.includes(from) || atBank.includes(to) ? "BQ" : "OD";
}

/** What a movement is, by the account that is not the customer's or the provider's; the first that one of both sides is. */
const movementTexts: readonly (readonly [Side, string])[] = [
  ["losses", "Perte sur paiement contesté"],
  ["disputed", "Paiement contesté"],
  ["fees", "Frais du prestataire de paiement"],
  ["bank", "Versement du prestataire de paiement reçu"],
  ["transit", "Versement du prestataire de paiement en cours"],
  ["suspense", "Encaissement à rembourser"],
];

function movementText(from: Side, to: Side): string {
  const named = movementTexts.find(([side]) => side === from || side === to);
  if (named !== undefined) return named[1];
  if (to === "receivable") return "Échéances à encaisser";
  if (from === "receivable" && to === "sales") return "Échéances annulées";
  return to === "sales" ? "Remboursement" : "Encaissement";
}
