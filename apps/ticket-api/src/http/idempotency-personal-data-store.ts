import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const StoredKey = z.strictObject({ call: z.string(), at: Instant });

/** Keys are stored under the id of the traveller who made the request. */
const ofPeople = ({ networkId, accountId }: { networkId: string; accountId: string }) =>
  sql`network_id = ${networkId}
    and user_key in (select id::text from traveller where network_id = ${networkId} and account_id = ${accountId})`;

/** Responses that are stored for a day, to answer repeated requests. */
export const answersOfPerson = personalDataSource({
  tables: { idempotency: "goes" },
  leftOut: {
    idempotency: {
      [omissionReasons.rowKey]: "client_id user_key key body_digest",
      [omissionReasons.processing]: "http_status leased_until held_by",
      "what was answered stands in the other parts": "answer",
    },
  },
  shape: z.array(StoredKey),
  read: async (db, person) => {
    const found = await sql<z.infer<typeof StoredKey>>`select call, created_at as at from idempotency
      where ${ofPeople(person)} order by created_at`.execute(db);
    return found.rows;
  },
  erase: async (tx, person) => {
    await sql`delete from idempotency where ${ofPeople(person)}`.execute(tx);
  },
});
