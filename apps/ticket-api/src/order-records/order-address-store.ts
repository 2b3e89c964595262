import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** Another address in the orders of an account where they name the former one. Issued invoices stay as they are. */
interface OrderAddress {
  accountId: string;
  from: string;
  to: string;
}

const invoiceEmail = sql`invoice_email`;
const customerEmail = sql`customer ->> 'email'`;
const isFormer = (column: RawBuilder<unknown>, { from }: OrderAddress) => sql`lower(${column}) = lower(${from})`;

async function readdressOrders(tx: Tx, change: OrderAddress, more: RawBuilder<unknown>): Promise<void> {
  const customer = sql`case when ${isFormer(customerEmail, change)} then jsonb_set(customer, '{email}', to_jsonb(${change.to}::text))
    else customer end`;
  const invoice = sql`case when ${isFormer(invoiceEmail, change)} then ${change.to}::text else invoice_email end`;
  await sql`update orders set invoice_email = ${invoice}, customer = ${customer} ${more}
    where account_id = ${change.accountId}
      and (${isFormer(invoiceEmail, change)} or ${isFormer(customerEmail, change)})`.execute(tx);
}

/**
 * Corrects the address of a guest in their orders: e-mails about them, with signed links, go there from now on. Links that went to the
 * former one show nothing any more.
 */
export const correctGuestAddress = (tx: Tx, change: OrderAddress, at: string): Promise<void> =>
  readdressOrders(tx, change, sql`, guest_links_from = ${at}`);

/** Makes the orders of an account those of a customer with a sign-in and this address; no signed link shows them any more. */
export async function addressAbsorbedOrders(tx: Tx, change: OrderAddress): Promise<void> {
  await sql`update orders set customer = customer || '{"guest": false}'
    where account_id = ${change.accountId} and customer ->> 'guest' = 'true'`.execute(tx);
  if (change.from !== "" && change.to !== "") await readdressOrders(tx, change, sql``);
}
