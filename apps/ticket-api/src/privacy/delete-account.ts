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
  saveDeletion,
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

type Requested = Result<{ erasesAt: string }, "DELETION_BLOCKED" | "ACCOUNT_DELETION_PENDING" | "NOT_FOUND">;
type CallContext = Parameters<Handler<typeof requestDeletion>>[0];

/**
 * Asks for the deletion of one's account (§4): said to be meant, by the password of its e-mail sign-in, else after a sign-in just now.
 * Refused while an order, a subscription or an installment is open.
 */
export const requestDeletionHandler: Handler<typeof requestDeletion> = async (ctx) => {
  const { deps, network, session, request, language } = ctx;
  if (request.checkOnly === true) return checkOnly(ctx);
  if (request.confirmed !== true) return err("CONFIRMATION_REQUIRED");
  const proved = await prove(ctx);
  if (!proved.ok) return proved;
  const requested = await runTransaction(deps.db, (tx) => {
    const naming = namingIn(network, language);
    const said = { language, requestedAt: deps.clock.iso(), quiet: false, naming };
    return beginDeletion(tx, deps, network.id, session.accountId, said);
  });
  deps.wake();
  return requested;
};

/** Tells what would be answered, beside the proof. */
async function checkOnly({ deps, network, session, language }: CallContext): Promise<Requested> {
  const naming = namingIn(network, language);
  const obstacles = await deletionObstacles(deps.db, network.id, session.accountId, naming);
  return isBlocked(obstacles) ? blockedBy(obstacles) : ok({ erasesAt: endOfWithdrawal(deps) });
}

const namingIn =
  (network: LoadedNetwork, language: Language): Naming =>
  (one) =>
    subscriptionName(one, network, language);

type Proof = "FIELD_REQUIRED" | "PASSWORD_WRONG" | "TOO_MANY_REQUESTS" | "REAUTHENTICATION_REQUIRED";

async function prove({ deps, network, session, request }: CallContext): Promise<Result<true, Proof>> {
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
  /** Another account of the same request has the letters. */
  quiet: boolean;
  /** What a subscription in the way is called. */
  naming?: Naming;
}

/**
 * Notes that an account is to be erased in 30 days, inside the caller's transaction: every session and token ends, a
 * letter says until when it may be taken back, another reminds. The account is held: no order is placed meanwhile.
 */
export async function beginDeletion(
  tx: Tx,
  deps: Dependencies,
  networkId: string,
  accountId: string,
  { language, requestedAt, quiet, naming }: DeletionRequest,
): Promise<Requested> {
  const account = await holdWhole(tx, networkId, accountId);
  if (account === undefined) return err("NOT_FOUND");
  if (account.erasesAt !== null) return err("ACCOUNT_DELETION_PENDING", { erasesAt: account.erasesAt });
  const obstacles = await deletionObstacles(tx, networkId, accountId, naming);
  if (isBlocked(obstacles)) return blockedBy(obstacles);
  const erasesAt = endOfWithdrawal(deps);
  await saveDeletion(tx, accountId, { requestedAt, erasesAt });
  await endSignIns(tx, await personOf(tx, networkId, accountId), requestedAt);
  const work = { networkId, key: accountId, payload: { language, quiet } };
  const remindsAt = later(new Date(erasesAt), -daysMs(deletionReminderDays));
  if (!quiet) await plan(tx, deps, { ...work, kind: "deletion-reminder", dueAt: remindsAt });
  await plan(tx, deps, { ...work, kind: "account-erasure", dueAt: new Date(erasesAt) });
  if (!quiet)
    await writeTo(tx, deps, account, language, "deletion-requested", { erasesAt, guest: account.guest }, requestedAt);
  return ok({ erasesAt });
}

/** Holds an account with its sign-in, in the order in which a sign-in holds them: nothing is written for it meanwhile. */
export async function holdWhole(tx: Tx, networkId: string, accountId: string): Promise<Account | undefined> {
  const loginId = await loginIdOfAccount(tx, networkId, accountId);
  if (loginId !== undefined) await lockLogin(tx, networkId, loginId);
  return lockAccount(tx, networkId, accountId);
}

/** Takes the deletion back (§4): the account is as it was, and this session with it; so are guests of the same request. */
export const reactivateHandler: Handler<typeof reactivate> = async ({ deps, network, session, language }) => {
  const taken = await deps.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, network.id, session.accountId);
    if (account === undefined || account.erasesAt === null) return err("DELETION_NOT_REQUESTED");
    await takeBack(tx, account.id);
    for (const other of await accountsWithEmail(tx, network.id, account.email)) {
      if (other.guest && other.deletionRequestedAt === account.deletionRequestedAt) await takeBack(tx, other.id);
    }
    const at = deps.clock.iso();
    await writeTo(tx, deps, account, language, "account-reactivated", { at }, at);
    const kept = await findAccount(tx, network.id, account.id);
    const holder = (await travellersOf(tx, network.id, account.id)).find(({ isHolder }) => isHolder);
    if (kept === undefined || holder === undefined) throw new Error("An account has a holder");
    return ok({ user: userOf(kept, holder, network) });
  });
  deps.wake();
  return taken;
};

async function takeBack(tx: Tx, accountId: string): Promise<void> {
  await saveDeletion(tx, accountId, null);
  await dropJob(tx, { "deletion-reminder": accountId, "account-erasure": accountId });
}

type DeletionEmail = Extract<EmailTemplate, "deletion-requested" | "deletion-reminder" | "account-reactivated">;

/** A letter about the deletion, in the account's language; `since` tells one request from the next. */
export async function writeTo<Template extends DeletionEmail>(
  tx: Tx,
  deps: Dependencies,
  account: Account,
  language: Language,
  template: Template,
  values: EmailValues[Template],
  since: string,
): Promise<void> {
  await queueEmail(tx, deps, {
    networkId: account.networkId,
    accountId: account.id,
    to: account.email,
    template,
    language: account.language ?? language,
    values,
    cause: `${template}-${account.id}-${Date.parse(since)}`,
  });
}
