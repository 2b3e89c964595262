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
 * A database that pipelines the statements of a transaction: each is sent at once. Kysely waits for the result of one statement before
 * it sends the next; PostgreSQL answers in order anyway.
 */
export function pipeliningDatabase(dialect: Dialect): Kysely<unknown> {
  const driver = pipeliningDriver(dialect.createDriver());
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const pool = new DefaultConnectionProvider(driver);
  const begun = driver.init();
  const executor = new PipeliningExecutor(compiler, adapter, {
    provideConnection: async (consumer, options) => {
      await begun;
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
  let taken: Promise<DatabaseConnection> | undefined;
  const take = () => {
    taken ??= provider.provideConnection(async (connection) => connection);
    return taken;
  };
  return { provideConnection: async (consumer) => consumer(await take()) };
}
