import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { debitFileXml } from "../testing/debit-file.ts";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

let sandbox: OpenSandbox;
let folder: string;
let now = 0;
beforeEach(async () => {
  now = Date.parse("2026-11-20T10:00:00Z");
  folder = await mkdtemp(join(tmpdir(), "guichet-bank-"));
  await mkdir(join(folder, "outgoing"));
  sandbox = await openSandbox({ clock: { now: () => new Date(now) }, bankFilesFolder: folder });
});
afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const handIn = (name: string, xml: string) => writeFile(join(folder, "outgoing", name), xml);
const exchange = () => sandbox.call("POST", "/clock", { offsetMs: 0 });
const answers = async () => {
  const names = (await readdir(join(folder, "incoming")).catch(() => [])).toSorted();
  return Promise.all(names.map((name) => readFile(join(folder, "incoming", name), "utf8")));
};
const moves = async () =>
  (await sandbox.ledger("01890a5d-ac96-774b-bcce-b30211111111")).map(({ kind, amount }) => `${kind} ${amount.amount}`);
const statesOf = async (): Promise<unknown[]> => {
  const { items } = (await (await sandbox.call("GET", "/bank/files")).json()) as { items: { debits: unknown[] }[] };
  return items.flatMap(({ debits }) => debits);
};

test("a file is taken once and answered on the day of its debit, also after a restart; what is not a whole file stays", async () => {
  await handIn("pain008-FILE1.xml", debitFileXml());
  await handIn("pain008-FILE2.xml.part", "<");
  await exchange();
  expect(await readdir(join(folder, "outgoing"))).toEqual(["pain008-FILE2.xml.part"]);
  expect(await answers()).toEqual([]);
  await sandbox.restart();
  now = Date.parse("2026-11-27T06:00:00Z");
  await exchange();
  await handIn("pain008-FILE1.xml", debitFileXml());
  await exchange();
  await sandbox.restart();
  await exchange();
  const [entry, ...more] = await answers();
  expect(more).toEqual([]);
  expect(entry).toContain("<EndToEndId>DEBIT1</EndToEndId>");
  expect(entry).toContain('<Amt Ccy="EUR">42.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>');
  expect(await moves()).toEqual(["debit 4200"]);
});

test("a closed account is rejected by a pain.002, a debit without funds returned by a camt.054", async () => {
  await handIn("1.xml", debitFileXml({ iban: testIbans.closed }));
  await handIn("2.xml", debitFileXml({ messageId: "FILE2", endToEndId: "DEBIT2", iban: testIbans["no-money"] }));
  await exchange();
  now = Date.parse("2026-11-29T06:00:00Z");
  await exchange();
  const [status, returned] = await answers();
  expect(status).toContain("pain.002.001.03");
  expect(status).toContain("<OrgnlEndToEndId>DEBIT1</OrgnlEndToEndId><TxSts>RJCT</TxSts>");
  expect(status).toContain("<Cd>AC04</Cd>");
  expect(returned).toContain("<CdtDbtInd>DBIT</CdtDbtInd>");
  expect(returned).toContain("<RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>");
});

test.each([
  [testIbans.closed, "2026-11-20T10:00:00Z", "rejected", "AC04", []],
  [testIbans["no-money"], "2026-11-29T06:00:00Z", "returned", "AM04", ["debit 4200", "refund 4200"]],
  [testIbans["claimed-back"], "2026-12-18T06:00:00Z", "returned", "MD01", ["debit 4200", "refund 4200"]],
] as const)("%s: on %s it is %s for %s", async (iban, at, state, reason, moved) => {
  await handIn("1.xml", debitFileXml({ iban }));
  await exchange();
  now = Date.parse(at);
  await exchange();
  expect(await statesOf()).toMatchObject([{ state, reason }]);
  expect(await moves()).toEqual(moved);
});

test("a file that is handed in before the clock moves past its day is taken at its time", async () => {
  await handIn("1.xml", debitFileXml());
  await sandbox.call("POST", "/clock", { offsetMs: 30 * 86_400_000 });
  expect(await statesOf()).toMatchObject([{ state: "booked" }]);
});

test("a changed file with the same id, and a file that repeats a debit, are refused whole for AM05", async () => {
  await handIn("1.xml", debitFileXml());
  await handIn("2.xml", debitFileXml({ iban: testIbans.closed }));
  await handIn("3.xml", debitFileXml({ messageId: "FILE2" }));
  await exchange();
  const refusals = await answers();
  expect(refusals.map((xml) => /<OrgnlMsgId>(\w+)</.exec(xml)?.[1])).toEqual(["FILE1", "FILE2"]);
  for (const refusal of refusals) expect(refusal).toContain("<Rsn><Cd>AM05</Cd></Rsn>");
  expect(await statesOf()).toMatchObject([{ endToEndId: "DEBIT1", state: "waits" }]);
});

/** A file of one transfer that refunds a debit. */
const transferXml = (endToEndId: string, amount: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>${endToEndId}</MsgId></GrpHdr>
<PmtInf><CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>
<RmtInf><Ustrd>Us ${debitId}</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
const debitId = "01890a5dac96774bbcceb30222222222";

test("a collected debit is refunded by transfer, once per reference and never above its amount", async () => {
  const transfer = async (endToEndId: string, amount: string) => {
    await handIn(`${endToEndId}.xml`, transferXml(endToEndId, amount));
    await exchange();
    return (await answers()).filter((xml) => xml.includes(`<OrgnlMsgId>${endToEndId}</OrgnlMsgId>`)).length;
  };
  await handIn("1.xml", debitFileXml({ endToEndId: debitId }));
  expect(await transfer("EARLY", "1.00")).toBe(1);
  now = Date.parse("2026-11-27T06:00:00Z");
  expect([await transfer("A", "40.00"), await transfer("A", "40.00")]).toEqual([0, 0]);
  expect(await transfer("B", "2.01")).toBe(1);
  expect(await transfer("C", "2.00")).toBe(0);
  expect(await moves()).toEqual(["debit 4200", "refund 4000", "refund 200"]);
});

test.each([
  ["is not a message", "<a>", "UNKNOWN", "FF01"],
  ["is for a past day", debitFileXml({ on: "2026-11-19" }), "FILE1", "FF01"],
])("a file that %s is refused whole by a pain.002", async (_, xml, messageId, reason) => {
  await handIn("1.xml", xml);
  await exchange();
  const [refusal] = await answers();
  expect(refusal).toContain(`<OrgnlMsgId>${messageId}</OrgnlMsgId>`);
  expect(refusal).toContain(`<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`);
  expect(await readdir(join(folder, "outgoing"))).toEqual([]);
});

test("a tester's answer to a file is listed with it, and written once", async () => {
  await handIn("1.xml", debitFileXml());
  const listed = async () =>
    (await (await sandbox.call("GET", "/bank/files")).json()) as { items: { debits: unknown[] }[] };
  expect(await listed()).toMatchObject({ items: [{ messageId: "FILE1", debits: [{ state: "waits" }] }] });
  const answer = () => sandbox.call("POST", "/bank/answer", { file: "FILE1", reason: "MD07" });
  const answered = await answer();
  expect(await answered.json()).toMatchObject({ messages: [{ format: "pain.002.001.03" }] });
  expect((await answer()).status).toBe(409);
  expect((await sandbox.call("POST", "/bank/answer", { file: "OTHER", reason: "MD07" })).status).toBe(404);
  expect(await listed()).toMatchObject({ items: [{ debits: [{ state: "rejected", reason: "MD07" }] }] });
  await exchange();
  expect(await answers()).toEqual([expect.stringContaining("<Cd>MD07</Cd>")]);
});
