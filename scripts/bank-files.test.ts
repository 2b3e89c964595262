import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { daysMs } from "../apps/ticket-api/src/clock.ts";
import { configuredBank } from "../apps/ticket-api/src/payments/configured-bank.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { accountReportXml } from "../apps/ticket-api/src/testing/providers/bank-samples.ts";
import { openSftpServer } from "../apps/ticket-api/src/testing/providers/sftp-server.ts";
import { debitNetwork, orderByDebit } from "../apps/ticket-api/src/testing/test-debits.ts";
import { testArticle, testPack } from "../apps/ticket-api/src/testing/test-pack.ts";
import { testPerson } from "../apps/ticket-api/src/testing/test-people.ts";
import { openTestShop, type Shop } from "../apps/ticket-api/src/testing/test-purchase.ts";

const articles = [testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] })];
let shop: Shop;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-command-"));
  shop = await openTestShop({ packs: [testPack({ articles, network: debitNetwork })] });
  shop.api.deps.debits = configuredBank({ kind: "manual" }, shop.api.deps);
}, 60_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const command = (words: string[], environment: Record<string, string> = { BANK_CHANNEL: "manual" }) =>
  runOperatorCommand("bank-files", words, { DATABASE_URL: shop.api.deps.config.databaseUrl, ...environment });
const inFolder = (name: string) => path.join(folder, name);
async function fromBank(name: string, endToEndId: string): Promise<string> {
  const xml = accountReportXml({ id: name, entries: [{ amount: "1.50", details: [{ endToEndId, amount: "1.50" }] }] });
  await writeFile(inFolder(name), xml);
  return inFolder(name);
}

test("a person downloads a file, imports the bank's, and resolves what matched nothing; the debit is paid", async () => {
  expect((await command(["list"])).out).toBe("No files.");
  const person = await testPerson(shop.api.deps);
  const placed = await orderByDebit(shop.api, person, testIbans.good);
  for (let day = 0; day < 10; day += 1) await shop.pass(daysMs(1));
  const listed = await command(["list"]);
  expect(listed.out).toMatch(/for the bank {2}debits, 1 for 1\.50 EUR on .*, NOT HANDED OVER/);
  const [id = ""] = listed.out.split(" ");
  const taken = await command(["download", id, "--to", inFolder("debits.xml")]);
  expect(taken, taken.err).toMatchObject({ code: 0, out: expect.stringContaining("Hand it over to the bank once.") });
  const [, endToEndId = ""] = /<EndToEndId>(\w+)</.exec(await readFile(inFolder("debits.xml"), "utf8")) ?? [];
  expect((await command(["list"])).out).not.toContain("NOT HANDED OVER");
  expect(await command(["download", id, "--to", inFolder("debits.xml")])).toMatchObject({ code: 2 });
  const again = await command(["download", id, "--to", inFolder("again.xml")]);
  expect(again.out).toContain("It was handed over before");

  const good = await fromBank("good.xml", endToEndId);
  const imported = await command(["import", good]);
  expect(imported, imported.err).toMatchObject({ code: 0, out: expect.stringContaining("settled 1") });
  expect(await command(["import", good])).toMatchObject({ code: 0, out: expect.stringContaining("imported before") });
  await shop.pass(1_000);
  const paid = await sql<{
    status: string;
  }>`select status from payment where order_id = ${placed.body.orderId}`.execute(shop.api.deps.db);
  expect(paid.rows).toEqual([{ status: "captured" }]);

  const other = await command(["import", await fromBank("other.xml", "SOMEBODY")]);
  expect(other).toMatchObject({ code: 1, out: expect.stringContaining("matches none of our debits") });
  const open = await command(["unmatched"]);
  expect(open).toMatchObject({ code: 1, out: expect.stringContaining("reference SOMEBODY") });
  const [entry = ""] = open.out.split(" ");
  expect(await command(["resolve", entry, "--reason", "called the bank"])).toMatchObject({ code: 0 });
  expect(await command(["unmatched"])).toEqual({ code: 0, out: "Nothing to resolve.", err: "" });
}, 120_000);

test("what cannot be done is refused with the reason", async () => {
  await writeFile(inFolder("broken.xml"), "<broken");
  const unknown = "00000000-0000-7000-8000-000000000000";
  const cases: [string[], number, string][] = [
    [["import", inFolder("broken.xml")], 1, "was refused: not well-formed XML"],
    [["import", inFolder("missing.xml")], 1, "cannot be read"],
    [["download", unknown, "--to", inFolder("x.xml")], 1, "No file for the bank"],
    [["resolve", "x", "--reason", "y"], 1, "No unresolved entry"],
    [["download", unknown], 2, "npm run bank-files"],
    [["import"], 2, "npm run bank-files"],
    [["send"], 2, "npm run bank-files"],
  ];
  for (const [words, code, err] of cases)
    expect(await command(words), words.join(" ")).toMatchObject({ code, err: expect.stringContaining(err) });
  expect(await command(["import", inFolder("broken.xml")], { BANK_CHANNEL: "" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("BANK_CHANNEL is not set"),
  });
}, 120_000);

// covers: files are exchanged with the bank by SFTP
test("the check opens the folders of the channel, and names the server and the reason if it cannot", async () => {
  const at = await mkdtemp(path.join(tmpdir(), "guichet-bank-server-"));
  for (const name of ["outgoing", "incoming"]) await mkdir(path.join(at, name));
  await writeFile(path.join(at, "incoming", "report.xml"), "<Document/>");
  const sftp = await openSftpServer(at);
  const { host, port, user, hostKey, credentials } = sftp.server;
  const environment = {
    BANK_CHANNEL: "sftp",
    BANK_SFTP_URL: `sftp://${user}@${host}:${port}`,
    BANK_SFTP_HOST_KEY: hostKey,
    BANK_SFTP_PASSWORD: "password" in credentials ? credentials.password : "",
  };
  const checked = await command(["check"], environment);
  expect(checked.out.split("\n"), checked.err).toEqual([
    `sftp://${host}:${port}/outgoing: 0 files`,
    `sftp://${host}:${port}/incoming: 1 files`,
  ]);
  const untrusted = { ...environment, BANK_SFTP_HOST_KEY: `SHA256:${"A".repeat(43)}` };
  expect(await command(["check"], untrusted)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`sftp://${host}:${port} cannot be opened`),
  });
  expect(await command(["check"])).toMatchObject({ code: 0, out: expect.stringContaining("a person exchanges") });
  await sftp.close();
  await rm(at, { recursive: true, force: true });
});
