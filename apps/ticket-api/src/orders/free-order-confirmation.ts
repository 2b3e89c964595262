import { err, ok, type Result } from "@guichet/contract/result.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { noticeWait, takeNotice } from "../email/notice-allowance.ts";
import type { OrderRow } from "../order-records/order-store.ts";

/**
 * May an order that costs nothing be confirmed to the address that it names? One's own account's always; a guest's, or another one, is
 * only said to be theirs, and gets so many an hour. The order is refused then and stands nowhere; a paid one never is.
 */
export async function takeFreeOrderEmail(
  tx: Tx,
  deps: Dependencies,
  { networkId, invoiceEmail, customer }: Pick<OrderRow, "networkId" | "invoiceEmail" | "customer">,
): Promise<Result<true, "TOO_MANY_REQUESTS">> {
  const to = invoiceEmail ?? customer.email;
  const isOwn = !customer.guest && tidyEmail(to) === tidyEmail(customer.email);
  const notice = { networkId, to, template: "order-confirmation" as const };
  if (to === "" || isOwn || (await takeNotice(tx, deps, notice))) return ok(true);
  return err("TOO_MANY_REQUESTS", { retryAfterSeconds: await noticeWait(tx, deps, notice) });
}
