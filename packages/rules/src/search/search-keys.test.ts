import { describe, expect, it, test } from "vitest";
import { type SearchKeys, searchKeys } from "./search-keys.ts";

const keysOf = (text: string) => searchKeys(text, { networkId: "rivage", year: 2026 });

// covers: one search of the office finds orders, documents, payments, tickets, customers, cards and requests
it.each<[keyof SearchKeys, unknown, readonly string[]]>([
  ["orderNumbers", ["2026-000017"], ["2026-000017", " 2026 000017 ", "2026000017", "２０２６-000017", "2026–000017"]],
  [
    "invoice",
    { series: "invoice", year: 2026, sequence: 17 },
    ["F-RIVAGE-2026-000017", "f rivage 2026 17", "F-2026-000017"],
  ],
  ["invoice", { series: "credit-note", year: 2025, sequence: 1234567 }, ["A-RIVAGE-2025-1234567"]],
  ["serial", "K7Q M2R XY2", ["K7Q M2R XY2", "k7qm2rxy2", "K7Q-M2R-XY2"]],
  ["customerNumber", "K7QM2RXY", ["k7qm 2rxy", "K7QM-2RXY"]],
  ["cardNumber", "9250001234567890", ["9250 0012 3456 7890", "9250-0012-3456-7890"]],
  ["submissionNumber", "D-K7QM2RXY", ["D-K7QM2RXY", "dk7qm2rxy"]],
  ["terminationReference", "R-K7QM2RXY", ["r-k7qm2rxy"]],
  ["mandateReferences", ["GU-23456789ABCDEFGH"], ["GU-23456789ABCDEFGH", "gu 2345 6789 ABCD EFGH"]],
  ["mandateReferences", ["NXDSYREGC9PSMKWY"], ["NXDSYREGC9PSMKWY", "nxds yreg c9ps mkwy"]],
  ["voucherCode", "RENTREE", ["rentree"]],
  ["paymentReference", "cs_test_a1B2", ["cs_test_a1B2"]],
  [
    "id",
    "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b",
    ["0197A3B2-4C5D-7e6f-8a9b-0c1d2e3f4a5b", "0197a3b24c5d7e6f8a9b0c1d2e3f4a5b"],
  ],
  ["phone", "612345678", ["06 12 34 56 78", "0612345678", "06.12.34.56.78"]],
  ["phone", "33612345678", ["+33 6 12 34 56 78", "0033612345678", "+33 (0)6 12 34 56 78"]],
  ["email", "amal@example.org", ["Amal@Example.org"]],
  ["words", ["lea", "le", "goff"], ["Léa Le-Goff"]],
  ["words", ["سميره"], ["سَميرة"]],
])("%s %j is read from %j", (key, value, texts) => {
  expect(texts.map((text) => keysOf(text)[key])).toEqual(texts.map(() => value));
});

test("an order number without its year is that of each recent year", () => {
  expect(keysOf("17").orderNumbers.slice(0, 2)).toEqual(["2026-000017", "2025-000017"]);
  expect(keysOf("000017").orderNumbers).toHaveLength(11);
});

describe("a text that is not one of these", () => {
  it.each(["%", "_", "'; drop table orders; --", "\\", "a_b%", "F-OTHER-2026-000017", "  ", "😀"])(
    "%j is no number",
    (text) => {
      const { orderNumbers, invoice, serial, barcode, submissionNumber, id, phone, email } = keysOf(text);
      expect({ orderNumbers, invoice, serial, barcode, submissionNumber, id, phone, email }).toEqual({
        ...{ orderNumbers: [], invoice: null, serial: null, barcode: null },
        ...{ submissionNumber: null, id: null, phone: null, email: null },
      });
    },
  );

  it("names have no digits, and a barcode is no name", () => {
    expect(keysOf("Martin 3").words).toEqual([]);
    expect(keysOf("A".repeat(180))).toMatchObject({ words: [], barcode: "A".repeat(180) });
  });
});
