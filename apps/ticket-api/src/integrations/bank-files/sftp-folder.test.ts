import { mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SftpServer } from "@guichet/contract/integrations/bank-channel.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountReportXml } from "../../testing/providers/bank-samples.ts";
import { credit, debit, fileOf, openBankWorld } from "../../testing/providers/bank-world.ts";
import { openSftpServer, type TestSftpServer } from "../../testing/providers/sftp-server.ts";
import { BankUnreachable } from "../bank-unreachable.ts";
import { bankId } from "../debit-message.ts";
import { filesToHandOver } from "./file-store.ts";
import { sftpBankFolder } from "./sftp-folder.ts";

const { bankOf, db, stateOf } = openBankWorld();
let folder: string;
let sftp: TestSftpServer;
const bank = (more: Partial<SftpServer> = {}) => bankOf({ kind: "sftp", server: { ...sftp.server, ...more } });
const outgoing = () => readdir(path.join(folder, "outgoing"));
const incoming = (name: string, content: string) => writeFile(path.join(folder, "incoming", name), content);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-sftp-"));
  for (const name of ["outgoing", "incoming"]) await mkdir(path.join(folder, name));
  sftp = await openSftpServer(folder);
});
afterEach(async () => {
  await sftp.close();
  await rm(folder, { recursive: true, force: true });
});

// covers: files are exchanged with the bank by SFTP
test("by SFTP a file appears at the bank once and whole, although the process ended before that was stored", async () => {
  const file = fileOf(debit(150));
  await bank().submit(file);
  const name = `pain008-${bankId(file.id)}.xml`;
  expect(await outgoing()).toEqual([name]);
  expect(await readFile(path.join(folder, "outgoing", name), "utf8")).toContain(bankId(file.id));
  await unlink(path.join(folder, "outgoing", name));
  await sql`update bank_file set handed_over_at = null`.execute(db());
  await bank().submit(file);
  await bank().listSince(undefined);
  expect(await outgoing()).toEqual([]);
  expect(await filesToHandOver(db(), 10)).toEqual([]);
});

// covers: files are exchanged with the bank by SFTP
test("by SFTP the bank's files are imported and moved; a refused one is set aside with the reason", async () => {
  const one = debit(150);
  await bank().submit(fileOf(one));
  await incoming("1.xml", accountReportXml({ entries: [credit(one)] }));
  await incoming("2.xml", "<broken");
  await incoming("3.xml.part", "not finished");
  await bank().listSince(undefined);
  expect((await stateOf(one))[0]).toBe("booked");
  const left = await readdir(path.join(folder, "incoming"), { recursive: true });
  expect(left.toSorted()).toEqual([
    "3.xml.part",
    "imported",
    "imported/1.xml",
    "refused",
    "refused/2.xml",
    "refused/2.xml.txt",
  ]);
  // A second exchange finds nothing new, and the folders exist already.
  await incoming("4.xml", accountReportXml({ id: "R4", entries: [] }));
  await bank().listSince(undefined);
  expect(await readdir(path.join(folder, "incoming", "imported"))).toContain("4.xml");
});

test("our private key opens the connection, with its passphrase or without; another key does not", async () => {
  const keyFile = path.join(folder, "key");
  await writeFile(keyFile, sftp.privateKey, { mode: 0o600 });
  const one = debit(150);
  await bank({ credentials: { keyFile, passphrase: undefined } }).submit(fileOf(one));
  expect(await outgoing()).toHaveLength(1);
  const stranger = await openSftpServer(folder);
  await writeFile(keyFile, stranger.privateKey);
  await stranger.close();
  const refused = bank({ credentials: { keyFile, passphrase: undefined } }).submit(fileOf(debit(200)));
  await expect(refused).rejects.toThrow(BankUnreachable);
});

// covers: files are exchanged with the bank by SFTP
test.each([
  ["a server with another key", { hostKey: `SHA256:${"A".repeat(43)}` }],
  ["a wrong password", { credentials: { password: "wrong" } }],
  ["a folder that the bank does not have", { outgoing: "elsewhere" }],
])("%s is an outage of the bank: no file is sent, and it is handed over later", async (_, wrong) => {
  const one = debit(150);
  await expect(bank(wrong).submit(fileOf(one))).rejects.toThrow(BankUnreachable);
  expect(await outgoing()).toEqual([]);
  await bank().listSince(undefined);
  expect(await outgoing()).toHaveLength(1);
});

test("a bank that is away is an outage; two processes that come back at once hand the file over once", async () => {
  const comesBack = sftp.goAway();
  await expect(bank().submit(fileOf(debit(150)))).rejects.toThrow(BankUnreachable);
  comesBack();
  await Promise.all([bank().listSince(undefined), bank().listSince(undefined)]);
  expect((await outgoing()).filter((name) => name.endsWith(".xml"))).toHaveLength(1);
  expect(await filesToHandOver(db(), 10)).toEqual([]);
});

test("a file of more bytes than allowed is not downloaded", async () => {
  await incoming("large.xml", "0123456789");
  const content = await sftpBankFolder(sftp.server)(({ incoming: at }) => at.read("large.xml", 9));
  expect(content).toBeUndefined();
});
