import {
  MergeMoves,
  type MergeParty,
  type mergeCustomers,
  type previewCustomerMerge,
} from "@guichet/contract/office/customer-service/merge.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { personOf } from "../account-records/account-personal-data-store.ts";
import { type Account, findAccount, lockAccount, loginIdOfAccount } from "../account-records/account-store.ts";
import { accountMergedFrom, insertMergedAccount } from "../account-records/merged-account-store.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { lockLogin } from "../authentication/login-store.ts";
import { signInsOfPerson } from "../authentication/personal-data-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { masked } from "../identity/credentials.ts";
import { isUuid } from "../ids.ts";
import { jobsOfPerson } from "../jobs/personal-data-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addressAbsorbedOrders } from "../order-records/order-address-store.ts";
import { planMethodRemoval } from "../payments/save-card.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { mergeObstacles } from "./merge-obstacles.ts";
import { accountWithNumber, addressProof, belongingsOf, deleteAccount, moveBelongings } from "./merge-store.ts";
import { joinSameMethods } from "./saved-methods-store.ts";

/** Handlers of the merge of two accounts of one person (decision 186). */
export const customerMergeHandlers: ModuleHandlers<"previewCustomerMerge" | "mergeCustomers"> = {
  previewCustomerMerge: (ctx) => previewHandler(ctx),
  mergeCustomers: (ctx) => mergeHandler(ctx),
};

const previewHandler: Handler<typeof previewCustomerMerge> = async ({ deps, network, request }) => {
  const { customerId, number } = request;
  const remaining = isUuid(customerId) ? await findAccount(deps.db, network.id, customerId) : undefined;
  const id = await accountWithNumber(deps.db, network.id, number);
  const absorbed = id && (await findAccount(deps.db, network.id, id));
  if (remaining === undefined || !absorbed) return err("NOT_FOUND");
  const { ownSignIns, ...moves } = await belongingsOf(deps.db, absorbed.id);
  return ok({
    remaining: await mergedParty(deps.db, remaining),
    absorbed: await mergedParty(deps.db, absorbed),
    ...{ moves, ownSignIns, obstacles: await mergeObstacles(deps.db, remaining, absorbed) },
  });
};

/** Who an account belongs to, by which staff compare two of them. */
async function mergedParty(
  db: Database,
  { id, networkId, customerNumber, email, guest }: Account,
): Promise<MergeParty> {
  const holder = (await travellersOf(db, networkId, id)).find(({ isHolder }) => isHolder);
  const name = `${holder?.firstName ?? ""} ${holder?.lastName ?? ""}`.trim();
  const proof = await addressProof(db, id);
  const isConfirmed = proof === "none" ? null : proof === "proved";
  return {
    customerId: id,
    customerNumber,
    name,
    birthDate: holder?.birthDate ?? null,
    email,
    isConfirmed,
    isGuest: guest,
  };
}

type Merged = Result<{ moved: MergeMoves; isNow: boolean }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">;

const mergeHandler: Handler<typeof mergeCustomers> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const { customerId, absorbedId, reason } = request;
  if (!isUuid(customerId) || !isUuid(absorbedId)) return err("NOT_FOUND");
  const merged: Merged = await runTransaction(deps.db, async (tx): Promise<Merged> => {
    const accounts = await lockBoth(tx, network.id, [customerId, absorbedId]);
    const [remaining, absorbed] = [accounts.get(customerId), accounts.get(absorbedId)];
    if (remaining === undefined) return err("NOT_FOUND");
    if (absorbed === undefined) {
      // Sent twice: it is done, and nothing is left to move.
      const into = await accountMergedFrom(tx, network.id, absorbedId);
      return into?.id === remaining.id ? ok({ moved: nothingMoved, isNow: false }) : err("NOT_FOUND");
    }
    const [obstacle] = await mergeObstacles(tx, remaining, absorbed);
    if (obstacle !== undefined) return err("TRANSITION_NOT_ALLOWED", { reason: obstacle.kind, names: obstacle.names });
    const { ownSignIns: _, ...moved } = await belongingsOf(tx, absorbed.id);
    await absorb(tx, { deps, network }, remaining, absorbed);
    const changes = [
      { field: "customer-number" as const, before: absorbed.customerNumber, after: remaining.customerNumber },
    ];
    const by = { networkId: network.id, staffId: session.staffId, accountId: remaining.id, reason, changes };
    for (const thing of [absorbed.id, remaining.id])
      await recordAuditEntry(tx, deps, { ...by, thing, act: "customer.merge" });
    return ok({ moved, isNow: true });
  });
  if (!merged.ok) return merged;
  const { moved, isNow } = merged.value;
  if (isNow) {
    deps.wake();
    const actor = { staff: session.staffId };
    for (const customer of [absorbedId, customerId])
      deps.security({
        ...{ event: "account.merged", outcome: "ok", actor, subject: { customer } },
        ...{ network: network.id, address: ctx.address },
      });
  }
  return ok({ moved });
};

const nothingMoved = MergeMoves.parse(Object.fromEntries(Object.keys(MergeMoves.shape).map((kind) => [kind, 0])));

/**
 * Locks the logins of accounts, then the accounts, each in the sequence of their ids: of two merges of the same accounts, in whichever
 * direction, the second one finds an account that is gone.
 */
async function lockBoth(tx: Tx, networkId: string, ids: readonly string[]): Promise<Map<string, Account>> {
  const loginIds = await Promise.all(ids.map((id) => loginIdOfAccount(tx, networkId, id)));
  for (const loginId of loginIds.filter((id) => id !== undefined).toSorted()) await lockLogin(tx, networkId, loginId);
  const locked = new Map<string, Account>();
  for (const id of ids.toSorted()) {
    const account = await lockAccount(tx, networkId, id);
    if (account !== undefined) locked.set(id, account);
  }
  return locked;
}

/**
 * Moves everything to the account that remains, and ends the other one. What still belonged to it would forbid to delete it, except in
 * `mail`, `mandate`, `voucher_use` and `staff_act`, which do not refer to their account: who writes there holds the account or one of its orders.
 */
async function absorb(
  tx: Tx,
  { deps, network }: { deps: Dependencies; network: LoadedNetwork },
  remaining: Account,
  absorbed: Account,
): Promise<void> {
  const at = deps.clock.iso();
  const person = await personOf(tx, network.id, absorbed.id);
  const pair = { from: absorbed.id, to: remaining.id, isGuest: absorbed.guest };
  await addressAbsorbedOrders(tx, { accountId: absorbed.id, from: absorbed.email, to: remaining.email });
  for (const card of await joinSameMethods(tx, pair, at)) await planMethodRemoval(tx, deps, network.id, card);
  await moveBelongings(tx, pair);
  await signInsOfPerson.erase(tx, person, at);
  await jobsOfPerson.erase(tx, person, at);
  await deleteAccount(tx, absorbed.id);
  await insertMergedAccount(tx, absorbed, remaining.id, at);
  for (const [to, other, remains] of [
    [absorbed.email, remaining.email, false],
    [remaining.email, absorbed.email, true],
  ] as const) {
    if (to === "" || (to === other && !remains)) continue;
    await queueEmail(tx, deps, {
      ...{ networkId: network.id, accountId: remaining.id, to, template: "accounts-merged" },
      language: (remains ? remaining : absorbed).language ?? remaining.language ?? network.language,
      values: { at, other: masked(other), remains },
      cause: `accounts-merged-${absorbed.id}-${remains ? "remaining" : "absorbed"}`,
      byStaff: true,
    });
  }
}
