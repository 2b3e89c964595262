import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Kysely,
} from "kysely";
import { databaseOf } from "./commit-guard.ts";
import { pipeliningDriver } from "./pipelining-driver.ts";

/**
 * A database that pipelines the statements of a transaction: each is sent immediately. Kysely alone would wait for each result before
 * sending the next statement; PostgreSQL responds in order anyway.
 */
export function pipeliningDatabase(dialect: Dialect): Kysely<unknown> {
  const driver = pipeliningDriver(dialect.createDriver());
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const pool = new DefaultConnectionProvider(driver);
  const initialized = driver.init();
  const executor = new PipeliningExecutor(compiler, adapter, {
    provideConnection: async (consumer, options) => {
      await initialized;
      return pool.provideConnection(consumer, options);
    },
  });
  return databaseOf({ config: { dialect }, driver, executor, dialect });
}

class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(sharedConnection(provider));
  }
}

/** Shares the one connection of `provider` among concurrent statements. */
function sharedConnection(provider: ConnectionProvider): ConnectionProvider {
  let acquired: Promise<DatabaseConnection> | undefined;
  const acquire = () => {
    acquired ??= provider.provideConnection(async (connection) => connection);
    return acquired;
  };
  return { provideConnection: async (consumer) => consumer(await acquire()) };
}
