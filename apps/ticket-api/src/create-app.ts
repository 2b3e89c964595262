import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import { backgroundTasks } from "./background-tasks.ts";
import { cataloguePreviews } from "./catalogue-drafts/preview-draft.ts";
import { type MovableClock, movableClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { connect } from "./database/connection.ts";
import { heartbeat } from "./database/heartbeat.ts";
import { migrate } from "./database/migrate.ts";
import { deferredWrites } from "./database/pipelining/deferred-writes.ts";
import type { Dependencies } from "./dependencies.ts";
import { inspectionPool } from "./file-inspection/inspection-pool.ts";
import { randomIds } from "./ids.ts";
import { nationalAddresses } from "./integrations/address-search.ts";
import { configuredPayments } from "./integrations/configured-payments.ts";
import { openidProviders } from "./integrations/identity-provider.ts";
import { smtpMailer } from "./integrations/mail.ts";
import { apiParticulier } from "./integrations/qualification-provider.ts";
import { clamav, noVirusScan } from "./integrations/virus-scan.ts";
import { configuredPasses } from "./integrations/wallet-passes/configured-passes.ts";
import { jobHandlers } from "./job-handlers.ts";
import { readOffset } from "./jobs/clock-store.ts";
import { type Runner, runner } from "./jobs/runner.ts";
import { keyedLimiter } from "./keyed-limiter.ts";
import { keysReadMs, loadKeys } from "./keys.ts";
import { emailAttachments, orderHooks, subscriptionHooks } from "./module-hooks.ts";
import { issuerOf } from "./network-registry/provider-address.ts";
import { networkRegistry } from "./network-registry/registry.ts";
import { configuredBank } from "./payments/configured-bank.ts";
import { securityLog } from "./security-log/security-log.ts";
import { ownCardRegister } from "./transport-card-records/own-card-register.ts";
import { queuedCardLoading } from "./wallet/queued-card-loading.ts";
import { workerPool } from "./worker-pool/worker-pool.ts";

export interface App {
  deps: Dependencies;
  clock: MovableClock;
  work: Runner;
  close(): Promise<void>;
}

/** Creates the application: migrates the database, loads keys, and connects the outside parties. */
export async function createApp(
  config: Config,
  log: FastifyBaseLogger,
  overrides: Partial<Dependencies> = {},
): Promise<App> {
  const walletPasses = await configuredPasses(config.walletPasses, overrides.log ?? log);
  const connectionBroke = (error: Error) => log.warn({ err: error }, "a database connection broke");
  const connection = connect(config.databaseUrl, config.databasePool, connectionBroke);
  const ran = await migrate(connection.pool);
  if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
  const clock = movableClock(await readOffset(connection.db));
  const ids = randomIds(() => clock.now().getTime());
  const networks = networkRegistry(connection.db);
  const background = backgroundTasks(overrides.log ?? log);
  const keys = await loadKeys(connection.db, overrides.clock ?? clock);
  const keyReloads = setInterval(
    () => void keys.reload().catch((error) => log.warn({ err: error }, "signing keys could not be reloaded")),
    keysReadMs,
  ).unref();
  const deps: Dependencies = {
    config,
    db: connection.db,
    pool: connection.pool,
    heartbeat: heartbeat(randomUUID(), () => connect(config.databaseUrl, 1, connectionBroke), {
      log,
      othersDied: () => work.wake(),
    }),
    clock,
    ids,
    log,
    security: securityLog(overrides.log ?? log, overrides.keys ?? keys),
    networks,
    previews: cataloguePreviews({
      ...{ db: connection.db, keys: overrides.keys ?? keys, clock: overrides.clock ?? clock },
    }),
    keys,
    payments: await configuredPayments(config, { clock: overrides.clock ?? clock, db: connection.db }),
    debits: configuredBank(
      config.bank,
      { db: connection.db, clock: overrides.clock ?? clock, ids: overrides.ids ?? ids, networks },
      { log: overrides.log ?? log },
    ),
    providers: openidProviders({
      clock: overrides.clock ?? clock,
      log: overrides.log ?? log,
      issuerOf: (url) => issuerOf(config, url),
      secretOf: (networkId, providerId) => config.providerSecrets[`${networkId}/${providerId}`],
    }),
    addressSearches:
      config.addressSearchUrl === undefined
        ? {}
        : { FR: nationalAddresses({ url: config.addressSearchUrl, log: overrides.log ?? log }) },
    walletPasses,
    cardRegister: ownCardRegister(connection.db, overrides.ids ?? ids),
    qualification: apiParticulier({
      log: overrides.log ?? log,
      urlOf: (url) => issuerOf(config, url),
      tokenOf: (networkId, providerId) => config.providerSecrets[`${networkId}/${providerId}`],
      recipientOf: async (networkId) => (await networks.get(networkId))?.definition.seller.identifiers.siret,
    }),
    cardLoading: queuedCardLoading,
    jobHandlers,
    emailAttachments,
    orderHooks,
    subscriptionHooks,
    mailer: smtpMailer(config.smtpUrl),
    scan: config.clamav === undefined ? noVirusScan : clamav(config.clamav),
    inspector: inspectionPool((fault) => (overrides.log ?? log).error(fault)),
    workerPool: workerPool(),
    wake: () => work.wake(),
    queueCompletion: keyedLimiter(Math.max(1, availableParallelism() >> 1)),
    deferWrite: deferredWrites(connection.db),
    runInBackground: background.add,
    failpoint: (point) => {
      if (config.stopAt === point) process.kill(process.pid, "SIGKILL");
    },
    ...overrides,
  };
  const work: Runner = runner(deps);
  return {
    deps,
    clock,
    work,
    close: async () => {
      clearInterval(keyReloads);
      await work.stop();
      await background.over();
      await deps.heartbeat.stop();
      await deps.mailer.close();
      await deps.workerPool.close();
      await deps.inspector.close();
      await connection.close();
    },
  };
}
