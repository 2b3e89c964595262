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
const moves = async () => (await sandbox.ledger("01890a5d-ac96-774b-bcce-b30211111111")).map(({ kind }) => kind);

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
  expect(await moves()).toEqual(["debit"]);
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
