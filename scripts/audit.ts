import { parseArgs } from "node:util";
import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { audit } from "../apps/ticket-api/src/audit/audit.ts";
import { describeDifferences } from "../apps/ticket-api/src/audit/report.ts";
import { movableClock } from "../apps/ticket-api/src/clock.ts";
import { connect } from "../apps/ticket-api/src/database/connection.ts";
import { migrate } from "../apps/ticket-api/src/database/migrate.ts";
import { readOffset } from "../apps/ticket-api/src/jobs/clock-store.ts";
import { ProviderUnreachable } from "../apps/ticket-api/src/outside/payment-provider.ts";
import { sandboxBank } from "../apps/ticket-api/src/outside/sandbox-bank.ts";
import { sandboxPayment } from "../apps/ticket-api/src/outside/sandbox-payment.ts";
import { commandConfig } from "./command-config.ts";
import { databaseConfig } from "./database-config.ts";

const help = `Compares the payment provider, the ledger, payments, orders, invoices, tickets, vouchers and mail, and names
every difference with what to do about it. Changes nothing, and may run while the shop is at work.

  npm run audit                 a readable report
  npm run audit -- --json       the same as JSON
  npm run audit -- --help       this text

Uses the database of DATABASE_URL, else our own in DATA_DIR (default ./.data), and the payment provider that the Ticket
API uses. Exit codes: 0 all agrees, 1 differences, 2 the audit could not run.`;

try {
  await run();
} catch (error) {
  const unreachable = error instanceof ProviderUnreachable;
  const told = error instanceof Error ? error.message : String(error);
  console.error(unreachable ? `The payment provider does not answer, so nothing was compared (${told}).` : told);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" }, json: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const postgres = await openPostgres({ ...databaseConfig(), role: "command" });
  try {
    const { payment, bank } = commandConfig(postgres.url);
    const connection = connect(postgres.url, 2, () => undefined);
    try {
      await migrate(connection.pool);
      const { url, key: apiKey, notificationSecret } = payment;
      const differences = await audit({
        db: connection.db,
        clock: movableClock(await readOffset(connection.db)),
        payments: sandboxPayment({ url, apiKey, notificationSecret }),
        debits: bank && sandboxBank({ url: bank.url, apiKey: bank.key }),
      });
      console.log(values.json ? JSON.stringify({ differences }, null, 2) : describeDifferences(differences));
      process.exitCode = differences.length === 0 ? 0 : 1;
    } finally {
      await connection.close();
    }
  } finally {
    await postgres.close();
  }
}
