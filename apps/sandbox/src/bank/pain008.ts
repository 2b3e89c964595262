import type { Element } from "@xmldom/xmldom";
import { children, day, Fault, iban, identifier, limited, must, only, readMessage, text } from "./xml-fields.ts";

const sequences = ["OOFF", "FRST", "RCUR", "FNAL"] as const;
type Sequence = (typeof sequences)[number];

/** One debit of a merchant's file. */
export interface SubmittedDebit {
  endToEndId: string;
  instructionId: string;
  mandateId: string;
  signedOn: string;
  sequence: Sequence;
  collectOn: string;
  creditorId: string;
  /** The account that is credited. */
  creditorIban: string;
  /** The block of the file (`PmtInfId`). */
  block: string;
  debtor: { name: string; iban: string };
  amount: { amount: number; currency: string };
}

export interface DebitFile {
  messageId: string;
  debits: SubmittedDebit[];
}

/**
 * Parses a file of direct debits (pain.008.001.08) field by field: fields required by the Core scheme must exist, and counts
 * and sums must match. Returns a description of the fault for a file that a bank would refuse.
 */
export const readDebitFile = (xml: string): DebitFile | { fault: string } =>
  readMessage(xml, "pain.008.001.08", "CstmrDrctDbtInitn", read);

function read(initiation: Element): DebitFile {
  const header = only(initiation, "GrpHdr");
  const messageId = identifier(text(header, "MsgId"), "MsgId");
  const debits = children(initiation, "PmtInf").flatMap(readBlock);
  if (debits.length === 0) throw new Fault("no debits");
  checkCount(header, debits, "GrpHdr");
  if (new Set(debits.map(({ endToEndId }) => endToEndId)).size < debits.length)
    throw new Fault("EndToEndId used twice");
  return { messageId, debits };
}

function readBlock(block: Element): SubmittedDebit[] {
  must(text(block, "PmtMtd") === "DD", "PmtMtd is not DD");
  const kind = only(block, "PmtTpInf");
  must(text(only(kind, "SvcLvl"), "Cd") === "SEPA", "SvcLvl is not SEPA");
  must(text(only(kind, "LclInstrm"), "Cd") === "CORE", "LclInstrm is not CORE");
  const said = text(kind, "SeqTp");
  const sequence = sequences.find((known) => known === said);
  if (sequence === undefined) throw new Fault(`SeqTp ${said} is unknown`);
  const collectOn = day(text(block, "ReqdColltnDt"), "ReqdColltnDt");
  const creditorIban = iban(text(only(only(block, "CdtrAcct"), "Id"), "IBAN"), "creditor");
  const of = { block: identifier(text(block, "PmtInfId"), "PmtInfId"), creditorIban };
  const scheme = only(only(only(only(block, "CdtrSchmeId"), "Id"), "PrvtId"), "Othr");
  const creditorId = text(scheme, "Id");
  const debits = children(block, "DrctDbtTxInf").map((one) =>
    readDebit(one, { ...of, sequence, collectOn, creditorId }),
  );
  checkCount(block, debits, "PmtInf");
  return debits;
}

type OfBlock = Pick<SubmittedDebit, "block" | "sequence" | "collectOn" | "creditorId" | "creditorIban">;

function readDebit(one: Element, block: OfBlock): SubmittedDebit {
  const names = only(one, "PmtId");
  const paid = only(one, "InstdAmt");
  const mandate = only(only(one, "DrctDbtTx"), "MndtRltdInf");
  const amount = paid.textContent ?? "";
  must(/^\d{1,11}\.\d{2}$/.test(amount) && amount !== "0.00", `InstdAmt ${amount} is not an amount`);
  must(paid.getAttribute("Ccy") === "EUR", "InstdAmt is not in EUR");
  return {
    ...block,
    instructionId: identifier(text(names, "InstrId"), "InstrId"),
    endToEndId: identifier(text(names, "EndToEndId"), "EndToEndId"),
    mandateId: identifier(text(mandate, "MndtId"), "MndtId"),
    signedOn: day(text(mandate, "DtOfSgntr"), "DtOfSgntr"),
    debtor: {
      name: limited(text(only(one, "Dbtr"), "Nm"), 70, "Dbtr"),
      iban: iban(text(only(only(one, "DbtrAcct"), "Id"), "IBAN"), "debtor"),
    },
    amount: { amount: Number(amount.replace(".", "")), currency: "EUR" },
  };
}

function checkCount(holder: Element, debits: readonly SubmittedDebit[], name: string): void {
  const sum = debits.reduce((total, { amount }) => total + amount.amount, 0);
  must(Number(text(holder, "NbOfTxs")) === debits.length, `${name}: NbOfTxs does not hold`);
  must(Math.round(Number(text(holder, "CtrlSum")) * 100) === sum, `${name}: CtrlSum does not hold`);
}
