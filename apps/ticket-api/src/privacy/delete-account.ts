import type { reactivate, requestDeletion } from "@guichet/contract/accounts.ts";
import { deletionReminderDays, deletionWithdrawalDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { personOf } from "../account-records/account-personal-data-store.ts";
import {
  type Account,
  findAccount,
  lockAccount,
  loginIdOfAccount,
  saveDeletionRequest,
} from "../account-records/account-store.ts";
import { accountsWithEmail } from "../account-records/address-store.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import { userOf } from "../account-records/user.ts";
import { lockLogin, loginById } from "../authentication/login-store.ts";
import { endSignIns } from "../authentication/personal-data-store.ts";
import { confirmPassword } from "../authentication/sign-in.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailTemplate, EmailValues } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler } from "../http/call-handler.ts";
import { dropJob } from "../jobs/job-store.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { blockedBy, deletionObstacles, isBlocked, type Naming } from "./deletion-obstacles.ts";

export type DeletionResult = Result<
  { erasesAt: string },
  "DELETION_BLOCKED" | "ACCOUNT_DELETION_PENDING" | "NOT_FOUND"
>;
type CallContext = Parameters<Handler<typeof requestDeletion>>[0];

/**
 * Requests the deletion of the user's account (§4), confirmed with the password of its e-mail login, or else by a recent sign-in.
 * Refused while an order, a subscription or an installment is open.
 */
export const requestDeletionHandler: Handler<typeof requestDeletion> = async (ctx) => {
  const { deps, network, session, request, language } = ctx;
  if (request.checkOnly === true) return checkDeletion(ctx);
  if (request.confirmed !== true) return err("CONFIRMATION_REQUIRED");
  const confirmed = await confirmIdentity(ctx);
  if (!confirmed.ok) return confirmed;
  const requested = await runTransaction(deps.db, (tx) => {
    const naming = subscriptionNaming(network, language);
    const deletion = { language, requestedAt: deps.clock.iso(), quiet: false, naming };
    return startDeletion(tx, deps, network.id, session.accountId, deletion);
  });
  deps.wake();
  return requested;
};

/** Returns what a request would return, without the password check. */
async function checkDeletion({ deps, network, session, language }: CallContext): Promise<DeletionResult> {
  const naming = subscriptionNaming(network, language);
  const obstacles = await deletionObstacles(deps.db, network.id, session.accountId, naming);
  return isBlocked(obstacles) ? blockedBy(obstacles) : ok({ erasesAt: endOfWithdrawal(deps) });
}

/** Names subscriptions in a language, as the deletion is refused with them. */
export const subscriptionNaming =
  (network: LoadedNetwork, language: Language): Naming =>
  (one) =>
    subscriptionName(one, network, language);

type ProofError = "FIELD_REQUIRED" | "PASSWORD_WRONG" | "TOO_MANY_REQUESTS" | "REAUTHENTICATION_REQUIRED";

async function confirmIdentity({ deps, network, session, request }: CallContext): Promise<Result<true, ProofError>> {
  const loginId = await loginIdOfAccount(deps.db, network.id, session.accountId);
  const login = loginId === undefined ? undefined : await loginById(deps.db, network.id, loginId);
  if (login === undefined) {
    const fresh = later(deps.clock.now(), -minutesMs(recentSignInMinutes)).toISOString();
    return session.provedAt >= fresh ? ok(true) : err("REAUTHENTICATION_REQUIRED");
  }
  if (request.currentPassword === undefined) return err("FIELD_REQUIRED", { field: "currentPassword" });
  const confirmed = await confirmPassword(deps, login, session, request.currentPassword);
  if (confirmed === "too many") return err("TOO_MANY_REQUESTS");
  return confirmed === "right" ? ok(true) : err("PASSWORD_WRONG");
}

const endOfWithdrawal = (deps: Dependencies): string =>
  later(deps.clock.now(), daysMs(deletionWithdrawalDays)).toISOString();

export interface DeletionRequest {
  language: Language;
  requestedAt: string;
  /** Suppresses e-mails: another account of the same request gets them. */
  quiet: boolean;
  /** The name of a subscription that blocks the deletion. */
  naming?: Naming;
  /** Staff request it for the customer. */
  byStaff?: boolean;
}

/**
 * Schedules the erasure of an account in 30 days, in the caller's transaction. Every session and token ends. An e-mail says until
 * when the request may be withdrawn, and a second one reminds. The account is locked: no order is placed meanwhile.
 */
export async function startDeletion(
  tx: Tx,
  deps: Dependencies,
  networkId: string,
  accountId: string,
  { language, requestedAt, quiet, naming, byStaff }: DeletionRequest,
): Promise<DeletionResult> {
  const account = await lockAccountAndLogin(tx, networkId, accountId);
  if (account === undefined) return err("NOT_FOUND");
  if (account.erasesAt !== null) return err("ACCOUNT_DELETION_PENDING", { erasesAt: account.erasesAt });
  const obstacles = await deletionObstacles(tx, networkId, accountId, naming);
  if (isBlocked(obstacles)) return blockedBy(obstacles);
  const erasesAt = endOfWithdrawal(deps);
  await saveDeletionRequest(tx, accountId, { requestedAt, erasesAt });
  await endSignIns(tx, await personOf(tx, networkId, accountId), requestedAt);
  const job = { networkId, key: accountId, payload: { language, quiet } };
  const remindsAt = later(new Date(erasesAt), -daysMs(deletionReminderDays));
  if (!quiet) await plan(tx, deps, { ...job, kind: "deletion-reminder", dueAt: remindsAt });
  await plan(tx, deps, { ...job, kind: "account-erasure", dueAt: new Date(erasesAt) });
  const mail = { template: "deletion-requested", since: requestedAt, byStaff } as const;
  if (!quiet)
    await queueDeletionEmail(tx, deps, account, language, { ...mail, values: { erasesAt, guest: account.guest } });
  return ok({ erasesAt });
}

/** Locks an account and its login, in the same order as a sign-in does. */
export async function lockAccountAndLogin(tx: Tx, networkId: string, accountId: string): Promise<Account | undefined> {
  const loginId = await loginIdOfAccount(tx, networkId, accountId);
  if (loginId !== undefined) await lockLogin(tx, networkId, loginId);
  return lockAccount(tx, networkId, accountId);
}

/** Withdraws the deletion (§4): restores the account and keeps this session; guests of the same request are restored too. */
export const reactivateHandler: Handler<typeof reactivate> = async ({ deps, network, session, language }) => {
  const result = await deps.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, network.id, session.accountId);
    if (account === undefined) return err("DELETION_NOT_REQUESTED");
    const kept = await keepAccount(tx, deps, account, { language });
    if (!kept.ok) return kept;
    const updated = await findAccount(tx, network.id, account.id);
    const holder = (await travellersOf(tx, network.id, account.id)).find(({ isHolder }) => isHolder);
    if (updated === undefined || holder === undefined) throw new Error("The account has no holder");
    return ok({ user: userOf(updated, holder, network) });
  });
  deps.wake();
  return result;
};

/** Withdraws the deletion of an account, which the caller has locked, and of the guests of the same request. */
export async function keepAccount(
  tx: Tx,
  deps: Dependencies,
  account: Account,
  { language, byStaff }: { language: Language; byStaff?: boolean },
): Promise<Result<true, "DELETION_NOT_REQUESTED">> {
  if (account.erasesAt === null) return err("DELETION_NOT_REQUESTED");
  await withdrawDeletion(tx, account.id);
  for (const other of await accountsWithEmail(tx, account.networkId, account.email)) {
    if (other.guest && other.deletionRequestedAt === account.deletionRequestedAt) await withdrawDeletion(tx, other.id);
  }
  const at = deps.clock.iso();
  const mail = { template: "account-reactivated", since: at, byStaff } as const;
  await queueDeletionEmail(tx, deps, account, language, { ...mail, values: { at, guest: account.guest } });
  return ok(true);
}

async function withdrawDeletion(tx: Tx, accountId: string): Promise<void> {
  await saveDeletionRequest(tx, accountId, null);
  await dropJob(tx, { "deletion-reminder": accountId, "account-erasure": accountId });
}

type DeletionEmail = Extract<EmailTemplate, "deletion-requested" | "deletion-reminder" | "account-reactivated">;

/** Queues an e-mail about the deletion, in the account's language; `since` distinguishes requests. */
export async function queueDeletionEmail<Template extends DeletionEmail>(
  tx: Tx,
  deps: Dependencies,
  account: Account,
  language: Language,
  {
    template,
    values,
    since,
    byStaff,
  }: { template: Template; values: EmailValues[Template]; since: string; byStaff?: boolean | undefined },
): Promise<void> {
  await queueEmail(tx, deps, {
    networkId: account.networkId,
    accountId: account.id,
    to: account.email,
    template,
    language: account.language ?? language,
    values,
    cause: `${template}-${account.id}-${Date.parse(since)}`,
    byStaff,
  });
}
