import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** A traveller that the counter sells to, with the account that buys. */
export interface CustomerRow {
  accountId: string;
  holderId: string;
  guest: boolean;
  erasesAt: string | null;
  email: string;
  firstName: string;
  lastName: string;
}

export async function readCustomer(
  db: Database,
  networkId: string,
  travellerId: string,
): Promise<CustomerRow | undefined> {
  const found =
    await sql<CustomerRow>`select a.id as "accountId", h.id as "holderId", a.guest, a.erases_at as "erasesAt",
      a.email, t.first_name as "firstName", t.last_name as "lastName"
    from traveller t join account a on a.id = t.account_id join traveller h on h.account_id = a.id and h.is_holder
    where t.network_id = ${networkId} and t.id = ${travellerId}::uuid`.execute(db);
  return found.rows[0];
}
