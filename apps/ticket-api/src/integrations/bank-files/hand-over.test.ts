import { readdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountReportXml } from "../../testing/providers/bank-samples.ts";
import { credit, debit, fileOf, now, openBankWorld } from "../../testing/providers/bank-world.ts";
import { BankUnreachable } from "../bank-unreachable.ts";
import { bankId } from "../debit-message.ts";
import { ProviderRefused } from "../payment-provider.ts";
import { localBankFolder, type OpenBankFolder } from "./bank-folder.ts";
import { dropContents, filesToHandOver } from "./file-store.ts";
import { download, handOverToFolder } from "./hand-over.ts";

const { bank, bankOf, db, folder, stateOf, submitted, useFolder } = openBankWorld();
const outgoing = () => readdir(path.join(folder(), "outgoing"));
const incoming = (name: string, xml: string) => writeFile(path.join(folder(), "incoming", name), xml);

test("through the folder, a file appears once and is handed over, whatever the bank did meanwhile", async () => {
  useFolder();
  const file = await submitted(debit(150));
  const [name] = await outgoing();
  expect(await outgoing()).toEqual([`pain008-${bankId(file.id)}.xml`]);
  expect(await readFile(path.join(folder(), "outgoing", name ?? ""), "utf8")).toContain(bankId(file.id));
  await unlink(path.join(folder(), "outgoing", name ?? ""));
  // A crash after the bank collected the file, before that was stored.
  await sql`update bank_file set handed_over_at = null`.execute(db());
  await bank().submit(file);
  await bank().listSince(undefined);
  expect(await outgoing()).toEqual([]);
  expect(await filesToHandOver(db(), 10)).toEqual([]);
});

test("a crash before the file got its name is repaired", async () => {
  useFolder();
  const file = await submitted(debit(150));
  const name = `pain008-${bankId(file.id)}.xml`;
  const target = path.join(folder(), "outgoing", name);
  await writeFile(`${target}.part`, await readFile(target));
  await unlink(target);
  // An earlier version did not store the preliminary name.
  await sql`update bank_file set handed_over_at = null, prepared_as = null`.execute(db());
  await bank().submit(file);
  expect(await outgoing()).toEqual([name]);
});

test("a file that two processes hand over at once is whole when it gets its name, and nothing else is left", async () => {
  const file = await submitted(debit(150));
  const name = `pain008-${bankId(file.id)}.xml`;
  const local = localBankFolder(folder());
  const [secondHasBegun, firstHasEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The first one pauses when its content is written, the second one when it has created its file.
  const first: OpenBankFolder = (use) =>
    local(({ outgoing: at, incoming: from }) => {
      const write = async (part: string, content: string) => {
        await at.write(part, content);
        await secondHasBegun.promise;
      };
      return use({ outgoing: { ...at, write }, incoming: from });
    });
  const second: OpenBankFolder = (use) =>
    local(({ outgoing: at, incoming: from }) => {
      const write = async (part: string, content: string) => {
        await at.write(part, "");
        secondHasBegun.resolve();
        await firstHasEnded.promise;
        await at.write(part, content);
      };
      return use({ outgoing: { ...at, write }, incoming: from });
    });
  const handingOver = [handOverToFolder(db(), first, { now }), handOverToFolder(db(), second, { now })];
  await handingOver[0];
  expect(await readFile(path.join(folder(), "outgoing", name), "utf8")).toContain(bankId(file.id));
  firstHasEnded.resolve();
  await handingOver[1];
  expect(await outgoing()).toEqual([name]);
  expect(await readFile(path.join(folder(), "outgoing", name), "utf8")).toContain(bankId(file.id));
});

test("files of the folder are imported and moved; a refused one is set aside with the reason", async () => {
  useFolder();
  const one = debit(150);
  await submitted(one);
  await bank().listSince(undefined);
  await incoming("1.xml", accountReportXml({ entries: [credit(one)] }));
  await incoming("2.xml", "<broken");
  await incoming("3.xml.part", "not finished");
  await bankOf({ kind: "folder", folder: folder() }, true).listSince(undefined);
  expect((await stateOf(one))[0]).toBe("waits");
  await bank().listSince(undefined);
  expect((await stateOf(one))[0]).toBe("booked");
  expect((await readdir(path.join(folder(), "incoming"))).toSorted()).toEqual(["3.xml.part", "imported", "refused"]);
  expect((await readdir(path.join(folder(), "incoming", "refused"))).toSorted()).toEqual(["2.xml", "2.xml.txt"]);
});

test("a folder that cannot be written is an outage of the bank: the file is written later, for another day", async () => {
  await writeFile(path.join(folder(), "outgoing"), "a file in its place");
  useFolder();
  const file = fileOf(debit(150));
  await expect(bank().submit(file)).rejects.toThrow(BankUnreachable);
  expect(await bank().get(file.debits[0]?.reference ?? "")).toBeUndefined();
  await unlink(path.join(folder(), "outgoing"));
  const later = { ...file, collectOn: "2026-12-01" };
  await bank().submit(later);
  const [name, ...more] = await outgoing();
  expect(more).toEqual([]);
  expect(await readFile(path.join(folder(), "outgoing", name ?? ""), "utf8")).toContain(
    "<ReqdColltnDt>2026-12-01</ReqdColltnDt>",
  );
  await expect(bank().submit(file)).rejects.toThrow(ProviderRefused);
  expect((await bank().get(file.debits[0]?.reference ?? ""))?.state).toBe("waits");
});

test("a file that is downloaded counts as handed over; a failed download does not; its content is deleted later", async () => {
  const file = await submitted(debit(150));
  const failing = async () => Promise.reject(new Error("disk full"));
  await expect(download(db(), file.id, { now, write: failing })).rejects.toThrow("disk full");
  expect(await filesToHandOver(db(), 10)).toHaveLength(1);
  let written = "";
  const write = async (content: string) => {
    written = content;
  };
  expect(await download(db(), file.id, { now, write })).toMatchObject({ isFirst: true });
  expect(written).toContain("CstmrDrctDbtInitn");
  expect(await download(db(), file.id, { now, write })).toMatchObject({ isFirst: false });
  expect(await filesToHandOver(db(), 10)).toEqual([]);
  await dropContents(db(), "2999-01-01T00:00:00.000Z");
  expect(await download(db(), file.id, { now, write })).toBeUndefined();
});
