import { parseArgs } from "node:util";
import { pino } from "pino";
import { audit } from "../apps/ticket-api/src/audit/audit.ts";
import { describeDifferences } from "../apps/ticket-api/src/audit/report.ts";
import type { Config } from "../apps/ticket-api/src/config.ts";
import { createApp } from "../apps/ticket-api/src/create-app.ts";
import { randomIds } from "../apps/ticket-api/src/ids.ts";
import { readAddresses } from "../apps/ticket-api/src/installation/address-store.ts";
import { configuredPayments } from "../apps/ticket-api/src/integrations/configured-payments.ts";
import { ProviderUnreachable } from "../apps/ticket-api/src/integrations/payment-provider.ts";
import { networkRegistry } from "../apps/ticket-api/src/network-registry/registry.ts";
import { configuredBank } from "../apps/ticket-api/src/payments/configured-bank.ts";
import { closeDiscrepancy } from "../apps/ticket-api/src/payments/refunds/discrepancies.ts";
import { bookAllRefundChanges } from "../apps/ticket-api/src/payments/refunds/external-refunds.ts";
import { auditConfig } from "./command-config.ts";
import { withDatabase } from "./command-database.ts";

const help = `Compares the payment provider, the ledger, payments, orders, invoices, tickets, vouchers and mail, and lists
every difference with its remedy. Refunds made in the provider's own dashboard are booked; nothing else is
changed. May run while the shop is running.

  npm run audit                                     a readable report
  npm run audit -- --json                           the same as JSON
  npm run audit -- --settle <id> --reason <text>    closes a payment discrepancy that you have settled, with the reason
  npm run audit -- --help                           this text

Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data). Asks the payment providers of the networks: in
the demo at SANDBOX_URL, otherwise at the address that the Ticket API recorded at its last start, and prints which. What the bank
reported is in the database. Exit codes: 0 no differences, 1 differences, 2 the audit could not run.`;

try {
  await run();
} catch (error) {
  const unreachable = error instanceof ProviderUnreachable;
  const message = error instanceof Error ? error.message : String(error);
  console.error(unreachable ? `The payment provider is unreachable, so nothing was compared (${message}).` : message);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", short: "h" },
      json: { type: "boolean" },
      settle: { type: "string" },
      reason: { type: "string" },
    },
  });
  if (values.help) return console.log(help);
  const reason = values.reason?.trim() ?? "";
  if ((values.settle === undefined) !== (reason === ""))
    throw new Error("--settle <id> needs --reason <text>, and only it.");
  if (values.settle !== undefined) return settle(values.settle, reason);
  await withDatabase("read", async ({ db, clock, url: databaseUrl }) => {
    const { config, found: addresses } = auditConfig(databaseUrl, await readAddresses(db));
    // On standard error: programs read the report on standard output.
    for (const { party, url, from } of addresses) console.error(`Asking the ${party} at ${url} (${from}).`);
    const networks = networkRegistry(db);
    const ids = randomIds(() => clock.now().getTime());
    const asked = {
      db,
      clock,
      payments: await configuredPayments(config, { clock, db, isReadOnly: true }),
      debits: configuredBank(config.bank, { db, clock, ids, networks }, { isReadOnly: true }),
    };
    const first = await audit(asked);
    const booked = first.some(({ kind }) => kind === "refund-differs") ? await bookRefunds(config) : 0;
    const differences = booked === 0 ? first : await audit(asked);
    const report = describeDifferences(differences);
    const text =
      booked === 0 ? report : `Booked ${booked} refunds made in the payment provider's dashboard.\n\n${report}`;
    console.log(values.json ? JSON.stringify({ addresses, booked, differences }, null, 2) : text);
    process.exitCode = differences.length === 0 ? 0 : 1;
  });
}

/** Books refunds made in the provider's own dashboard; returns how many were new. */
async function bookRefunds(config: Config): Promise<number> {
  const { deps, close } = await createApp(config, pino({ level: "warn" }, pino.destination(2)));
  try {
    return await bookAllRefundChanges(deps);
  } finally {
    await close();
  }
}

/** Closes a discrepancy that a person has settled. */
async function settle(id: string, reason: string): Promise<void> {
  await withDatabase("write", async ({ db, clock }) => {
    if (!(await closeDiscrepancy({ db, clock }, { id, reason })))
      throw new Error(`No open payment discrepancy has the id ${id}.`);
    console.log(`Settled: ${id} (${reason}).`);
  });
}
