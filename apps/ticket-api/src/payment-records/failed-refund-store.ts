import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { FailedRefund } from "../integrations/payment-provider.ts";
import type { ProviderPayment } from "./payment-store.ts";

/** Stores that a refund failed at its provider, once; locks its row until the transaction ends. */
export async function saveFailedRefund(
  tx: Tx,
  { id: paymentId, providerAccount }: Pick<ProviderPayment, "id" | "providerAccount">,
  { id, reference, amount: { amount, currency }, code }: FailedRefund,
  foundAt: string,
): Promise<void> {
  await sql`insert into failed_refund (provider_account, provider_refund, payment_id, reference, amount, currency, code, found_at)
    values (${providerAccount}, ${id}, ${paymentId}, ${reference}, ${amount}, ${currency}, ${code}, ${foundAt})
    on conflict (provider_account, provider_refund) do update set payment_id = excluded.payment_id`.execute(tx);
}

/** The failure of the refund with this reference of a payment that was reported; undefined: none. */
export async function findFailedRefund(
  db: Database | Tx,
  paymentId: string,
  reference: string,
): Promise<FailedRefund | undefined> {
  const found = await sql<{ id: string; amount: number; currency: string; code: string; foundAt: string }>`
    select provider_refund as id, amount::float8 as amount, currency, code, found_at as "foundAt" from failed_refund
    where payment_id = ${paymentId}::uuid and reference = ${reference} order by found_at limit 1`.execute(db);
  const [row] = found.rows;
  if (row === undefined) return undefined;
  const { id, amount, currency, code, foundAt } = row;
  return { id, reference, amount: { amount, currency }, at: foundAt, code };
}

/** Names the refund that is owed to the customer instead of the failed one. */
export async function nameOwedRefund(
  tx: Tx,
  { providerAccount }: Pick<ProviderPayment, "providerAccount">,
  { id }: Pick<FailedRefund, "id">,
  refundId: string,
): Promise<void> {
  await sql`update failed_refund set refund_id = ${refundId} where provider_account = ${providerAccount}
    and provider_refund = ${id}`.execute(tx);
}

/** The provider's code for the failure of a refund that is owed since; undefined: it did not fail. */
export async function failureOfRefund(db: Database | Tx, refundId: string): Promise<string | undefined> {
  const found = await sql<{ code: string }>`select code from failed_refund where refund_id = ${refundId}::uuid
    order by found_at limit 1`.execute(db);
  return found.rows[0]?.code;
}
