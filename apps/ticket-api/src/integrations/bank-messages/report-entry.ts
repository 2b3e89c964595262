import type { Money } from "@guichet/contract/values.ts";
import type { Element } from "@xmldom/xmldom";
import { MessageFault } from "./message-document.ts";
import {
  amountOf,
  childrenOf,
  codeOf,
  onlyChild,
  optionalAt,
  optionalChild,
  optionalDay,
  optionalText,
  textAt,
  textLength,
} from "./message-fields.ts";
import { creditorIdOf, type MessageReason, reasonOf } from "./reasons.ts";

export const directions = ["CRDT", "DBIT"] as const;
/** CRDT: money to the account; DBIT: money from it. */
export type Direction = (typeof directions)[number];

/** One transaction of an entry. */
export interface EntryDetail {
  endToEndId: string | undefined;
  instructionId: string | undefined;
  paymentInformationId: string | undefined;
  mandateId: string | undefined;
  bankReference: string | undefined;
  creditorId: string | undefined;
  direction: Direction;
  /** The amount on the account, if the bank states it or the entry has no other transaction. */
  amount: Money | undefined;
  /** The amount of our instruction, without the charges of a return. */
  instructed: Money | undefined;
  charges: Money[];
  /** Present: the transaction was returned. */
  returned: MessageReason | undefined;
  remittance: string[];
}

/** An entry of a statement or notification: one movement of the account, possibly of many transactions. */
export interface ReportEntry {
  reference: string | undefined;
  bankReference: string | undefined;
  amount: Money;
  direction: Direction;
  /** The bank reverses one of its own entries. */
  isReversal: boolean;
  /** Only a booked entry (`BOOK`) has moved money. */
  status: "BOOK" | "PDNG" | "INFO" | "FUTR";
  bookedOn: string | undefined;
  valueOn: string | undefined;
  /** Domain, family and subfamily, as `PMNT/RDDT/PMDD`, or the bank's own code. */
  transactionCode: string;
  batch:
    | { messageId: string | undefined; paymentInformationId: string | undefined; transactions: number | undefined }
    | undefined;
  charges: Money[];
  details: EntryDetail[];
  /** Minor units of the entry that its transactions and charges do not explain; undefined: the bank states no amounts per transaction. */
  unexplained: number | undefined;
}

/** Reads an `Ntry` of camt.053 or camt.054, versions 02 and 08. */
export function readEntry(entry: Element): ReportEntry {
  const amount = amountOf(onlyChild(entry, "Amt"));
  const direction = directionOf(entry);
  const groups = childrenOf(entry, "NtryDtls");
  const batch = groups.flatMap((group) => childrenOf(group, "Btch"))[0];
  const found = groups.flatMap((group) => childrenOf(group, "TxDtls"));
  const details = found.map((detail) => readDetail(detail, { amount, direction, isSingle: found.length === 1 }));
  const charges = chargesOf(entry);
  const stated = batch && optionalText(batch, "NbOfTxs", 15);
  if (stated !== undefined && details.length > 0 && Number(stated) !== details.length)
    throw new MessageFault(`Btch/NbOfTxs is ${stated}, but the entry has ${details.length} transactions`);
  return {
    reference: optionalText(entry, "NtryRef", textLength.id),
    bankReference: optionalText(entry, "AcctSvcrRef", textLength.id),
    amount,
    direction,
    isReversal: flagOf(entry, "RvslInd"),
    status: statusOf(entry),
    bookedOn: optionalDay(entry, "BookgDt"),
    valueOn: optionalDay(entry, "ValDt"),
    transactionCode: transactionCodeOf(entry),
    batch: batch && {
      messageId: optionalText(batch, "MsgId", textLength.id),
      paymentInformationId: optionalText(batch, "PmtInfId", textLength.id),
      transactions: stated === undefined ? undefined : Number(stated),
    },
    charges,
    details,
    unexplained: unexplainedOf({ amount, direction, charges, details }),
  };
}

function readDetail(detail: Element, entry: { amount: Money; direction: Direction; isSingle: boolean }): EntryDetail {
  const refs = optionalChild(detail, "Refs");
  const ref = (name: string) => refs && optionalText(refs, name, textLength.id);
  const stated = optionalChild(detail, "Amt") ?? optionalAt(detail, "AmtDtls/TxAmt/Amt");
  const instructed = optionalAt(detail, "AmtDtls/InstdAmt/Amt");
  const returned = optionalChild(detail, "RtrInf");
  const creditor = optionalAt(detail, "RltdPties/Cdtr");
  return {
    endToEndId: known(ref("EndToEndId")),
    instructionId: known(ref("InstrId")),
    paymentInformationId: ref("PmtInfId"),
    mandateId: ref("MndtId"),
    bankReference: ref("AcctSvcrRef"),
    // From version 08 a party is in `Pty`.
    creditorId: creditorIdOf((creditor && optionalChild(creditor, "Pty")) ?? creditor),
    direction: optionalChild(detail, "CdtDbtInd") === undefined ? entry.direction : directionOf(detail),
    amount: stated ? amountOf(stated) : entry.isSingle ? entry.amount : undefined,
    instructed: instructed && amountOf(instructed),
    charges: chargesOf(detail),
    returned: returned && reasonOf(returned),
    remittance: childrenOf(optionalChild(detail, "RmtInf") ?? detail, "Ustrd").map((line) =>
      (line.textContent ?? "").trim().slice(0, textLength.remittance),
    ),
  };
}

/** Banks write NOTPROVIDED where the payer gave no reference (EPC rulebooks). */
const known = (reference: string | undefined): string | undefined =>
  reference === "NOTPROVIDED" ? undefined : reference;

const directionOf = (of: Element): Direction =>
  codeOf(textAt(of, "CdtDbtInd", textLength.code), directions, "CdtDbtInd");

function flagOf(of: Element, name: string): boolean {
  const text = optionalText(of, name, 5);
  return text !== undefined && ["true", "1"].includes(codeOf(text, ["true", "false", "1", "0"], name));
}

/** `Sts` is a code in version 02 and contains one from version 08 on. */
function statusOf(entry: Element): ReportEntry["status"] {
  const status = onlyChild(entry, "Sts");
  const code =
    optionalChild(status, "Cd") === undefined ? textAt(entry, "Sts", textLength.code) : textAt(status, "Cd", 4);
  return codeOf(code, ["BOOK", "PDNG", "INFO", "FUTR"], "Sts");
}

function transactionCodeOf(entry: Element): string {
  const code = onlyChild(entry, "BkTxCd");
  const domain = optionalChild(code, "Domn");
  if (domain === undefined) return textAt(code, "Prtry/Cd", textLength.proprietary);
  const parts = ["Cd", "Fmly/Cd", "Fmly/SubFmlyCd"].map((path) => textAt(domain, path, textLength.code));
  return parts.join("/");
}

/** Charges: `Chrgs/Amt` in version 02, `Chrgs/Rcrd/Amt` in version 08. Charges credited to the account are negative. */
function chargesOf(of: Element): Money[] {
  const records = childrenOf(of, "Chrgs").flatMap((charges) => {
    const inside = childrenOf(charges, "Rcrd");
    return inside.length > 0 ? inside : [charges];
  });
  return records.flatMap((record) => {
    const amount = optionalChild(record, "Amt");
    if (amount === undefined) return [];
    const { amount: units, currency } = amountOf(amount);
    const isCredit = optionalChild(record, "CdtDbtInd") !== undefined && directionOf(record) === "CRDT";
    return [{ amount: isCredit && units !== 0 ? -units : units, currency }];
  });
}

/** Compares the entry with its transactions: banks state amounts of transactions with or without the charges. */
function unexplainedOf({
  amount,
  direction,
  charges,
  details,
}: Pick<ReportEntry, "amount" | "direction" | "charges" | "details">): number | undefined {
  const signed = (of: Direction, units: number) => (of === "CRDT" ? units : -units);
  const amounts = details.map((detail) => detail.amount);
  if (amounts.length === 0 || amounts.some((each) => each === undefined || each.currency !== amount.currency))
    return undefined;
  const total = details.reduce((sum, detail) => sum + signed(detail.direction, detail.amount?.amount ?? 0), 0);
  const charged = [...charges, ...details.flatMap((detail) => detail.charges)]
    .filter(({ currency }) => currency === amount.currency)
    .reduce((sum, charge) => sum + charge.amount, 0);
  const rest = signed(direction, amount.amount) - total;
  return rest === -charged ? 0 : rest;
}
