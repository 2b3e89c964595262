import { DOMParser, type Element, type Node } from "@xmldom/xmldom";

const namespace = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08";

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
  debtor: { name: string; iban: string };
  amount: { amount: number; currency: string };
}

export interface DebitFile {
  messageId: string;
  debits: SubmittedDebit[];
}

class Fault extends Error {}

/**
 * Parses a file of direct debits (pain.008.001.08) field by field: fields required by the Core scheme must exist, and counts
 * and sums must match. Returns a description of the fault for a file that a bank would refuse.
 */
export function readDebitFile(xml: string): DebitFile | { fault: string } {
  try {
    return read(xml);
  } catch (cause) {
    return { fault: cause instanceof Fault ? cause.message : "not well-formed XML" };
  }
}

function read(xml: string): DebitFile {
  const stop = (message: string) => {
    throw new Fault(message);
  };
  const document = new DOMParser({ onError: (level, message) => void (level === "warning" || stop(message)) });
  const root = document.parseFromString(xml, "text/xml").documentElement;
  if (root?.localName !== "Document" || root.namespaceURI !== namespace)
    throw new Fault(`not a Document of ${namespace}`);
  const initiation = only(root, "CstmrDrctDbtInitn");
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
  iban(text(only(only(block, "CdtrAcct"), "Id"), "IBAN"), "creditor");
  const scheme = only(only(only(only(block, "CdtrSchmeId"), "Id"), "PrvtId"), "Othr");
  const creditorId = text(scheme, "Id");
  const debits = children(block, "DrctDbtTxInf").map((one) => readDebit(one, { sequence, collectOn, creditorId }));
  checkCount(block, debits, "PmtInf");
  return debits;
}

function readDebit(one: Element, block: Pick<SubmittedDebit, "sequence" | "collectOn" | "creditorId">): SubmittedDebit {
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

function must(holds: boolean, fault: string): void {
  if (!holds) throw new Fault(fault);
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
const children = (of: Element, name: string): Element[] =>
  [...of.childNodes].filter(isElement).filter(({ localName }) => localName === name);

function only(of: Element, name: string): Element {
  const [first, second] = children(of, name);
  if (first === undefined || second !== undefined) throw new Fault(`${of.localName} needs one ${name}`);
  return first;
}

const text = (of: Element, name: string): string => only(of, name).textContent ?? "";

function limited(value: string, most: number, name: string): string {
  must(value.length > 0 && value.length <= most, `${name} is empty or too long`);
  return value;
}

/** An identifier of at most 35 characters of the SEPA character set, without a slash at either end. */
function identifier(value: string, name: string): string {
  must(/^(?!\/)[A-Za-z0-9+?/:().,' -]{1,35}(?<!\/)$/.test(value), `${name} is not an identifier`);
  return value;
}

function day(value: string, name: string): string {
  must(/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)), `${name} is not a day`);
  return value;
}

/** IBAN with valid check digits (ISO 7064 modulo 97-10). */
function iban(value: string, party: string): string {
  const turned = `${value.slice(4)}${value.slice(0, 4)}`;
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  must(
    /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value) && BigInt(digits) % 97n === 1n,
    `the IBAN of the ${party} is invalid`,
  );
  return value;
}
