import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Kysely,
} from "kysely";
import { databaseOf } from "./committing-with.ts";
import { togetherDriver } from "./together-driver.ts";

/**
 * A database in whose transactions a statement goes out when it is asked for. Kysely's own lets each wait for the answer to
 * the one before; a connection answers in the order in which it was asked anyway.
 */
export function sendingAtOnce(dialect: Dialect): Kysely<unknown> {
  const driver = togetherDriver(dialect.createDriver());
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const pool = new DefaultConnectionProvider(driver);
  const begun = driver.init();
  const executor = new AtOnceExecutor(compiler, adapter, {
    provideConnection: async (consumer, options) => {
      await begun;
      return pool.provideConnection(consumer, options);
    },
  });
  return databaseOf({ config: { dialect }, driver, executor, dialect });
}

class AtOnceExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(notInTurn(provider));
  }
}

/** Takes the one connection that `provider` gives, and gives it to everybody at once. */
function notInTurn(provider: ConnectionProvider): ConnectionProvider {
  let taken: Promise<DatabaseConnection> | undefined;
  const take = () => {
    taken ??= provider.provideConnection(async (connection) => connection);
    return taken;
  };
  return { provideConnection: async (consumer) => consumer(await take()) };
}
