import type { AddressDirectory } from "@guichet/contract/addresses.ts";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { Heartbeat } from "./database/heartbeat.ts";
import type { DeferWrite } from "./database/pipelining/deferred-writes.ts";
import type { FileInspector } from "./file-inspection/inspection-pool.ts";
import type { Ids } from "./ids.ts";
import type { AddressSearch } from "./integrations/address-search.ts";
import type { CardLoading } from "./integrations/card-loading.ts";
import type { CardRegister } from "./integrations/card-register.ts";
import type { DirectDebits } from "./integrations/direct-debit.ts";
import type { IdentityProviders } from "./integrations/identity-provider.ts";
import type { Mailer } from "./integrations/mail.ts";
import type { PaymentProviders } from "./integrations/payment-providers.ts";
import type { QualificationProviders } from "./integrations/qualification-provider.ts";
import type { VirusScan } from "./integrations/virus-scan.ts";
import type { WalletPasses } from "./integrations/wallet-passes/configured-passes.ts";
import type { Keys } from "./keys.ts";
import type { CataloguePreviews } from "./network-registry/catalogue-previews.ts";
import type { NetworkRegistry } from "./network-registry/registry.ts";
import type { SecurityLog } from "./security-log/security-log.ts";
import type { WorkerPool } from "./worker-pool/worker-pool.ts";

/** What handlers and jobs get from the application; created once in `main`, and by tests. */
export interface Dependencies {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** Shows other processes that this one is alive; `main` starts it. */
  heartbeat: Heartbeat;
  clock: Clock;
  ids: Ids;
  log: FastifyBaseLogger;
  /** The log of sign-ins, refusals and changes of credentials. */
  security: SecurityLog;
  networks: NetworkRegistry;
  /** Previews of catalogue drafts. */
  previews: CataloguePreviews;
  keys: Keys;
  payments: PaymentProviders;
  /** The bank that collects direct debits; undefined if the installation has none and offers no debits. */
  debits: DirectDebits | undefined;
  /** The OpenID providers of the networks. */
  providers: IdentityProviders;
  /** Services that confirm a status without a document. */
  qualification: QualificationProviders;
  /** The configured directories of postal addresses, by country. */
  addressSearches: Readonly<Partial<Record<AddressDirectory, AddressSearch>>>;
  /** The wallet apps of phones to which tickets can be added. */
  walletPasses: WalletPasses;
  cardRegister: CardRegister;
  cardLoading: CardLoading;
  mailer: Mailer;
  /** Scans uploads for viruses. */
  scan: VirusScan;
  /** Inspects uploads in separate processes. */
  inspector: FileInspector;
  workerPool: WorkerPool;
  /** Wakes the job runner: a job was written that is due now. */
  wake(): void;
  /**
   * Runs order completions of a network one after the other. Each takes an invoice number, for which they would otherwise wait
   * inside transactions.
   */
  queueCompletion<T>(networkId: string, completion: () => Promise<T>): Promise<T>;
  /** Executes a statement that no response waits for, together with others (`database/pipelining`). */
  deferWrite: DeferWrite;
  /** Tracks a task that no response waits for; the process waits for it before it exits, and errors are logged. */
  runInBackground(work: Promise<unknown>): void;
  /** A named point between two steps of a purchase, at which the crash test ends the process. */
  failpoint(point: string): void;
}
