import { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import { personOf } from "../account-records/account-personal-data-store.ts";
import { type Account, lockAccount } from "../account-records/account-store.ts";
import { daysMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { JobHandler } from "../jobs/job.ts";
import { planMethodRemovals } from "../payments/save-card.ts";
import { lockAccountAndLogin, queueDeletionEmail } from "./delete-account.ts";
import { deletionObstacles, isBlocked } from "./deletion-obstacles.ts";
import { personalDataSources } from "./personal-data-sources.ts";

const Payload = z.object({ language: Language, quiet: z.boolean() });

/** The job `deletion-reminder`: some days before, sends the e-mail that says how to withdraw the request. */
export const remindOfDeletion: JobHandler = async (deps, work) => {
  const { networkId, key: accountId } = work;
  if (networkId === null) return undefined;
  const { language } = Payload.parse(work.payload);
  await deps.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, networkId, accountId);
    if (account === undefined || account.erasesAt === null || account.deletionRequestedAt === null) return;
    const { erasesAt, deletionRequestedAt, guest } = account;
    const mail = { template: "deletion-reminder", since: deletionRequestedAt } as const;
    await queueDeletionEmail(tx, deps, account, language, { ...mail, values: { erasesAt, guest } });
  });
  deps.wake();
  return undefined;
};

/** If something blocks the deletion on the day itself, it is tried again after this time. */
const retryDays = 1;

/** The job `account-erasure`: erases the account when due. Does nothing if withdrawn; postpones while something is open. */
export const eraseWhenDue: JobHandler = async (deps, work) => {
  const { networkId, key: accountId } = work;
  if (networkId === null) return undefined;
  const { language, quiet } = Payload.parse(work.payload);
  const again = await inTransaction(deps.db, async (tx) => {
    const account = await lockAccountAndLogin(tx, networkId, accountId);
    if (account === undefined || account.erasesAt === null) return undefined;
    if (account.erasesAt > deps.clock.iso()) return new Date(account.erasesAt);
    if (isBlocked(await deletionObstacles(tx, networkId, accountId))) {
      return later(deps.clock.now(), daysMs(retryDays));
    }
    await eraseAccount(tx, deps, networkId, accountId);
    if (!quiet) await sendFinalEmail(tx, deps, account, language);
    return undefined;
  });
  deps.wake();
  return again === undefined ? undefined : { again };
};

/**
 * Erases everything about the person in every module, in the caller's transaction, which has locked the account (decision 044). Only
 * bookkeeping without the person and the issued invoices in their archive stay.
 */
export async function eraseAccount(tx: Tx, deps: Dependencies, networkId: string, accountId: string): Promise<void> {
  const person = await personOf(tx, networkId, accountId);
  const at = deps.clock.iso();
  await planMethodRemovals(tx, deps, person);
  for (const source of Object.values(personalDataSources)) await source.erase(tx, person, at);
}

/** Queues the last e-mail; it is deleted once sent, and its key reveals nothing. */
async function sendFinalEmail(tx: Tx, deps: Dependencies, account: Account, language: Language): Promise<void> {
  await queueEmail(tx, deps, {
    networkId: account.networkId,
    accountId: null,
    to: account.email,
    template: "account-erased",
    language: account.language ?? language,
    values: { at: deps.clock.iso(), guest: account.guest },
    cause: `account-erased-${deps.ids.uuid()}`,
  });
}
