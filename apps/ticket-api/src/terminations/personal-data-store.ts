import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const NotifiedTermination = z.strictObject({
  reference: z.string(),
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  contract: z.string(),
  endOn: Day.nullable(),
  reason: z.string().nullable(),
  language: z.string(),
  requestedAt: Instant,
  answeredAt: Instant.nullable(),
  subscriptionId: Id.nullable(),
  confirmedAt: Instant.nullable(),
  effect: z.string().nullable(),
  lastDay: Day.nullable(),
  refundAmount: z.int().nullable().describe("In the smallest unit of the currency"),
  refundCurrency: z.string().nullable(),
  refusedAt: Instant.nullable(),
  refusal: z.string().nullable(),
  remark: z.string().nullable(),
});

/** Terminations notified without a sign-in: of the person's contracts, and those that named the person's own address. */
export const terminationsOfPerson = personalDataSource({
  tables: { termination_request: "goes" },
  leftOut: {
    termination_request: {
      [omissionReasons.rowKey]: "id",
      [omissionReasons.secret]: "code_hash expires_at",
    },
  },
  shape: z.array(NotifiedTermination),
  read: async (db, { networkId, accountId, emails }) => {
    const found = await sql<z.infer<typeof NotifiedTermination>>`
      select reference, number, first_name as "firstName", last_name as "lastName", email, contract, end_on as "endOn",
        reason, language, requested_at as "requestedAt", answered_at as "answeredAt",
        subscription_id as "subscriptionId", confirmed_at as "confirmedAt", effect, last_day as "lastDay",
        refund_amount as "refundAmount", refund_currency as "refundCurrency",
        refused_at as "refusedAt", refusal, remark
      from termination_request where network_id = ${networkId}
        and (account_id = ${accountId} or (account_id is null and email = any(${emails})))
      order by requested_at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId, emails }) => {
    await sql`delete from termination_request where network_id = ${networkId}
      and (account_id = ${accountId} or (account_id is null and email = any(${emails})))`.execute(tx);
  },
});
