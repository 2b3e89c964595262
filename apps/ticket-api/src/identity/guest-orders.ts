import { accountOfLogin, lockAccount } from "../account-records/account-store.ts";
import { accountsWithEmail } from "../account-records/address-store.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { moveVoucherUses } from "../cart/personal-data-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { giveEmails } from "../email/personal-data-store.ts";
import { moveOrdersToAccount } from "../order-records/order-personal-data-store.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { moveRequestsToAccount } from "../refunds/personal-data-store.ts";
import { giveAuditEntries } from "../staff/personal-data-store.ts";
import { moveTicketsToAccount } from "../wallet/personal-data-store.ts";

/**
 * Moves guest purchases with this e-mail to the account whose address it is, once its owner has proved it: orders, tickets, invoices,
 * e-mails (decision 044), refund requests with their evidence, and what the staff did and noted. Orders that are still open stay with the guest until they are closed. The caller has checked
 * that the person who confirmed the login's e-mail also had its password (decision record 101), and has locked the login.
 */
export async function joinGuestOrders(
  tx: Tx,
  deps: Dependencies,
  login: { id: string; networkId: string; email: string },
): Promise<void> {
  const { networkId, email } = login;
  const account = await accountOfLogin(tx, networkId, login.id);
  if (account === undefined) return;
  const guests = (await accountsWithEmail(tx, networkId, email)).filter(({ guest }) => guest);
  if (guests.length === 0) return;
  const holder = (await travellersOf(tx, networkId, account.id)).find(({ isHolder }) => isHolder);
  if (holder === undefined) throw new Error("The account has no holder");
  for (const guest of guests) {
    if ((await lockAccount(tx, networkId, guest.id)) === undefined) continue;
    const transfer = { networkId, from: guest.id, to: account.id, holderId: holder.id };
    const { given, left } = await moveOrdersToAccount(tx, transfer);
    await moveTicketsToAccount(tx, { orderIds: given, to: account.id, holderId: holder.id });
    await moveVoucherUses(tx, given, account.id);
    await moveRequestsToAccount(tx, given, account.id);
    if (left > 0) continue;
    await giveEmails(tx, guest.id, account.id);
    await giveAuditEntries(tx, networkId, guest.id, account.id);
    await eraseAccount(tx, deps, networkId, guest.id);
  }
}
