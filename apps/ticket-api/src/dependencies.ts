import type { AddressDirectory } from "@guichet/contract/addresses.ts";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { Heartbeat } from "./database/heartbeat.ts";
import type { Note } from "./database/note-store.ts";
import type { FileInspector } from "./file-inspection/inspection-pool.ts";
import type { Ids } from "./ids.ts";
import type { AddressSearch } from "./integrations/address-search.ts";
import type { CardLoading } from "./integrations/card-loading.ts";
import type { CardRegister } from "./integrations/card-register.ts";
import type { DirectDebits } from "./integrations/direct-debit.ts";
import type { IdentityProviders } from "./integrations/identity-provider.ts";
import type { Mailer } from "./integrations/mail.ts";
import type { PaymentProvider } from "./integrations/payment-provider.ts";
import type { QualificationProviders } from "./integrations/qualification-provider.ts";
import type { VirusScan } from "./integrations/virus-scan.ts";
import type { Keys } from "./keys.ts";
import type { NetworkRegistry } from "./network-registry/registry.ts";
import type { SecurityLog } from "./security-log/security-log.ts";
import type { WorkerPool } from "./worker-pool/worker-pool.ts";

/** Everything that an answer or a timed work may need from around it; made once in `main`, remade in tests. */
export interface Dependencies {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** By it others see that this process lives; not written before `main` starts it. */
  heartbeat: Heartbeat;
  clock: Clock;
  ids: Ids;
  log: FastifyBaseLogger;
  /** Where sign-ins, refusals and changes of credentials are told. */
  security: SecurityLog;
  networks: NetworkRegistry;
  keys: Keys;
  payments: PaymentProvider;
  /** The bank that collects direct debits; undefined: this installation has none, and offers none. */
  debits: DirectDebits | undefined;
  /** The OpenID providers of the networks. */
  providers: IdentityProviders;
  /** Who vouches for rights without a paper. */
  qualification: QualificationProviders;
  /** The directories of postal addresses that can be asked, by country. */
  addressSearches: Readonly<Partial<Record<AddressDirectory, AddressSearch>>>;
  cardRegister: CardRegister;
  cardLoading: CardLoading;
  mailer: Mailer;
  /** Looks for viruses in files that are sent in. */
  scan: VirusScan;
  /** Looks through files that are sent in, in processes of their own. */
  inspector: FileInspector;
  workerPool: WorkerPool;
  /** Tells that work was written that is due now, so that it need not wait for the next look. */
  wake(): void;
  /**
   * Completes an order of a network when it is its turn. Who has to wait for the number of its invoice waits here, with no
   * connection of the database and nothing held.
   */
  completing<T>(networkId: string, completion: () => Promise<T>): Promise<T>;
  /** Writes down what nobody waits for, with others of the same moment. */
  note: Note;
  /** What nobody waits for but the end of the process; a failure is told in the log. */
  afterwards(work: Promise<unknown>): void;
  /** A named point between two steps of a purchase; the crash test ends the process here. */
  failpoint(point: string): void;
}
