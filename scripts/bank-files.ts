import { readFile, stat, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { randomIds } from "../apps/ticket-api/src/ids.ts";
import { folderOf } from "../apps/ticket-api/src/integrations/bank-files/bank-files.ts";
import {
  type BankEntry,
  resolveEntry,
  unresolvedEntries,
} from "../apps/ticket-api/src/integrations/bank-files/entry-store.ts";
import { type ListedFile, listFiles } from "../apps/ticket-api/src/integrations/bank-files/file-store.ts";
import { download } from "../apps/ticket-api/src/integrations/bank-files/hand-over.ts";
import { type ImportNeeds, importBankFile } from "../apps/ticket-api/src/integrations/bank-files/import-file.ts";
import { messageLimits } from "../apps/ticket-api/src/integrations/bank-messages/message-document.ts";
import { plan } from "../apps/ticket-api/src/jobs/plan-job.ts";
import { networkRegistry } from "../apps/ticket-api/src/network-registry/registry.ts";
import { adoptDebits } from "../apps/ticket-api/src/payment-records/adopted-debit-store.ts";
import { creditorAccounts, importSummary } from "../apps/ticket-api/src/payments/configured-bank.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { commandConfig } from "./command-config.ts";
import { type CommandDatabase, withDatabase } from "./command-database.ts";

const help = `Files for the bank and from it: direct debits (pain.008), refunds (pain.001), status reports (pain.002), statements
(camt.053) and notifications (camt.054). docs/direct-debit.md explains them.

  npm run bank-files -- list                           the latest files, newest first
  npm run bank-files -- download <id> --to <file>      writes a file for the bank, which then counts as handed over
  npm run bank-files -- import <file>...               imports files from the bank; importing one again changes nothing
  npm run bank-files -- unmatched                      entries that somebody must resolve
  npm run bank-files -- resolve <id> --reason <text>   closes such an entry; the text says what you did about it
  npm run bank-files -- check                          opens the folders of the channel, and changes nothing
  npm run bank-files -- --help                         this text

With BANK_CHANNEL=sftp, files are written to the bank's server and imported from it without this command. With BANK_CHANNEL=folder, files are written to BANK_FILES_FOLDER/outgoing and imported from BANK_FILES_FOLDER/incoming without this command.
Uses the database of the Ticket API, also while it runs. Exit codes: 0 done, 1 refused or an entry must be resolved, 2 wrong use.`;

const listedMax = 200;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = typed();
  if (values.help) return console.log(help);
  const [verb, ...rest] = positionals;
  const reason = values.reason?.trim();
  const isResolve = verb === "resolve" && rest.length === 1 && reason !== undefined && reason !== "";
  if ((values.to !== undefined) !== (verb === "download") || (values.reason !== undefined && !isResolve))
    throw new WrongUse(help);
  const [first] = rest;
  if (verb === "list" && first === undefined) return withDatabase("read", list);
  if (verb === "check" && first === undefined) return withDatabase("read", check);
  if (verb === "unmatched" && first === undefined) return withDatabase("read", unmatched);
  if (verb === "download" && first !== undefined && rest.length === 1 && values.to !== undefined) {
    const { to } = values;
    return withDatabase("write", (database) => save(database, first, to));
  }
  if (verb === "import" && rest.length > 0) return withDatabase("write", (database) => importAll(database, rest));
  if (isResolve && first !== undefined) return withDatabase("write", (database) => resolve(database, first, reason));
  throw new WrongUse(help);
}

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, to: { type: "string" }, reason: { type: "string" } },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

async function list({ db }: CommandDatabase): Promise<void> {
  const files = await listFiles(db, listedMax);
  console.log(files.length === 0 ? "No files." : files.map(fileLine).join("\n"));
}

async function check({ url }: CommandDatabase): Promise<void> {
  const { bank } = commandConfig(url);
  if (bank === undefined)
    throw new Refused("BANK_CHANNEL is not set: this installation exchanges no files with a bank.");
  const open = folderOf(bank);
  if (open === undefined) return console.log("BANK_CHANNEL=manual: a person exchanges the files.");
  try {
    await open(async (folders) => {
      for (const folder of [folders.outgoing, folders.incoming])
        console.log(`${folder.name}: ${(await folder.list()).length} files`);
    });
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

function fileLine(file: ListedFile): string {
  const { id, kind, messageId, instructions, amount, unresolved } = file;
  if (file.direction === "incoming") {
    const open = unresolved === 0 ? "" : `, ${unresolved} to resolve`;
    return `${id}  from the bank  ${kind} ${messageId}, imported ${file.createdAt}${open}`;
  }
  const state = file.handedOverAt === null ? "NOT HANDED OVER" : `handed over ${file.handedOverAt}`;
  const sum = (amount / 100).toFixed(2);
  return `${id}  for the bank  ${kind}, ${instructions} for ${sum} EUR on ${file.collectOn ?? "?"}, ${state}`;
}

async function unmatched({ db }: CommandDatabase): Promise<void> {
  const entries = await unresolvedEntries(db, listedMax);
  console.log(entries.length === 0 ? "Nothing to resolve." : entries.map(entryLine).join("\n"));
  if (entries.length > 0) process.exitCode = 1;
}

function entryLine({ id, amount, currency, endToEndId, mandateReference, attention }: BankEntry): string {
  const money = amount === null ? "no amount" : `${amount} ${currency} (minor units)`;
  const names = [endToEndId && `reference ${endToEndId}`, mandateReference && `mandate ${mandateReference}`];
  return `${id}  ${[money, ...names.filter(Boolean)].join(", ")}: ${attention}`;
}

async function save({ db, clock }: CommandDatabase, id: string, to: string): Promise<void> {
  if (!/^[\da-f-]{36}$/.test(id)) throw new Refused(`${id} is not the id of a file: see the list.`);
  const file = await download(db, id, {
    now: () => clock.iso(),
    // Never overwrites a file: the bank would get only one of the two.
    write: (content) => writeFile(to, content, { mode: 0o600, flag: "wx" }),
  });
  if (file === undefined) throw new Refused(`No file for the bank has the id ${id}, or its content was deleted.`);
  const today = clock.iso().slice(0, 10);
  console.log(`${to}: ${file.name}. Hand it over to the bank once.`);
  if (!file.isFirst) console.log("It was handed over before. Hand it over again only if the bank does not have it.");
  if (file.collectOn < today)
    console.log(`Its collection date (${file.collectOn}) has passed: the bank may refuse the file or move the date.`);
}

async function importAll(database: CommandDatabase, files: readonly string[]): Promise<void> {
  const { db, clock } = database;
  const ids = randomIds(() => clock.now().getTime());
  const { bank } = commandConfig(database.url);
  if (bank === undefined)
    throw new Refused("BANK_CHANNEL is not set: this installation exchanges no files with a bank.");
  await adoptDebits(db);
  const networks = networkRegistry(db);
  const needs = {
    db,
    now: () => clock.iso(),
    newId: () => ids.uuid(),
    creditorAccounts: () => creditorAccounts({ networks }),
  };
  let isOpen = false;
  for (const file of files) {
    const entries = await importOne(needs, file);
    // The running Ticket API books what the bank says; without these jobs it would do so at its next reconciliation.
    const debits = new Set(entries.flatMap(({ instructionId }) => instructionId ?? []));
    for (const key of debits) await plan(db, { clock, ids }, { networkId: null, kind: "debit", key });
    isOpen ||= entries.some(({ attention }) => attention !== null);
  }
  if (isOpen) process.exitCode = 1;
}

/** Imports a file and returns its entries. */
async function importOne(needs: ImportNeeds, file: string): Promise<BankEntry[]> {
  const result = await importBankFile(needs, await contentOf(file));
  const summary = Object.entries(importSummary(result)).map(([name, value]) => `${name} ${value}`);
  if (result.outcome === "refused") throw new Refused(`${file} was refused: ${result.reason}.`);
  console.log(`${file}: ${summary.join(", ")}`);
  if (result.outcome === "known") return [];
  for (const entry of result.entries) if (entry.attention !== null) console.log(`  ${entryLine(entry)}`);
  return result.entries;
}

async function contentOf(file: string): Promise<Uint8Array> {
  try {
    if ((await stat(file)).size > messageLimits.bytes) throw new Error("it is too large");
    return await readFile(file);
  } catch (error) {
    throw new Refused(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function resolve({ db, clock }: CommandDatabase, id: string, resolution: string): Promise<void> {
  const isId = /^[\da-f-]{36}$/.test(id);
  if (!isId || !(await resolveEntry(db, id, { resolution, at: clock.iso() })))
    throw new Refused(`No unresolved entry has the id ${id}.`);
  console.log(`Resolved: ${id} (${resolution}).`);
}
