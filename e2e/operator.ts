import { openPostgres } from "@guichet/postgres/open-postgres.ts";
import { sql } from "kysely";
import { pino } from "pino";
import { readConfig } from "../apps/ticket-api/src/config.ts";
import { decide } from "../apps/ticket-api/src/database/deciding.ts";
import { openHouse } from "../apps/ticket-api/src/open-house.ts";
import { moveFulfilment, type Prepared } from "../apps/ticket-api/src/orders/fulfilment.ts";
import type { Installation } from "./installation.ts";

/** The operator behind the counter of an installation: prepares what was paid. */
export interface Operator {
  /** Prepares the newest order of the network `demo` that goes this way. */
  prepareNewest(support: Prepared): Promise<void>;
  /** Makes cards without a picture from now on, as some networks do. */
  needNoPicture(): Promise<void>;
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
    prepareNewest: async (support) => {
      const network = await house.networks.get("demo");
      const newest = await sql<{ id: string }>`select o.id from orders o join order_line l on l.order_id = o.id
        where o.network_id = 'demo' and o.status = 'COMPLETED' and l.support = ${support} and l.process_status = 'TO_PROCESS'
        order by o.completed_at desc limit 1`.execute(house.db);
      const orderId = newest.rows[0]?.id;
      if (network === undefined || orderId === undefined) throw new Error(`Nothing to prepare by ${support}`);
      const of = { orderId, support, by: { staffId: "operator" } };
      const moved = await decide(house.db, (tx) => moveFulfilment(tx, house, network, of, "beginFulfilment"));
      if (!moved.ok) throw new Error(moved.code);
    },
    needNoPicture: async () => {
      await sql`update article set definition = jsonb_set(definition::jsonb, '{pictureRequired}', 'false')
        where network_id = 'demo' and id = 'card'`.execute(house.db);
      await sql`update network set version = 'no-picture' where id = 'demo'`.execute(house.db);
    },
    close: async () => {
      await close();
      await postgres.close();
    },
  };
}
