import type { changeCustomerEmail } from "@guichet/contract/office/customer-service/corrections.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readNewEmail } from "@guichet/rules/persons/emails.ts";
import { type Account, changeAccountEmail, findAccount, loginIdOfAccount } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { lockEmail } from "../account-records/identity-store.ts";
import { lockLogin } from "../authentication/login-store.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { notifyOldAddress, replaceEmail, unlessTaken } from "../identity/credentials.ts";
import { otherMethodsOf } from "../identity/email-verification.ts";
import { isUuid } from "../ids.ts";
import { correctGuestAddress } from "../order-records/order-address-store.ts";
import { endOtherSessions } from "../sessions/session-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { correctionRefused, notifyOfCorrection } from "./correct-customer.ts";
import { lockCustomer } from "./lock-customer.ts";

type CallContext = Parameters<Handler<typeof changeCustomerEmail>>[0];
type ChangeError =
  | "NOT_FOUND"
  | "TRANSITION_NOT_ALLOWED"
  | "ACCOUNT_DELETION_PENDING"
  | "EMAIL_INVALID"
  | "EMAIL_UNCHANGED"
  | "EMAIL_EXISTS";

/**
 * `Office/changeCustomerEmail`: changes the address of an account for a customer who cannot do it, as one who lost the mailbox. What
 * follows is the same as of the customer's own change (`accounts/own-email.ts`).
 */
export const changeCustomerEmailHandler: Handler<typeof changeCustomerEmail> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const changed = await unlessTaken(() => runTransaction(deps.db, (tx) => changeAddress(tx, ctx)));
  if (!changed.ok) return changed;
  deps.wake();
  const parties = { actor: { staff: session.staffId }, subject: { customer: request.customerId } };
  deps.security({ event: "email.changed", outcome: "ok", ...parties, network: network.id, address: ctx.address });
  return ok({ email: changed.value });
};

async function changeAddress(tx: Tx, ctx: CallContext): Promise<Result<string, ChangeError>> {
  const { deps, network, session, request } = ctx;
  const { customerId, seen, reason } = request;
  const loginId = isUuid(customerId) ? await loginIdOfAccount(tx, network.id, customerId) : undefined;
  // The login before its account, as a sign-in does. Where there is one, nobody changes the address without its lock.
  const login = loginId === undefined ? undefined : await lockLogin(tx, network.id, loginId);
  const account =
    login === undefined
      ? await lockCustomer(tx, network.id, customerId)
      : await findAccount(tx, network.id, customerId);
  if (account === undefined) return err("NOT_FOUND");
  if (account.erasesAt !== null) return err("ACCOUNT_DELETION_PENDING", { erasesAt: account.erasesAt });
  if (account.email !== seen) return correctionRefused("changed");
  const read = readNewEmail(request.email, account.email);
  if (!read.ok) return read;
  const email = read.value;
  // A new address has to be proved, and its proof would open an account of its own, without what belongs to this one (decision 064).
  if (login !== undefined && (await otherMethodsOf(tx, { deps, network }, account.id)).length > 0)
    return correctionRefused("other-sign-in");
  const change = { deps, network, language: network.language, keepSession: null, byStaff: true };
  const changed =
    login === undefined
      ? await replaceContact(tx, ctx, account, email)
      : await replaceEmail(tx, { ...change, login }, email, "none");
  if (!changed.ok) return changed;
  const by = { networkId: network.id, staffId: session.staffId, thing: account.id, accountId: account.id, reason };
  const changes = [{ field: "email" as const, before: account.email || null, after: email }];
  await recordAuditEntry(tx, deps, { ...by, act: "customer.change-email", changes });
  return ok(email);
}

/** Changes the address of an account without an e-mail login, or of a guest, who has no sign-in that could be another's. */
async function replaceContact(
  tx: Tx,
  { deps, network }: CallContext,
  account: Account,
  email: string,
): Promise<Result<true, "EMAIL_EXISTS">> {
  await lockEmail(tx, network.id, email);
  if (!account.guest && (await otherAccountHasEmail(tx, network.id, email, account.id))) return err("EMAIL_EXISTS");
  await changeAccountEmail(tx, account.id, email);
  await endOtherSessions(tx, account.id, null);
  if (account.guest) {
    await correctGuestAddress(tx, { accountId: account.id, from: account.email, to: email }, deps.clock.iso());
    await notifyOfCorrection(tx, { deps, network }, account, ["email"]);
  } else if (account.email !== "") {
    const change = { account, language: network.language, from: account.email, to: email, byStaff: true };
    await notifyOldAddress(tx, deps, network, change);
  }
  return ok(true);
}
