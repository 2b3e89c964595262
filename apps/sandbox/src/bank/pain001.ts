import type { Element } from "@xmldom/xmldom";
import { children, Fault, identifier, must, only, readMessage, text } from "./xml-fields.ts";

/** A credit transfer that refunds a debit. */
export interface SubmittedTransfer {
  endToEndId: string;
  amount: { amount: number; currency: string };
  /** The end-to-end id of the debit, which the remittance information names. */
  debit: string;
}

/** Parses a file of credit transfers (pain.001.001.09), or describes its fault. */
export const readTransferFile = (
  xml: string,
): { messageId: string; transfers: SubmittedTransfer[] } | { fault: string } =>
  readMessage(xml, "pain.001.001.09", "CstmrCdtTrfInitn", (initiation) => {
    const messageId = identifier(text(only(initiation, "GrpHdr"), "MsgId"), "MsgId");
    const transfers = children(initiation, "PmtInf").flatMap((block) =>
      children(block, "CdtTrfTxInf").map(readTransfer),
    );
    if (transfers.length === 0) throw new Fault("no transfers");
    return { messageId, transfers };
  });

function readTransfer(one: Element): SubmittedTransfer {
  const paid = only(only(one, "Amt"), "InstdAmt");
  const amount = paid.textContent ?? "";
  must(/^\d{1,11}\.\d{2}$/.test(amount) && amount !== "0.00", `InstdAmt ${amount} is not an amount`);
  must(paid.getAttribute("Ccy") === "EUR", "InstdAmt is not in EUR");
  const remittance = text(only(one, "RmtInf"), "Ustrd");
  const debit = /\b[0-9a-f]{32}\b/.exec(remittance)?.[0];
  if (debit === undefined) throw new Fault("Ustrd names no debit");
  return {
    endToEndId: identifier(text(only(one, "PmtId"), "EndToEndId"), "EndToEndId"),
    amount: { amount: Number(amount.replace(".", "")), currency: "EUR" },
    debit,
  };
}
