import { AccountingKey, PackAccounting } from "@guichet/contract/packs/accounting.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accountOf, journalSettingsOf, vatAccountOf } from "./chart-of-accounts.ts";
import { fecFile, fecName, latin9 } from "./fec-file.ts";
import type { NumberedEntry } from "./journal.ts";
import { journalCsv } from "./journal-csv.ts";
import { type BookedMovement, documentEntry, movementEntry } from "./journal-entries.ts";

const settings = journalSettingsOf({
  ...{ timeZone: "Europe/Paris", currency: "EUR" },
  accounting: { accounts: { sales: "7061" }, vatAccounts: { "10": "445712" } },
});
const order = { orderNumber: "2026-000017" };
const invoice = {
  ...{ series: "invoice" as const, number: "F-NORTH-2026-000001", ...order },
  vat: [
    { rate: 5.5, net: 948, vat: 52, gross: 1000 },
    { rate: 10, net: 455, vat: 45, gross: 500 },
  ],
};
const note = {
  ...{ series: "credit-note" as const, number: "A-NORTH-2026-000001", ...order },
  vat: [{ rate: 10, net: 455, vat: 45, gross: 500 }],
};
const moved = (
  movement: string,
  from: BookedMovement["from"],
  to: BookedMovement["to"],
  amount: number,
  isDebit = false,
) => movementEntry(settings, { movement, from, to, amount, isDebit, ...order }, "2026-10-31");

/** A month with an entry of each journal. */
async function* entries(): AsyncGenerator<NumberedEntry> {
  const made = [
    ["VE202610000001", documentEntry(settings, invoice, "2026-10-31")],
    ["VE202610000002", documentEntry(settings, note, "2026-10-31")],
    ["BQ202610000001", moved("capture:1", "sales", "provider", 1000)],
    ["BQ202610000002", moved("capture:2", "receivable", "provider", 250, true)],
    ["BQ202610000003", moved("provider-fee:1:e", "provider", "fees", 29)],
    ["CA202610000001", moved("counter:1", "sales", "counter", 500)],
    ["OD202610000001", moved("rest:1", "sales", "receivable", 250)],
  ] as const;
  for (const [number, entry] of made) if (entry !== undefined) yield { ...entry, number };
}

const golden = `JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|PieceDate|EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise
VE|Journal des ventes|VE202610000001|20261031|411000|Clients|||F-NORTH-2026-000001|20261031|Facture F-NORTH-2026-000001, commande 2026-000017|15,00|0,00|||20261031||
VE|Journal des ventes|VE202610000001|20261031|7061|Prestations de services|||F-NORTH-2026-000001|20261031|Facture F-NORTH-2026-000001, commande 2026-000017|0,00|9,48|||20261031||
VE|Journal des ventes|VE202610000001|20261031|7061|Prestations de services|||F-NORTH-2026-000001|20261031|Facture F-NORTH-2026-000001, commande 2026-000017|0,00|4,55|||20261031||
VE|Journal des ventes|VE202610000001|20261031|445710|TVA collectée|||F-NORTH-2026-000001|20261031|Facture F-NORTH-2026-000001, commande 2026-000017|0,00|0,52|||20261031||
VE|Journal des ventes|VE202610000001|20261031|445712|TVA collectée 10 %|||F-NORTH-2026-000001|20261031|Facture F-NORTH-2026-000001, commande 2026-000017|0,00|0,45|||20261031||
VE|Journal des ventes|VE202610000002|20261031|411000|Clients|||A-NORTH-2026-000001|20261031|Avoir A-NORTH-2026-000001, commande 2026-000017|0,00|5,00|||20261031||
VE|Journal des ventes|VE202610000002|20261031|7061|Prestations de services|||A-NORTH-2026-000001|20261031|Avoir A-NORTH-2026-000001, commande 2026-000017|4,55|0,00|||20261031||
VE|Journal des ventes|VE202610000002|20261031|445712|TVA collectée 10 %|||A-NORTH-2026-000001|20261031|Avoir A-NORTH-2026-000001, commande 2026-000017|0,45|0,00|||20261031||
BQ|Journal de banque|BQ202610000001|20261031|517000|Prestataire de paiement|||capture:1|20261031|Encaissement, commande 2026-000017|10,00|0,00|||20261031||
BQ|Journal de banque|BQ202610000001|20261031|411000|Clients|||capture:1|20261031|Encaissement, commande 2026-000017|0,00|10,00|||20261031||
BQ|Journal de banque|BQ202610000002|20261031|512000|Banque|||capture:2|20261031|Encaissement, commande 2026-000017|2,50|0,00|||20261031||
BQ|Journal de banque|BQ202610000002|20261031|411100|Clients, échéances à encaisser|||capture:2|20261031|Encaissement, commande 2026-000017|0,00|2,50|||20261031||
BQ|Journal de banque|BQ202610000003|20261031|627000|Frais du prestataire de paiement|||provider-fee:1:e|20261031|Frais du prestataire de paiement, commande 2026-000017|0,29|0,00|||20261031||
BQ|Journal de banque|BQ202610000003|20261031|517000|Prestataire de paiement|||provider-fee:1:e|20261031|Frais du prestataire de paiement, commande 2026-000017|0,00|0,29|||20261031||
CA|Journal de caisse|CA202610000001|20261031|530000|Caisses des agences|||counter:1|20261031|Encaissement, commande 2026-000017|5,00|0,00|||20261031||
CA|Journal de caisse|CA202610000001|20261031|411000|Clients|||counter:1|20261031|Encaissement, commande 2026-000017|0,00|5,00|||20261031||
OD|Opérations diverses|OD202610000001|20261031|411100|Clients, échéances à encaisser|||rest:1|20261031|Échéances à encaisser, commande 2026-000017|2,50|0,00|||20261031||
OD|Opérations diverses|OD202610000001|20261031|411000|Clients|||rest:1|20261031|Échéances à encaisser, commande 2026-000017|0,00|2,50|||20261031||
`;

// covers: the accounting journal of a month as FEC (article A47 A-1) and as CSV
test("the FEC has the 18 columns of the law by tab, days without separators, a decimal comma, and ISO 8859-15", async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of fecFile(entries(), "EUR")) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("latin1");
  expect(text.replaceAll("\t", "|").replaceAll("\r\n", "\n")).toBe(golden);
  expect(fecName("732 829 320 00074", "2026-10")).toBe("732829320FEC20261031.txt");
});

const digits = fc.constantFrom("411000", "445710", "445712", "512000", "706000");
const keys = AccountingKey.options;
const accounts = fc.dictionary(fc.constantFrom(...keys), digits);
const vatAccounts = fc.dictionary(fc.constantFrom("2.1", "5.5", "10"), digits);

test("whatever shares a number, it has one name in every line; a month that an earlier version closed keeps its names", () => {
  fc.assert(
    fc.property(accounts, vatAccounts, (given, rates) => {
      const accounting = PackAccounting.parse({ accounts: given, vatAccounts: rates });
      const chart = journalSettingsOf({ timeZone: "Europe/Paris", currency: "EUR", accounting });
      const lines = [
        ...keys.map((key) => accountOf(chart, key)),
        ...[2.1, 5.5, 10].map((rate) => vatAccountOf(chart, rate)),
      ];
      const names = new Map(lines.map(({ number, name }) => [number, name]));
      for (const { number, name } of lines) expect(name).toBe(names.get(number));
    }),
    { numRuns: 200 },
  );
  expect(vatAccountOf(settings, 10)).toEqual({ number: "445712", name: "TVA collectée 10 %" });
  const { names: _, ...former } = settings;
  expect([accountOf(former, "debits"), vatAccountOf(former, 5.5)]).toEqual([
    { number: "512000", name: "Prélèvements encaissés" },
    { number: "445710", name: "TVA collectée 5,5 %" },
  ]);
});

test("the CSV has the same lines in UTF-8, with days and amounts that a spreadsheet reads, and no formula", async () => {
  async function* one() {
    const entry = moved("=cmd|x", "sales", "provider", 1000);
    yield { ...entry, number: "BQ202610000001" };
  }
  let text = "";
  for await (const chunk of journalCsv(one(), "EUR"))
    text += new TextDecoder("utf-8", { ignoreBOM: true }).decode(chunk);
  expect(text).toMatch(/^\uFEFFJournalCode,JournalLib,/);
  expect(text.split("\r\n")[1]).toBe(
    `BQ,Journal de banque,BQ202610000001,2026-10-31,517000,Prestataire de paiement,,,'=cmd|x,2026-10-31,"Encaissement, commande 2026-000017",10.00,0.00,,,2026-10-31,,`,
  );
});

test("letters that ISO 8859-15 places elsewhere than Unicode get their byte, those that it lacks a question mark", () => {
  expect([...latin9("é€œ")]).toEqual([0xe9, 0xa4, 0xbd]);
  expect([...latin9("¤ع🙂e\u0301")]).toEqual([0x3f, 0x3f, 0x3f, 0xe9]);
});

test.each([["5.50"], ["10.0"], ["05"], ["0.5.0"]])(
  "%s is refused as a VAT rate, which no article has in this form",
  (rate) => {
    expect(PackAccounting.safeParse({ vatAccounts: { [rate]: "445712" } }).success).toBe(false);
    expect(PackAccounting.safeParse({ vatAccounts: { [String(Number.parseFloat(rate))]: "445712" } }).success).toBe(
      true,
    );
  },
);

test("a document of nothing is no entry", () => {
  expect(
    documentEntry(settings, { ...invoice, vat: [{ rate: 10, net: 0, vat: 0, gross: 0 }] }, "2026-10-31"),
  ).toBeUndefined();
});
