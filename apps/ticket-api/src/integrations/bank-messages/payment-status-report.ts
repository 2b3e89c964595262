import type { Money } from "@guichet/contract/values.ts";
import type { Element } from "@xmldom/xmldom";
import { MessageFault, readDocument } from "./message-document.ts";
import {
  amountOf,
  childrenOf,
  codeOf,
  instantAt,
  onlyChild,
  optionalAt,
  optionalChild,
  optionalText,
  textAt,
  textLength,
} from "./message-fields.ts";
import { creditorIdOf, type MessageReason, reasonOf } from "./reasons.ts";

export const statusReportNamespaces = [
  "urn:iso:std:iso:20022:tech:xsd:pain.002.001.03",
  "urn:iso:std:iso:20022:tech:xsd:pain.002.001.10",
] as const;

/** Statuses of a file or block (ISO 20022 external code set of groups). */
const groupStatuses = ["ACTC", "ACCP", "ACSP", "ACSC", "ACWC", "RCVD", "PDNG", "PART", "RJCT"] as const;
/** Statuses of one transaction. */
const transactionStatuses = [
  "ACTC",
  "ACCP",
  "ACSP",
  "ACSC",
  "ACWC",
  "ACCC",
  "ACFC",
  "RCVD",
  "PDNG",
  "RJCT",
  "CANC",
] as const;
export type GroupStatus = (typeof groupStatuses)[number];
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The status of one of our debits or transfers. */
export interface ReportedTransaction {
  endToEndId: string | undefined;
  instructionId: string | undefined;
  /** Absent: the status of its block or file holds. */
  status: TransactionStatus | undefined;
  reasons: MessageReason[];
  amount: Money | undefined;
  mandateId: string | undefined;
  creditorId: string | undefined;
}

/** The status of a block (`PmtInf`) of our file. */
export interface ReportedBlock {
  paymentInformationId: string;
  status: GroupStatus | undefined;
  reasons: MessageReason[];
  transactions: ReportedTransaction[];
}

/** A bank's response to one of our files (pain.002). */
export interface PaymentStatusReport {
  messageId: string;
  createdAt: string;
  original: {
    messageId: string;
    /** The format of our file, as `pain.008.001.08`. */
    format: string;
    status: GroupStatus | undefined;
    reasons: MessageReason[];
  };
  blocks: ReportedBlock[];
}

/** Reads a pain.002.001.03 or .10. Throws `MessageFault`. */
export function readPaymentStatusReport(content: Uint8Array): PaymentStatusReport {
  const report = onlyChild(readDocument(content, statusReportNamespaces), "CstmrPmtStsRpt");
  const header = onlyChild(report, "GrpHdr");
  const original = onlyChild(report, "OrgnlGrpInfAndSts");
  const format = textAt(original, "OrgnlMsgNmId", textLength.proprietary);
  if (!/^pain\.(001|008)(\.\d{3}\.\d{2})?$/.test(format))
    throw new MessageFault(`OrgnlMsgNmId ${format} is neither a direct debit nor a credit transfer`);
  const read: PaymentStatusReport = {
    messageId: textAt(header, "MsgId", textLength.id),
    createdAt: instantAt(header, "CreDtTm"),
    original: {
      messageId: textAt(original, "OrgnlMsgId", textLength.id),
      format,
      status: groupStatusOf(original, "GrpSts"),
      reasons: childrenOf(original, "StsRsnInf").map(reasonOf),
    },
    blocks: childrenOf(report, "OrgnlPmtInfAndSts").map(readBlock),
  };
  checkSaysSomething(read);
  return read;
}

function readBlock(block: Element): ReportedBlock {
  return {
    paymentInformationId: textAt(block, "OrgnlPmtInfId", textLength.id),
    status: groupStatusOf(block, "PmtInfSts"),
    reasons: childrenOf(block, "StsRsnInf").map(reasonOf),
    transactions: childrenOf(block, "TxInfAndSts").map(readTransaction),
  };
}

function readTransaction(transaction: Element): ReportedTransaction {
  const endToEndId = optionalText(transaction, "OrgnlEndToEndId", textLength.id);
  const instructionId = optionalText(transaction, "OrgnlInstrId", textLength.id);
  if (endToEndId === undefined && instructionId === undefined)
    throw new MessageFault("TxInfAndSts: OrgnlEndToEndId and OrgnlInstrId are missing");
  const status = optionalText(transaction, "TxSts", textLength.code);
  const amount = optionalAt(transaction, "OrgnlTxRef/Amt/InstdAmt");
  const mandate = optionalAt(transaction, "OrgnlTxRef/MndtRltdInf");
  return {
    endToEndId,
    instructionId,
    status: status === undefined ? undefined : codeOf(status, transactionStatuses, "TxSts"),
    reasons: childrenOf(transaction, "StsRsnInf").map(reasonOf),
    amount: amount && amountOf(amount),
    mandateId: mandate && optionalText(optionalChild(mandate, "DrctDbtMndt") ?? mandate, "MndtId", textLength.id),
    creditorId: creditorIdOf(optionalAt(transaction, "OrgnlTxRef/CdtrSchmeId")),
  };
}

function groupStatusOf(of: Element, name: string): GroupStatus | undefined {
  const status = optionalText(of, name, textLength.code);
  return status === undefined ? undefined : codeOf(status, groupStatuses, name);
}

/** A transaction without a status of its own needs that of its block or of the file. */
function checkSaysSomething({ original, blocks }: PaymentStatusReport): void {
  if (original.status === undefined && blocks.length === 0)
    throw new MessageFault("CstmrPmtStsRpt: neither GrpSts nor OrgnlPmtInfAndSts");
  for (const block of blocks) {
    const inherited = block.status ?? original.status;
    // PART says that the transactions differ: each must state its own.
    const isStated = inherited !== undefined && inherited !== "PART";
    if (!isStated && block.transactions.some(({ status }) => status === undefined))
      throw new MessageFault(`OrgnlPmtInfAndSts ${block.paymentInformationId}: a transaction has no TxSts`);
    if (!isStated && block.transactions.length === 0)
      throw new MessageFault(`OrgnlPmtInfAndSts ${block.paymentInformationId}: no status`);
  }
}
