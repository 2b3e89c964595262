import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { type CreditTransfer, type CreditTransferFile, creditTransferMessage } from "./credit-transfer-message.ts";
import { childrenOf, onlyChild, textAt } from "./message-fields.ts";

const transfer = (number: number, more: Partial<CreditTransfer> = {}): CreditTransfer => ({
  reference: `01890a5d-ac96-774b-bcce-b3020000000${number}`,
  orderId: `01890a5d-ac96-774b-bcce-b3021111111${number}`,
  amount: { amount: 1234 + number, currency: "EUR" },
  recipient: { name: "Zoé Œuvrard", iban: "FR76 3000 6000 0100 0000 0000 152" },
  remittance: `Refund 2026-00000${number}`,
  ...more,
});
const file = (transfers: CreditTransfer[]): CreditTransferFile => ({
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  createdAt: "2026-11-26T07:00:00.000Z",
  executeOn: "2026-11-27",
  payer: { name: "Régie du Nord", iban: "FR76 3000 6000 0100 0000 0000 928", bic: "AGRIFRPP" },
  transfers,
});

test("a file states for each transfer, field by field, what a bank requires", () => {
  const xml = creditTransferMessage(file([transfer(1), transfer(2)]));
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
  if (root === null) throw new Error("no document");
  expect(root.namespaceURI).toBe("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
  const message = onlyChild(root, "CstmrCdtTrfInitn");
  const block = onlyChild(message, "PmtInf");
  const read = (of: typeof root, paths: string[]) => paths.map((path) => textAt(of, path, 140));
  expect(read(message, ["GrpHdr/MsgId", "GrpHdr/NbOfTxs", "GrpHdr/CtrlSum"])).toEqual([
    "01890a5dac96774bbcceb302099a8057",
    "2",
    "24.71",
  ]);
  expect(
    read(block, [
      "PmtMtd",
      "PmtTpInf/SvcLvl/Cd",
      "ReqdExctnDt/Dt",
      "Dbtr/Nm",
      "DbtrAcct/Id/IBAN",
      "DbtrAgt/FinInstnId/BICFI",
      "ChrgBr",
    ]),
  ).toEqual(["TRF", "SEPA", "2026-11-27", "Regie du Nord", "FR7630006000010000000000928", "AGRIFRPP", "SLEV"]);
  expect(
    childrenOf(block, "CdtTrfTxInf").map((one) => [
      ...read(one, [
        "PmtId/InstrId",
        "PmtId/EndToEndId",
        "Amt/InstdAmt",
        "Cdtr/Nm",
        "CdtrAcct/Id/IBAN",
        "RmtInf/Ustrd",
      ]),
      onlyChild(onlyChild(one, "Amt"), "InstdAmt").getAttribute("Ccy"),
    ]),
  ).toEqual(
    [1, 2].map((number) => [
      `01890a5dac96774bbcceb3021111111${number}`,
      `01890a5dac96774bbcceb3020000000${number}`,
      `12.3${4 + number}`,
      "Zoe OEuvrard",
      "FR7630006000010000000000152",
      `Refund 2026-00000${number}`,
      "EUR",
    ]),
  );
});

test("the same file gives the same bytes", () => {
  expect(creditTransferMessage(file([transfer(1)]))).toBe(creditTransferMessage(structuredClone(file([transfer(1)]))));
});

test.each([
  ["no transfers", []],
  ["two transfers with one reference", [transfer(1), transfer(1)]],
  ["another currency", [transfer(1, { amount: { amount: 100, currency: "CHF" } })]],
  ["nothing to transfer", [transfer(1, { amount: { amount: 0, currency: "EUR" } })]],
  ["half a cent", [transfer(1, { amount: { amount: 1.5, currency: "EUR" } })]],
])("a file with %s is not written", (_, transfers) => {
  expect(() => creditTransferMessage(file(transfers))).toThrow(RangeError);
});
