import { deletionWithdrawalDays } from "@guichet/contract/limits/personal-data-limits.ts";
import type {
  checkCustomerDeletion,
  startCustomerDeletion,
  withdrawCustomerDeletion,
} from "@guichet/contract/office/customer-service/deletion.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { findAccount } from "../account-records/account-store.ts";
import { daysMs, later } from "../clock.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { type DeletionResult, keepAccount, startDeletion, subscriptionNaming } from "../privacy/delete-account.ts";
import { deletionObstacles } from "../privacy/deletion-obstacles.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { lockCustomer } from "./lock-customer.ts";

/** Handlers of the deletion of an account that its customer requests in writing. */
export const customerDeletionHandlers: ModuleHandlers<
  "checkCustomerDeletion" | "startCustomerDeletion" | "withdrawCustomerDeletion"
> = {
  checkCustomerDeletion: (ctx) => checkHandler(ctx),
  startCustomerDeletion: (ctx) => startHandler(ctx),
  withdrawCustomerDeletion: (ctx) => withdrawHandler(ctx),
};

const checkHandler: Handler<typeof checkCustomerDeletion> = async ({ deps, network, request, language }) => {
  const { customerId } = request;
  const account = isUuid(customerId) ? await findAccount(deps.db, network.id, customerId) : undefined;
  if (account === undefined) return err("NOT_FOUND");
  const found = await deletionObstacles(deps.db, network.id, account.id, subscriptionNaming(network, language));
  return ok({
    obstacles: found.map(({ reason: kind, id, name }) => ({ kind, id, name })),
    erasesAt: account.erasesAt ?? later(deps.clock.now(), daysMs(deletionWithdrawalDays)).toISOString(),
    isRequested: account.erasesAt !== null,
  });
};

const startHandler: Handler<typeof startCustomerDeletion> = async (ctx) => {
  const { deps, network, request, session, language } = ctx;
  const { customerId, reason } = request;
  if (!isUuid(customerId)) return err("NOT_FOUND");
  const started: DeletionResult = await runTransaction(deps.db, async (tx): Promise<DeletionResult> => {
    // The e-mail is in the customer's language, or the network's; what blocks is named in that of the reader.
    const naming = subscriptionNaming(network, language);
    const deletion = { language: network.language, requestedAt: deps.clock.iso(), quiet: false, naming, byStaff: true };
    const requested = await startDeletion(tx, deps, network.id, customerId, deletion);
    if (!requested.ok) return requested;
    const by = { networkId: network.id, staffId: session.staffId, thing: customerId, accountId: customerId, reason };
    await recordAuditEntry(tx, deps, { ...by, act: "customer.start-deletion" });
    return requested;
  });
  if (!started.ok) return started;
  deps.wake();
  const parties = { actor: { staff: session.staffId }, subject: { customer: customerId } };
  deps.security({ event: "deletion.asked", outcome: "ok", ...parties, network: network.id, address: ctx.address });
  return started;
};

type Withdrawn = Result<Record<string, never>, "NOT_FOUND" | "DELETION_NOT_REQUESTED">;

const withdrawHandler: Handler<typeof withdrawCustomerDeletion> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { customerId, reason } = request;
  const withdrawn: Withdrawn = await runTransaction(deps.db, async (tx): Promise<Withdrawn> => {
    const account = await lockCustomer(tx, network.id, customerId);
    if (account === undefined) return err("NOT_FOUND");
    const kept = await keepAccount(tx, deps, account, { language: network.language, byStaff: true });
    if (!kept.ok) return kept;
    const by = { networkId: network.id, staffId: session.staffId, thing: account.id, accountId: account.id, reason };
    await recordAuditEntry(tx, deps, { ...by, act: "customer.withdraw-deletion" });
    return ok({});
  });
  if (!withdrawn.ok) return withdrawn;
  deps.wake();
  const parties = { actor: { staff: session.staffId }, subject: { customer: customerId } };
  deps.security({ event: "deletion.withdrawn", outcome: "ok", ...parties, network: network.id, address: ctx.address });
  return withdrawn;
};
