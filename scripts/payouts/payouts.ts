import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { createApp } from "../../apps/ticket-api/src/create-app.ts";
import type { Dependencies } from "../../apps/ticket-api/src/dependencies.ts";
import { randomIds } from "../../apps/ticket-api/src/ids.ts";
import { readAddresses } from "../../apps/ticket-api/src/installation/address-store.ts";
import { ProviderUnreachable } from "../../apps/ticket-api/src/integrations/payment-provider.ts";
import {
  type ListedPayout,
  listPayouts,
} from "../../apps/ticket-api/src/payment-records/settlement-correction-store.ts";
import { catchUpSettlement, readPayoutAgain } from "../../apps/ticket-api/src/payments/payouts/read-again.ts";
import { importReport } from "../../apps/ticket-api/src/payments/reports/import-report.ts";
import { exitWith, Refused, WrongUse } from "../command.ts";
import { auditConfig } from "../command-config.ts";
import { type CommandDatabase, withDatabase } from "../command-database.ts";

const help = `Payouts of the payment providers to the operator's bank account, with what they pay. The Ticket API reads them every hour.

  npm run payouts -- list                                            the latest payouts, newest first
  npm run payouts -- read <id> --reason <text>                       reads a payout again, and corrects what is stored and booked of it
  npm run payouts -- catch-up --days <number> --reason <text>        reads fees and payouts of the last days again, and books what is missing
  npm run payouts -- import <file>...                                imports reports of the bank about accounts at Lyra (docs/lyra.md)
  npm run payouts -- --help                                          this text

A report is imported as a whole or refused; importing one again stores nothing. What was read again is recorded, with the reason, and what was stored before and after. Amounts are in minor units.
Uses the database of the Ticket API, also while it runs. Exit codes: 0 done, 1 refused, a payout differs from its list or somebody must look at a line of a report, 2 wrong use.`;

const listedMax = 100;
const daysMax = 3_660;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = typed();
  if (values.help) return console.log(help);
  const [verb, id, ...rest] = positionals;
  const reason = values.reason?.trim() ?? "";
  const isRead = verb === "read" && id !== undefined && values.days === undefined;
  const days = Number(values.days);
  const isCatchUp = verb === "catch-up" && id === undefined && Number.isInteger(days) && days >= 1 && days <= daysMax;
  if (verb === "import" && id !== undefined && reason === "" && values.days === undefined)
    return withDatabase("write", (database) => importAll(database, [id, ...rest]));
  if (rest.length > 0) throw new WrongUse(help);
  if (verb === "list" && id === undefined && reason === "" && values.days === undefined)
    return withDatabase("read", list);
  if (reason === "" || !(isRead || isCatchUp)) throw new WrongUse(help);
  await withDatabase("write", (database) =>
    withApp(database, (deps) => (isRead ? read(deps, id, reason) : catchUp(deps, days, reason))),
  );
}

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, reason: { type: "string" }, days: { type: "string" } },
    });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

/** Imports files, each as a whole; jobs of the Ticket API book what they say. */
async function importAll({ db, url, clock }: CommandDatabase, files: readonly string[]): Promise<void> {
  const { config } = auditConfig(url, await readAddresses(db));
  for (const file of files) {
    const imported = await importReport(
      { db, clock, ids: randomIds(() => clock.now().getTime()), config },
      file,
      await readFile(file),
    );
    const isRefused = imported.outcome === "refused";
    const notes = isRefused ? imported.faults : imported.notes;
    if (isRefused) console.log(`${file}: REFUSED, nothing was imported`);
    else console.log(`${file}: ${imported.added} movements imported at ${imported.account}, ${imported.known} known`);
    for (const { line, text } of notes) console.log(`  ${line === 0 ? "" : `line ${line}: `}${text}`);
    if (notes.length > 0) process.exitCode = 1;
  }
}

/** Runs work with the providers at the addresses of the environment, or at those that the Ticket API recorded. */
async function withApp({ db, url }: CommandDatabase, work: (deps: Dependencies) => Promise<void>): Promise<void> {
  const { config } = auditConfig(url, await readAddresses(db));
  const { deps, close } = await createApp(config, pino({ level: "warn" }, pino.destination(2)));
  try {
    await work(deps);
  } catch (error) {
    if (error instanceof ProviderUnreachable)
      throw new Refused(`The payment provider is unreachable (${error.message}).`);
    throw error;
  } finally {
    await close();
  }
}

async function list({ db }: CommandDatabase): Promise<void> {
  const payouts = await listPayouts(db, listedMax);
  console.log(payouts.length === 0 ? "No payouts." : payouts.map(payoutLine).join("\n"));
  if (payouts.some(isUnequal)) process.exitCode = 1;
}

const isUnequal = ({ entries, net, amount }: ListedPayout): boolean => entries > 0 && net !== amount;

function payoutLine(payout: ListedPayout): string {
  const { reference, providerAccount, state, amount, currency, createdAt, arrivesOn, entries, net } = payout;
  const items = entries === 0 ? "what it pays is not known" : `${entries} movements of ${net}`;
  const differs = isUnequal(payout) ? "  DIFFERS" : "";
  return `${reference}  ${providerAccount}  ${createdAt.slice(0, 10)}, arrives ${arrivesOn}  ${state}  ${amount} ${currency}, ${items}${differs}`;
}

async function read(deps: Dependencies, id: string, reason: string): Promise<void> {
  const found = await readPayoutAgain(deps, id, reason);
  if (found === undefined) throw new Refused(`No configured account knows the payout ${id}.`);
  const { account, before, after } = found;
  const was = before === undefined ? "unknown" : `${before.state}, ${before.entries} movements of ${before.net}`;
  console.log(`${id} at ${account}: ${after.state}, ${after.entries} movements of ${after.net}. Before: ${was}.`);
}

async function catchUp(deps: Dependencies, days: number, reason: string): Promise<void> {
  const accounts = await catchUpSettlement(deps, days, reason);
  if (accounts.length === 0) throw new Refused("No configured account states fees and payouts.");
  for (const { account, before, after } of accounts)
    console.log(
      `${account}: ${after.payouts} payouts (${before.payouts} before), ${after.entries} movements (${before.entries}), ${after.movements} booked (${before.movements}).`,
    );
}
