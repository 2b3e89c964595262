import sepa from "sepa";
import { type Debit, type DebitFile, type DebitSequence, debitSequences } from "./direct-debit.ts";

const format = "pain.008.001.08";
const nameMax = 70;

/** Our ids in the form that banks accept: at most 35 characters. */
export const bankId = (id: string): string => id.replaceAll("-", "");
export const ownId = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Writes a debit file as ISO 20022 (pain.008.001.08, SEPA Core). The same file gives the same bytes. */
export function debitMessage(file: DebitFile): string {
  const document = new sepa.Document(format);
  document.grpHdr.id = bankId(file.id);
  document.grpHdr.created = new Date(file.createdAt);
  document.grpHdr.initiatorName = inLatin(file.creditor.name);
  for (const block of blocksOf(file)) addBlock(document, file, block);
  return document.toString();
}

interface DebitBlock {
  /** The `PmtInfId`. */
  id: string;
  sequence: DebitSequence;
  debits: Debit[];
}

/** The blocks (`PmtInf`) of a file: one for each sequence type in it. */
export function blocksOf(file: Pick<DebitFile, "id" | "debits">): DebitBlock[] {
  return debitSequences
    .map((sequence) => ({ sequence, debits: file.debits.filter((debit) => debit.sequence === sequence) }))
    .filter(({ debits }) => debits.length > 0)
    .map((block, index) => ({ ...block, id: `${bankId(file.id)}.${index}` }));
}

function addBlock(
  document: InstanceType<typeof sepa.Document>,
  file: DebitFile,
  { id, sequence, debits }: DebitBlock,
): void {
  const { creditor, collectOn } = file;
  const block = document.createPaymentInfo();
  block.collectionDate = noon(collectOn);
  block.creditorIBAN = creditor.iban.replaceAll(" ", "");
  if (creditor.bic !== undefined) block.creditorBIC = creditor.bic;
  block.creditorName = inLatin(creditor.name);
  block.creditorId = creditor.id;
  block.localInstrumentation = "CORE";
  block.sequenceType = sequence;
  block.batchBooking = true;
  document.addPaymentInfo(block);
  block.id = id;
  for (const debit of debits) {
    const one = block.createTransaction();
    one.end2endId = bankId(debit.reference);
    one.debtorName = inLatin(debit.debtor.name);
    one.debtorIBAN = debit.debtor.iban;
    one.mandateId = debit.mandate.reference;
    one.mandateSignatureDate = noon(debit.mandate.signedOn);
    one.amount = debit.amount.amount / 100;
    one.currency = debit.amount.currency;
    one.remittanceInfo = inLatin(`${creditor.name} ${debit.orderNumber}`);
    block.addTransaction(one);
    // The library prefixes the file's id, which exceeds the bank's maximum length.
    one.id = bankId(debit.orderId);
  }
}

/** The library writes days in the machine's time zone: noon is the same day everywhere. */
const noon = (day: string): Date => new Date(`${day}T12:00:00`);

/** Converts a text to the SEPA character set: accents are dropped, any other character becomes a full stop; at most `max` characters. */
export function inLatin(text: string, max: number = nameMax): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "");
  const spelled = plain.replaceAll("œ", "oe").replaceAll("Œ", "OE").replaceAll("æ", "ae").replaceAll("ß", "ss");
  return spelled.replace(/[^A-Za-z0-9/?:().,'+ -]/g, ".").slice(0, max);
}
