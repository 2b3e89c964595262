import { stopGraceMs } from "@guichet/contract/limits/process-limits.ts";
import { logOutput } from "@guichet/logging/log-output.ts";
import { pino } from "pino";
import { type Config, ConfigurationFault, environmentOfProgram, readConfig } from "./config.ts";
import { createApp } from "./create-app.ts";
import { makeDemoCards } from "./demo/cards.ts";
import { makeDemoOrders } from "./demo/orders.ts";
import { makeDemoPeople } from "./demo/people.ts";
import { makeDemoStaff } from "./demo/staff.ts";
import { saveAddresses } from "./installation/address-store.ts";
import { claimInstallation, WrongInstallation } from "./installation/claim-installation.ts";
import { readOffset } from "./jobs/clock-store.ts";
import { planScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { adoptDebits } from "./payment-records/adopted-debit-store.ts";
import { reportUnconfiguredAccounts } from "./payments/unconfigured-accounts.ts";
import { addRoutes } from "./routes.ts";
import { createServer } from "./server.ts";

/** Starts one Ticket API process; it may be one of several on the same database. */
async function main(): Promise<void> {
  const config = configured();
  const log = pino({ level: config.logLevel, base: { part: "ticket-api" } }, logOutput());
  const { deps, clock, work, close } = await createApp(config, log).catch(refuseStart);
  await claimInstallation(deps.db, config.demo).catch(refuseStart);
  await planScheduledJobs(deps);
  if (config.bank !== undefined) await adoptDebits(deps.db);
  await reportUnconfiguredAccounts(deps);
  await saveAddresses(deps.db, config.demo ? { payment: config.sandboxUrl } : {});
  if (config.demo) {
    await makeDemoPeople(deps);
    await makeDemoCards(deps);
    await makeDemoStaff(deps);
  }
  // Before the first request: without a heartbeat, a claim ends only when its lease expires.
  await deps.heartbeat.start();
  const server = await createServer(deps, (instance) => addRoutes(instance, deps, clock));
  await server.listen({ host: config.host, port: config.port });
  work.start();
  work.wake();
  // Another process may have moved the installation's clock (demo only).
  const clockSync = config.demo
    ? setInterval(() => void readOffset(deps.db).then(clock.setOffset, () => undefined), 1_000)
    : undefined;
  log.info({ url: config.publicUrl }, "ticket-api is ready");
  process.send?.({ ready: true });
  if (config.demo && config.demoOrders)
    void makeDemoOrders(deps).catch((error) => log.warn({ err: error }, "the demo's orders could not be made"));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    clearInterval(clockSync);
    setTimeout(() => process.exit(1), stopGraceMs).unref();
    await server.close();
    await close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // A process that was started as a child exits with its parent.
  process.once("disconnect", stop);
}

function configured(): Config {
  try {
    return readConfig(environmentOfProgram(process.env));
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

function refuseStart(error: unknown): never {
  if (!(error instanceof WrongInstallation || error instanceof ConfigurationFault)) throw error;
  console.error(error.message);
  process.exit(2);
}

await main();
