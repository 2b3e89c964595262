/** Messages of a bank for tests, in the versions that banks use. */

export const bytes = (xml: string): Uint8Array => new TextEncoder().encode(xml);

const message = (format: string, name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"><${name}>${content}</${name}></Document>`;

export const element = (name: string, content: string | undefined): string =>
  content === undefined ? "" : `<${name}>${content}</${name}>`;

export interface StatusSample {
  endToEndId?: string;
  status?: string;
  code?: string;
  amount?: string;
  currency?: string;
  creditorId?: string;
  mandateId?: string;
}

/** A pain.002 about the file `messageId`. */
export function statusReportXml({
  version = "03",
  id = "STATUS-1",
  messageId = "FILE1",
  groupStatus,
  blockStatus,
  transactions = [],
}: {
  version?: "03" | "10";
  id?: string;
  messageId?: string;
  groupStatus?: string;
  blockStatus?: string;
  transactions?: StatusSample[];
}): string {
  const block = transactions.length > 0 || blockStatus !== undefined;
  return message(
    `pain.002.001.${version}`,
    "CstmrPmtStsRpt",
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-27T08:00:00+01:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>${element("GrpSts", groupStatus)}</OrgnlGrpInfAndSts>
    ${block ? `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}.0</OrgnlPmtInfId>${element("PmtInfSts", blockStatus)}${transactions.map(transactionXml).join("")}</OrgnlPmtInfAndSts>` : ""}`,
  );
}

function transactionXml({ endToEndId, status, code, amount, currency = "EUR", creditorId, mandateId }: StatusSample) {
  const original = [
    amount === undefined ? "" : `<Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>`,
    creditorId === undefined
      ? ""
      : `<CdtrSchmeId><Id><PrvtId><Othr><Id>${creditorId}</Id></Othr></PrvtId></Id></CdtrSchmeId>`,
    mandateId === undefined ? "" : `<MndtRltdInf><MndtId>${mandateId}</MndtId></MndtRltdInf>`,
  ].join("");
  return `<TxInfAndSts>${element("OrgnlEndToEndId", endToEndId)}${element("TxSts", status)}${
    code === undefined
      ? ""
      : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>as stated by the bank</AddtlInf></StsRsnInf>`
  }${original === "" ? "" : `<OrgnlTxRef>${original}</OrgnlTxRef>`}</TxInfAndSts>`;
}

export interface DetailSample {
  endToEndId?: string;
  mandateId?: string;
  amount?: string;
  instructed?: string;
  direction?: "CRDT" | "DBIT";
  code?: string;
  charge?: string;
  creditorId?: string;
}
export interface EntrySample {
  amount: string;
  currency?: string;
  direction?: "CRDT" | "DBIT";
  status?: string;
  reversal?: boolean;
  bookedOn?: string;
  batch?: { messageId?: string; transactions?: number };
  charge?: string;
  details?: DetailSample[];
}
type Version = "02" | "08";

/** A camt.053 or camt.054 of the account `iban`. */
export function accountReportXml({
  format = "camt.054",
  version = "08",
  id = "REPORT-1",
  iban = "FR7630006000010000000000928",
  entries = [],
  balances,
}: {
  format?: "camt.053" | "camt.054";
  version?: Version;
  id?: string;
  iban?: string;
  entries?: EntrySample[];
  balances?: { opening: string; closing: string };
}): string {
  const [name, report] = format === "camt.053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace("-", "")}</Amt><CdtDbtInd>${amount.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>`;
  return message(
    `${format}.001.${version}`,
    name,
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-27T20:00:00Z</CreDtTm></GrpHdr>
    <${report}><Id>${id}-1</Id><CreDtTm>2026-11-27T20:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
    ${balances === undefined ? "" : balance("OPBD", balances.opening) + balance("CLBD", balances.closing)}
    ${entries.map((entry) => entryXml(entry, version)).join("")}</${report}>`,
  );
}

function entryXml(entry: EntrySample, version: Version): string {
  const { amount, currency = "EUR", direction = "CRDT", status = "BOOK", bookedOn = "2026-11-27", batch } = entry;
  const details = (entry.details ?? []).map((detail) => detailXml(detail, { currency, direction, version })).join("");
  const batchXml =
    batch === undefined
      ? ""
      : `<Btch>${element("MsgId", batch.messageId)}${element("NbOfTxs", batch.transactions?.toString())}</Btch>`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${element("RvslInd", entry.reversal ? "true" : undefined)}
    <Sts>${version === "02" ? status : element("Cd", status)}</Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>${chargeXml(entry.charge, currency, version)}
    ${batchXml + details === "" ? "" : element("NtryDtls", batchXml + details)}</Ntry>`;
}

function detailXml(
  detail: DetailSample,
  { currency, direction, version }: { currency: string; direction: "CRDT" | "DBIT"; version: Version },
): string {
  const of = (name: string, amount: string | undefined) =>
    amount === undefined ? "" : `<${name}><Amt Ccy="${currency}">${amount}</Amt></${name}>`;
  const refs = element("EndToEndId", detail.endToEndId) + element("MndtId", detail.mandateId);
  const isNew = version === "08";
  const creditor = `<Id><PrvtId><Othr><Id>${detail.creditorId}</Id></Othr></PrvtId></Id>`;
  return element(
    "TxDtls",
    [
      refs === "" ? "" : element("Refs", refs),
      isNew && detail.amount !== undefined ? `<Amt Ccy="${currency}">${detail.amount}</Amt>` : "",
      isNew ? element("CdtDbtInd", detail.direction ?? direction) : "",
      element("AmtDtls", of("InstdAmt", detail.instructed) + (isNew ? "" : of("TxAmt", detail.amount))),
      chargeXml(detail.charge, currency, version),
      detail.creditorId === undefined
        ? ""
        : element("RltdPties", element("Cdtr", isNew ? element("Pty", creditor) : creditor)),
      detail.code === undefined ? "" : `<RtrInf><Rsn><Cd>${detail.code}</Cd></Rsn></RtrInf>`,
    ].join(""),
  );
}

function chargeXml(charge: string | undefined, currency: string, version: Version): string {
  if (charge === undefined) return "";
  const record = `<Amt Ccy="${currency}">${charge}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`;
  return element("Chrgs", version === "02" ? record : element("Rcrd", record));
}
