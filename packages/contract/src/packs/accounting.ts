import { z } from "zod";

/** What an account of the journal holds; the first eleven are the accounts of the ledger, and `customers` stands for its sales. */
export const AccountingKey = z.enum([
  "provider",
  "debits",
  "counter",
  "terminal",
  "receivable",
  "customers",
  "suspense",
  "disputed",
  "losses",
  "fees",
  "transit",
  "bank",
  "sales",
  "vat",
]);
export type AccountingKey = z.infer<typeof AccountingKey>;

const AccountNumber = z
  .string()
  .regex(/^\d[0-9A-Z]{2,19}$/, "not an account of 3 to 20 digits or capitals that begins with a digit, as 706000");
const VatRate = z
  .string()
  .regex(/^(0|[1-9]\d?)(\.\d?[1-9])?$/, "not a VAT rate in percent without superfluous zeros, as 5.5 or 10");

/** The account numbers of a network's accounting journal; what is absent has the number of the French chart of accounts. */
export const PackAccounting = z.strictObject({
  accounts: z.partialRecord(AccountingKey, AccountNumber).default({}).describe("Account numbers, by what they hold"),
  vatAccounts: z
    .record(VatRate, AccountNumber)
    .default({})
    .describe('Accounts of the VAT collected at a rate, as {"10": "445712"}; other rates have `vat`'),
});
export type PackAccounting = z.infer<typeof PackAccounting>;
