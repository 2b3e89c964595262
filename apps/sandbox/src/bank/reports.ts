import type { BankDebit } from "@guichet/contract/integrations/sandbox-bank.ts";

/** A message from the bank: its format (`camt.054.001.08`), id and content. */
export interface BankReport {
  format: string;
  id: string;
  xml: string;
}

/**
 * Writes what changed in the bank's book since the merchant was last told, in the versions that banks use: a pain.002 for each file with
 * rejected debits, a camt.054 for each account with entries. `id` identifies them: the same changes give the same bytes.
 */
export function reportsOf(debits: readonly BankDebit[], { id, at }: { id: string; at: string }): BankReport[] {
  const rejected = grouped(
    debits.filter(({ state }) => state === "rejected"),
    ({ messageId }) => messageId,
  );
  const moved = grouped(
    debits.filter(({ state }) => state === "booked" || state === "returned"),
    ({ creditorIban }) => creditorIban,
  );
  return [
    ...rejected.map(([file, of], index) => statusReport(file, of, { id: `${id}S${index + 1}`, at })),
    ...moved.map(([account, of], index) => notification(account, of, { id: `${id}N${index + 1}`, at })),
  ];
}

/** Refuses a whole file: pain.002 without its transactions. */
export const refusalOf = (
  { messageId, format, reason }: { messageId: string; format: string; reason: string },
  { id, at }: { id: string; at: string },
): BankReport =>
  message("pain.002.001.03", "CstmrPmtStsRpt", id, [
    header(id, at),
    element("OrgnlGrpInfAndSts", [
      element("OrgnlMsgId", messageId),
      element("OrgnlMsgNmId", format),
      element("GrpSts", "RJCT"),
      element("StsRsnInf", element("Rsn", element("Cd", reason))),
    ]),
  ]);

function statusReport(file: string, debits: readonly BankDebit[], { id, at }: { id: string; at: string }): BankReport {
  const blocks = grouped(debits, ({ block }) => block);
  return message("pain.002.001.03", "CstmrPmtStsRpt", id, [
    header(id, at),
    element("OrgnlGrpInfAndSts", [element("OrgnlMsgId", file), element("OrgnlMsgNmId", "pain.008.001.08")]),
    ...blocks.map(([block, of]) =>
      element("OrgnlPmtInfAndSts", [element("OrgnlPmtInfId", block), ...of.map(rejectedTransaction)]),
    ),
  ]);
}

const rejectedTransaction = ({ endToEndId, reason, amount }: BankDebit): string =>
  element("TxInfAndSts", [
    element("OrgnlEndToEndId", endToEndId),
    element("TxSts", "RJCT"),
    element("StsRsnInf", element("Rsn", element("Cd", reason ?? "MS03"))),
    element("OrgnlTxRef", element("Amt", money("InstdAmt", amount))),
  ]);

function notification(account: string, debits: readonly BankDebit[], { id, at }: { id: string; at: string }) {
  return message("camt.054.001.08", "BkToCstmrDbtCdtNtfctn", id, [
    header(id, at),
    element("Ntfctn", [
      element("Id", `${id}-1`),
      element("CreDtTm", at),
      element("Acct", [element("Id", element("IBAN", account)), element("Ccy", "EUR")]),
      ...debits.flatMap(entriesOf),
    ]),
  ]);
}

/** The entries of a debit: its amount, or its return; after a refund by transfer only that. */
function entriesOf(debit: BankDebit): string[] {
  const { endToEndId, mandateId, amount, changedAt } = debit;
  const of = { endToEndId, mandateId, on: changedAt.slice(0, 10) };
  if (debit.state === "returned") return [entry({ ...of, amount, direction: "DBIT", reason: debit.reason })];
  if (debit.transfers.length === 0) return [entry({ ...of, amount, direction: "CRDT" })];
  return debit.transfers.map(({ key, amount: sent, at }) =>
    entry({ endToEndId: key, amount: sent, direction: "DBIT", on: at.slice(0, 10), family: ["ICDT", "ESCT"] }),
  );
}

interface Entry {
  endToEndId: string;
  mandateId?: string;
  amount: BankDebit["amount"];
  direction: "CRDT" | "DBIT";
  reason?: string | undefined;
  on: string;
  family?: readonly [string, string];
}

function entry({ endToEndId, mandateId, amount, direction, reason, on, family = ["IDDT", "ESDD"] }: Entry): string {
  const reasonInfo = reason === undefined ? "" : element("RtrInf", element("Rsn", element("Cd", reason)));
  const mandate = mandateId === undefined ? "" : element("MndtId", mandateId);
  return element("Ntry", [
    money("Amt", amount),
    element("CdtDbtInd", direction),
    element("Sts", element("Cd", "BOOK")),
    element("BookgDt", element("Dt", on)),
    element(
      "BkTxCd",
      element("Domn", [
        element("Cd", "PMNT"),
        element("Fmly", [element("Cd", family[0]), element("SubFmlyCd", family[1])]),
      ]),
    ),
    element(
      "NtryDtls",
      element("TxDtls", [
        element("Refs", [element("EndToEndId", endToEndId), mandate]),
        money("Amt", amount),
        element("CdtDbtInd", direction),
        reasonInfo,
      ]),
    ),
  ]);
}

const message = (format: string, name: string, id: string, content: readonly string[]): BankReport => ({
  format,
  id,
  xml: `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}">${element(name, content)}</Document>\n`,
});
const header = (id: string, at: string): string => element("GrpHdr", [element("MsgId", id), element("CreDtTm", at)]);
const element = (name: string, content: string | readonly string[]): string =>
  `<${name}>${typeof content === "string" && !content.startsWith("<") ? escaped(content) : [content].flat().join("")}</${name}>`;
const money = (name: string, { amount, currency }: BankDebit["amount"]): string =>
  `<${name} Ccy="${currency}">${(amount / 100).toFixed(2)}</${name}>`;
const escaped = (value: string): string => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Debits by a field, in their order; those from before it was recorded are left out. */
function grouped(
  debits: readonly BankDebit[],
  by: (debit: BankDebit) => string | undefined,
): [string, readonly BankDebit[]][] {
  const groups = new Map<string, BankDebit[]>();
  for (const debit of debits) {
    const key = by(debit);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), debit]);
  }
  return [...groups];
}
