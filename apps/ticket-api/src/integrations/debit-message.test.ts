import { expect, test } from "vitest";
import { readDebitFile } from "../../../sandbox/src/bank/pain008.ts";
import { debitMessage, inLatin } from "./debit-message.ts";
import type { Debit, DebitFile } from "./direct-debit.ts";

const debit = (number: number, more: Partial<Debit> = {}): Debit => ({
  reference: `01890a5d-ac96-774b-bcce-b3020000000${number}`,
  orderId: `01890a5d-ac96-774b-bcce-b3021111111${number}`,
  orderNumber: `2026-00000${number}`,
  amount: { amount: 3333 + number, currency: "EUR" },
  mandate: { reference: `GU-ABCDEFGH2345678${number}`, signedOn: "2026-11-20" },
  debtor: { name: "Ana & Zoé Œuvrard", iban: "FR7630006000010000000000152" },
  sequence: "OOFF",
  ...more,
});
const file: DebitFile = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  createdAt: "2026-11-26T07:00:00.000Z",
  collectOn: "2026-11-27",
  creditor: { name: "Régie du Nord", id: "FR48ZZZ594823", address: "1 rue", iban: "FR76 3000 6000 0100 0000 0000 928" },
  debits: [
    debit(1),
    debit(2, { sequence: "RCUR" }),
    debit(3, { amount: { amount: 1, currency: "EUR" } }),
    debit(4, { sequence: "FRST" }),
    debit(5, { sequence: "FNAL" }),
  ],
};

test("a file states for each debit, field by field, what a bank requires", () => {
  const read = readDebitFile(debitMessage(file));
  expect(read).toMatchObject({ messageId: "01890a5dac96774bbcceb302099a8057" });
  const debits = "debits" in read ? read.debits : [];
  expect(debits.toSorted((a, b) => a.endToEndId.localeCompare(b.endToEndId))).toEqual(
    file.debits.map((one) => ({
      endToEndId: one.reference.replaceAll("-", ""),
      instructionId: one.orderId.replaceAll("-", ""),
      mandateId: one.mandate.reference,
      signedOn: "2026-11-20",
      sequence: one.sequence,
      collectOn: "2026-11-27",
      creditorId: "FR48ZZZ594823",
      creditorIban: "FR7630006000010000000000928",
      block: `01890a5dac96774bbcceb302099a8057.${["OOFF", "FRST", "RCUR", "FNAL"].indexOf(one.sequence)}`,
      debtor: { name: "Ana . Zoe OEuvrard", iban: "FR7630006000010000000000152" },
      amount: one.amount,
    })),
  );
});

test("the same file gives the same bytes", () => {
  expect(debitMessage(file)).toBe(debitMessage(structuredClone(file)));
});

test.each([
  ["CtrlSum", (xml: string) => xml.replace("<CtrlSum>133.45", "<CtrlSum>133.46")],
  ["InstdAmt", (xml: string) => xml.replace('Ccy="EUR"', 'Ccy="USD"')],
  ["IBAN", (xml: string) => xml.replace("FR7630006000010000000000152", "FR7630006000010000000000153")],
  ["MndtId", (xml: string) => xml.replace(/<MndtId>[^<]*/, "<MndtId>")],
  ["EndToEndId", (xml: string) => xml.replaceAll(/<EndToEndId>[^<]*/g, "<EndToEndId>ONE")],
  ["not well-formed", (xml: string) => xml.slice(0, 200)],
  ["Document", () => "<Document/>"],
])("a bank refuses a file with a wrong %s", (name, spoil) => {
  expect(readDebitFile(spoil(debitMessage(file)))).toEqual({ fault: expect.stringContaining(name) });
});

test.each([
  ["Éloïse D’Arçy", "Eloise D.Arcy"],
  ["Groß & Söhne", "Gross . Sohne"],
  ["محمد", "...."],
])("%s is written in the SEPA character set as %s", (name, written) => {
  expect(inLatin(name)).toBe(written);
});
