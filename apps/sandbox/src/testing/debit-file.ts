import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";

/** A file of one debit, as a merchant writes it. */
export const debitFileXml = ({
  messageId = "FILE1",
  endToEndId = "DEBIT1",
  iban = testIbans.good as string,
  on = "2026-11-27",
} = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-20T10:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>42.00</CtrlSum><InitgPty><Nm>Us</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>1</PmtInfId><PmtMtd>DD</PmtMtd><NbOfTxs>1</NbOfTxs><CtrlSum>42.00</CtrlSum>
<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>OOFF</SeqTp></PmtTpInf><ReqdColltnDt>${on}</ReqdColltnDt>
<Cdtr><Nm>Us</Nm></Cdtr><CdtrAcct><Id><IBAN>FR7630006000010000000000928</IBAN></Id></CdtrAcct>
<CdtrSchmeId><Id><PrvtId><Othr><Id>FR48ZZZ594823</Id></Othr></PrvtId></Id></CdtrSchmeId>
<DrctDbtTxInf><PmtId><InstrId>01890a5dac96774bbcceb30211111111</InstrId><EndToEndId>${endToEndId}</EndToEndId></PmtId><InstdAmt Ccy="EUR">42.00</InstdAmt>
<DrctDbtTx><MndtRltdInf><MndtId>RUM1</MndtId><DtOfSgntr>2026-11-20</DtOfSgntr></MndtRltdInf></DrctDbtTx>
<Dbtr><Nm>Ana Silva</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></DrctDbtTxInf></PmtInf></CstmrDrctDbtInitn></Document>`;
