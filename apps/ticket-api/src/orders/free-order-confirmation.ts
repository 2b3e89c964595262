import { err, ok, type Result } from "@guichet/contract/result.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { noticeWait, takeNotice } from "../email/notice-allowance.ts";
import type { OrderRow } from "../order-records/order-store.ts";

/**
 * Limits the confirmations of free orders per mailbox. The account's own address is always allowed; an address that a
 * guest or another account enters is unproven and gets a limited number of confirmations an hour. Beyond that the order
 * is refused and nothing is stored; paid orders are never limited.
 */
export async function takeFreeOrderEmail(
  tx: Tx,
  deps: Dependencies,
  { networkId, invoiceEmail, customer }: Pick<OrderRow, "networkId" | "invoiceEmail" | "customer">,
): Promise<Result<true, "TOO_MANY_REQUESTS">> {
  const to = invoiceEmail ?? customer.email;
  const isOwn = !customer.guest && normaliseEmail(to) === normaliseEmail(customer.email);
  const notice = { networkId, to, template: "order-confirmation" as const };
  if (to === "" || isOwn || (await takeNotice(tx, deps, notice))) return ok(true);
  return err("TOO_MANY_REQUESTS", { retryAfterSeconds: await noticeWait(tx, deps, notice) });
}
