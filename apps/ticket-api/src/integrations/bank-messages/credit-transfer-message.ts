import type { Money } from "@guichet/contract/values.ts";
import sepa from "sepa";
import { bankId, inLatin } from "../debit-message.ts";

const format = "pain.001.001.09";
/** The remittance text of a SEPA credit transfer has at most this many characters (EPC125-05). */
const remittanceMax = 140;

/** A SEPA credit transfer from the operator to a customer. */
export interface CreditTransfer {
  /** Our id of the transfer; the bank and the recipient see it without hyphens. */
  reference: string;
  orderId: string;
  amount: Money;
  recipient: { name: string; iban: string };
  /** The text on the recipient's statement. */
  remittance: string;
}

/** Credit transfers of one day from one account. */
export interface CreditTransferFile {
  id: string;
  createdAt: string;
  executeOn: string;
  payer: { name: string; iban: string; bic?: string | undefined };
  transfers: readonly CreditTransfer[];
}

/**
 * Writes a file of SEPA credit transfers (pain.001.001.09, EPC132-08). The same file gives the same bytes. Throws a `RangeError` for no
 * transfers, two with one reference, and amounts that are not positive amounts in euro.
 */
export function creditTransferMessage(file: CreditTransferFile): string {
  checkTransfers(file.transfers);
  const document = new sepa.Document(format);
  document.grpHdr.id = bankId(file.id);
  document.grpHdr.created = new Date(file.createdAt);
  document.grpHdr.initiatorName = inLatin(file.payer.name);
  const block = document.createPaymentInfo();
  // The library writes days in the machine's time zone: noon is the same day everywhere.
  block.requestedExecutionDate = new Date(`${file.executeOn}T12:00:00`);
  block.debtorName = inLatin(file.payer.name);
  block.debtorIBAN = file.payer.iban.replaceAll(" ", "");
  if (file.payer.bic !== undefined) block.debtorBIC = file.payer.bic;
  block.batchBooking = true;
  document.addPaymentInfo(block);
  for (const transfer of file.transfers) {
    const one = block.createTransaction();
    one.end2endId = bankId(transfer.reference);
    one.creditorName = inLatin(transfer.recipient.name);
    one.creditorIBAN = transfer.recipient.iban.replaceAll(" ", "");
    one.amount = transfer.amount.amount / 100;
    one.currency = transfer.amount.currency;
    one.remittanceInfo = inLatin(transfer.remittance, remittanceMax);
    block.addTransaction(one);
    // The library prefixes the file's id, which exceeds the bank's maximum length.
    one.id = bankId(transfer.orderId);
  }
  return document.toString();
}

function checkTransfers(transfers: readonly CreditTransfer[]): void {
  if (transfers.length === 0) throw new RangeError("A file needs at least one transfer");
  if (new Set(transfers.map(({ reference }) => reference)).size < transfers.length)
    throw new RangeError("Two transfers have the same reference");
  for (const { reference, amount } of transfers)
    if (amount.currency !== "EUR" || !Number.isSafeInteger(amount.amount) || amount.amount <= 0)
      throw new RangeError(
        `Transfer ${reference}: ${amount.amount} ${amount.currency} is not a positive amount in euro`,
      );
}
