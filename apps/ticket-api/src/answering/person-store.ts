import { Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personRoom } from "../accounts/person-room.ts";

const AnswerKept = z.strictObject({ call: z.string(), at: Instant });

/** Answers that are kept a day, to answer a repetition alike. */
export const answersOfPerson = personRoom({
  tables: { idempotency: "goes" },
  shape: z.array(AnswerKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof AnswerKept>>`select call, created_at as at from idempotency
      where network_id = ${networkId} and user_key = ${accountId} order by created_at`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from idempotency where network_id = ${networkId} and user_key = ${accountId}`.execute(tx);
  },
});
