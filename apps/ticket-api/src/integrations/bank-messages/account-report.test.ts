import { expect, test } from "vitest";
import { accountReportXml, bytes, type EntrySample } from "../../testing/providers/bank-samples.ts";
import { readAccountReports } from "./account-report.ts";
import type { ReportEntry } from "./report-entry.ts";

const versions = ["02", "08"] as const;
const formats = ["camt.053", "camt.054"] as const;
const all = formats.flatMap((format) => versions.map((version) => ({ format, version })));

function entryOf(sample: EntrySample, version: "02" | "08" = "08"): ReportEntry {
  const [entry] = readAccountReports(bytes(accountReportXml({ version, entries: [sample] }))).reports[0]?.entries ?? [];
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

test.each(all)("a $format.001.$version states account, entry and its transactions", ({ format, version }) => {
  const xml = accountReportXml({
    format,
    version,
    entries: [
      {
        amount: "66.66",
        batch: { messageId: "FILE1", transactions: 2 },
        details: [
          { endToEndId: "E1", mandateId: "GU-1", amount: "33.30", creditorId: "FR48ZZZ594823" },
          { endToEndId: "NOTPROVIDED", amount: "33.36" },
        ],
      },
    ],
  });
  const read = readAccountReports(bytes(xml));
  expect(read.kind).toBe(format === "camt.053" ? "statement" : "notification");
  expect(read).toMatchObject({ messageId: "REPORT-1", createdAt: "2026-11-27T20:00:00.000Z" });
  expect(read.reports).toMatchObject([
    {
      id: "REPORT-1-1",
      account: { iban: "FR7630006000010000000000928", currency: "EUR" },
      entries: [
        {
          amount: { amount: 6666, currency: "EUR" },
          direction: "CRDT",
          isReversal: false,
          status: "BOOK",
          bookedOn: "2026-11-27",
          transactionCode: "PMNT/IDDT/ESDD",
          batch: { messageId: "FILE1", transactions: 2 },
          unexplained: 0,
          details: [
            {
              endToEndId: "E1",
              mandateId: "GU-1",
              amount: { amount: 3330, currency: "EUR" },
              creditorId: "FR48ZZZ594823",
              returned: undefined,
            },
            { endToEndId: undefined, amount: { amount: 3336, currency: "EUR" } },
          ],
        },
      ],
    },
  ]);
});

test.each(versions)(
  "a return states the amount of our debit, the bank's charge and the reason (version %s)",
  (version) => {
    const entry = entryOf(
      {
        amount: "35.80",
        direction: "DBIT",
        details: [{ endToEndId: "E1", amount: "35.80", instructed: "33.30", charge: "2.50", code: "AM04" }],
      },
      version,
    );
    expect(entry).toMatchObject({ amount: { amount: 3580 }, direction: "DBIT", unexplained: 0 });
    expect(entry.details).toMatchObject([
      {
        instructed: { amount: 3330, currency: "EUR" },
        charges: [{ amount: 250, currency: "EUR" }],
        returned: { code: "AM04", proprietary: undefined },
      },
    ]);
  },
);

test.each(versions)("charges that the bank adds to an entry explain its amount (version %s)", (version) => {
  const debit: EntrySample = { amount: "35.80", direction: "DBIT", charge: "2.50", details: [{ amount: "33.30" }] };
  expect(entryOf(debit, version)).toMatchObject({ charges: [{ amount: 250 }], unexplained: 0 });
});

test("the only transaction of an entry has its amount, one of several has only what the bank states", () => {
  expect(entryOf({ amount: "10.00", details: [{ endToEndId: "E1" }] }).details[0]?.amount?.amount).toBe(1000);
  const several = entryOf({ amount: "10.00", details: [{ endToEndId: "E1" }, { endToEndId: "E2" }] });
  expect(several.details.map(({ amount }) => amount)).toEqual([undefined, undefined]);
  expect(several.unexplained).toBeUndefined();
});

test("what the transactions of an entry do not explain is stated", () => {
  const entry = entryOf({ amount: "10.00", details: [{ amount: "4.00" }, { amount: "5.00" }] });
  expect(entry.unexplained).toBe(100);
});

test("a credit and a return in one entry are summed with their signs", () => {
  const entry = entryOf({
    amount: "6.00",
    details: [{ amount: "10.00" }, { amount: "4.00", direction: "DBIT", code: "MD06" }],
  });
  expect(entry.unexplained).toBe(0);
});

test("reversals and entries that are not booked yet are stated as such", () => {
  expect(entryOf({ amount: "1.00", reversal: true }).isReversal).toBe(true);
  expect(entryOf({ amount: "1.00", status: "PDNG" }).status).toBe("PDNG");
});

test.each([
  ["JPY", "1000", 1000],
  ["TND", "1.234", 1234],
  ["EUR", "1.5", 150],
  ["EUR", "1.50000", 150],
])("an amount in %s of %s is %i in minor units", (currency, amount, units) => {
  expect(entryOf({ amount, currency }).amount).toEqual({ amount: units, currency });
});

test("the balances of a statement add up", () => {
  const entries: EntrySample[] = [
    { amount: "30.00" },
    { amount: "45.00", direction: "DBIT" },
    { amount: "9.00", status: "PDNG" },
  ];
  const of = (opening: string, closing: string) => () =>
    readAccountReports(bytes(accountReportXml({ format: "camt.053", entries, balances: { opening, closing } })));
  expect(of("10.00", "-5.00")().reports[0]?.entries).toHaveLength(3);
  expect(of("10.00", "5.00")).toThrow("do not give the closing balance");
});

const xml = accountReportXml({ entries: [{ amount: "1.00", batch: { transactions: 2 }, details: [{}, {}] }] });
test.each([
  ["another version", xml.replace("camt.054.001.08", "camt.054.001.99"), "not a Document of"],
  [
    "another message in the namespace",
    xml.replaceAll("BkToCstmrDbtCdtNtfctn", "BkToCstmrStmt"),
    "BkToCstmrDbtCdtNtfctn is missing",
  ],
  ["no report", xml.replace(/<Ntfctn>.*<\/Ntfctn>/s, ""), "Ntfctn is missing"],
  ["no account", xml.replace(/<Acct>.*<\/Acct>/s, ""), "Acct is missing"],
  ["an entry without a direction", xml.replace("<CdtDbtInd>CRDT</CdtDbtInd>", ""), "CdtDbtInd is missing"],
  ["an unknown direction", xml.replace(">CRDT<", ">BOTH<"), "CdtDbtInd BOTH"],
  ["an unknown status", xml.replace(">BOOK<", ">DONE<"), "Sts DONE"],
  ["an entry without a code", xml.replace(/<BkTxCd>.*<\/BkTxCd>/s, ""), "BkTxCd is missing"],
  ["a batch of another size", xml.replace("<NbOfTxs>2", "<NbOfTxs>3"), "NbOfTxs is 3"],
  ["an amount in words", xml.replace(">1.00<", ">one<"), "is not an amount"],
  ["a day that does not exist", xml.replace("<Dt>2026-11-27</Dt>", "<Dt>2026-02-30</Dt>"), "BookgDt 2026-02-30"],
])("a report with %s is refused", (_, spoiled, fault) => {
  expect(() => readAccountReports(bytes(spoiled))).toThrow(fault);
});
