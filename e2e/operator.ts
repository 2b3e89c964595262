import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { pino } from "pino";
import { readConfig } from "../apps/ticket-api/src/config.ts";
import { decide } from "../apps/ticket-api/src/database/deciding.ts";
import { openHouse } from "../apps/ticket-api/src/open-house.ts";
import { moveFulfilment, type Prepared } from "../apps/ticket-api/src/orders/fulfilment.ts";
import type { Installation } from "./installation.ts";

/** The operator behind the counter of an installation: prepares what was paid. */
export interface Operator {
  /** Prepares what of an order of the network `demo` goes this way. */
  prepare(orderId: string, support: Prepared): Promise<void>;
  close(): Promise<void>;
}

/** Opens the operator's house on the installation's own database. */
export async function openOperator({ dataDir, sandbox }: Installation): Promise<Operator> {
  const postgres = await openPostgres({ dataDir, role: "command" });
  const config = readConfig({
    DATABASE_URL: postgres.url,
    SANDBOX_URL: sandbox,
    LOG_LEVEL: "silent",
    GUICHET_DEMO: "1",
  });
  const { house, close } = await openHouse(config, pino({ level: "silent" }));
  return {
    prepare: async (orderId, support) => {
      const network = await house.networks.get("demo");
      if (network === undefined) throw new Error("There is no network demo");
      const of = { orderId, support, by: { staffId: "operator" } };
      const moved = await decide(house.db, (tx) => moveFulfilment(tx, house, network, of, "beginFulfilment"));
      if (!moved.ok) throw new Error(moved.code);
    },
    close: async () => {
      await close();
      await postgres.close();
    },
  };
}
