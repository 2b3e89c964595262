import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";

/** A payment that a report of a bank names, in minor units. */
export interface ReportedPayment {
  id: string;
  networkId: string;
  orderId: string;
  amount: number;
  /** What was taken off before the bank got it. */
  lowered: number;
  currency: string;
}

/** The payments of an account with these references, by their references; those of other shops of the account are left out. */
export async function findReportedPayments(
  db: Database | Tx,
  account: ProviderAccount,
  references: readonly string[],
): Promise<Map<string, ReportedPayment>> {
  const found =
    await sql<ReportedPayment>`select id, network_id as "networkId", order_id as "orderId", amount::float8 as amount, currency,
      (select coalesce(sum(r.amount), 0)::float8 from provider_refund r where r.provider_account = payment.provider_account
        and r.session = payment.id::text and r.kind = 'reduction' and r.done_at is not null) as lowered
    from payment where provider_account = ${account} and id = any(${references.filter(isUuid)}::uuid[])
      and status in ('captured', 'refunded')`.execute(db);
  return new Map(found.rows.map((payment) => [payment.id, payment]));
}
