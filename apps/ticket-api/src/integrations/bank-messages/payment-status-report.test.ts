import { expect, test } from "vitest";
import { bytes, statusReportXml } from "../../testing/providers/bank-samples.ts";
import { readPaymentStatusReport } from "./payment-status-report.ts";

test.each(["03", "10"] as const)(
  "a pain.002.001.%s states the file, each transaction and why it was rejected",
  (version) => {
    const xml = statusReportXml({
      version,
      groupStatus: "PART",
      transactions: [
        {
          endToEndId: "E1",
          status: "RJCT",
          code: "AC04",
          amount: "33.33",
          creditorId: "FR48ZZZ594823",
          mandateId: "GU-1",
        },
        { endToEndId: "E2", status: "ACSP" },
      ],
    });
    expect(readPaymentStatusReport(bytes(xml))).toEqual({
      messageId: "STATUS-1",
      createdAt: "2026-11-27T07:00:00.000Z",
      original: { messageId: "FILE1", format: "pain.008.001.08", status: "PART", reasons: [] },
      blocks: [
        {
          paymentInformationId: "FILE1.0",
          status: undefined,
          reasons: [],
          transactions: [
            {
              endToEndId: "E1",
              instructionId: undefined,
              status: "RJCT",
              reasons: [{ code: "AC04", proprietary: undefined, information: ["as stated by the bank"] }],
              amount: { amount: 3333, currency: "EUR" },
              mandateId: "GU-1",
              creditorId: "FR48ZZZ594823",
            },
            {
              endToEndId: "E2",
              instructionId: undefined,
              status: "ACSP",
              reasons: [],
              amount: undefined,
              mandateId: undefined,
              creditorId: undefined,
            },
          ],
        },
      ],
    });
  },
);

test("a whole file may be rejected without transactions", () => {
  const read = readPaymentStatusReport(bytes(statusReportXml({ groupStatus: "RJCT" })));
  expect(read.original.status).toBe("RJCT");
  expect(read.blocks).toEqual([]);
});

test("from version 10 on a mandate may be inside DrctDbtMndt", () => {
  const xml = statusReportXml({
    version: "10",
    transactions: [{ endToEndId: "E1", status: "RJCT", mandateId: "GU-1" }],
  });
  const inside = xml.replace("<MndtId>GU-1</MndtId>", "<DrctDbtMndt><MndtId>GU-1</MndtId></DrctDbtMndt>");
  expect(readPaymentStatusReport(bytes(inside)).blocks[0]?.transactions[0]?.mandateId).toBe("GU-1");
});

const rejected = statusReportXml({ transactions: [{ endToEndId: "E1", status: "RJCT", amount: "1.00" }] });

test.each([
  ["another format", rejected.replace("pain.002.001.03", "pain.002.001.02"), "not a Document of"],
  ["an unknown status", rejected.replace(">RJCT<", ">GONE<"), "TxSts GONE"],
  ["no status anywhere", rejected.replace("<TxSts>RJCT</TxSts>", ""), "a transaction has no TxSts"],
  ["no reference", rejected.replace("<OrgnlEndToEndId>E1</OrgnlEndToEndId>", ""), "OrgnlEndToEndId"],
  ["an answer about something else", rejected.replace("pain.008.001.08", "camt.055.001.08"), "OrgnlMsgNmId"],
  ["neither a status nor blocks", statusReportXml({}), "neither GrpSts nor"],
  ["no message id", rejected.replace("<MsgId>STATUS-1</MsgId>", ""), "GrpHdr: MsgId is missing"],
  ["two message ids", rejected.replace("<MsgId>", "<MsgId>A</MsgId><MsgId>"), "more than one MsgId"],
  ["a message id that is too long", rejected.replace("STATUS-1", "X".repeat(36)), "1 to 35 characters"],
  ["an empty message id", rejected.replace("STATUS-1", " "), "1 to 35 characters"],
  ["an amount without a currency", rejected.replace(' Ccy="EUR"', ""), "Ccy is missing"],
  ["half a cent", rejected.replace(">1.00<", ">1.005<"), "more decimals than EUR has"],
  ["a negative amount", rejected.replace(">1.00<", ">-1.00<"), "is not an amount"],
  ["a day that does not exist", rejected.replace("2026-11-27T08", "2026-13-27T08"), "is not an instant"],
])("a report with %s is refused", (_, xml, fault) => {
  expect(() => readPaymentStatusReport(bytes(xml))).toThrow(fault);
});
