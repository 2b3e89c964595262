import { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import { personOf } from "../account-records/account-personal-data-store.ts";
import { type Account, lockAccount } from "../account-records/account-store.ts";
import { daysMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { JobHandler } from "../jobs/job.ts";
import { planCardRemovals } from "../payments/save-card.ts";
import { holdWhole, writeTo } from "./delete-account.ts";
import { deletionObstacles, isBlocked } from "./deletion-obstacles.ts";
import { personalDataSources } from "./personal-data-sources.ts";

const Payload = z.object({ language: Language, quiet: z.boolean() });

/** Timed work `deletion-reminder`: some days before, the letter that says how to take it back. */
export const remindOfDeletion: JobHandler = async (deps, work) => {
  const { networkId, key: accountId } = work;
  if (networkId === null) return undefined;
  const { language } = Payload.parse(work.payload);
  await deps.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, networkId, accountId);
    if (account === undefined || account.erasesAt === null || account.deletionRequestedAt === null) return;
    const { erasesAt, deletionRequestedAt, guest } = account;
    await writeTo(tx, deps, account, language, "deletion-reminder", { erasesAt, guest }, deletionRequestedAt);
  });
  deps.wake();
  return undefined;
};

/** What stands in the way on the day itself is looked at again so much later. */
const tryAgainDays = 1;

/** Timed work `account-erasure`: the day has come. Taken back: nothing is done; put off while something is open. */
export const eraseWhenDue: JobHandler = async (deps, work) => {
  const { networkId, key: accountId } = work;
  if (networkId === null) return undefined;
  const { language, quiet } = Payload.parse(work.payload);
  const again = await deps.db.transaction().execute(async (tx) => {
    const account = await holdWhole(tx, networkId, accountId);
    if (account === undefined || account.erasesAt === null) return undefined;
    if (account.erasesAt > deps.clock.iso()) return new Date(account.erasesAt);
    if (isBlocked(await deletionObstacles(tx, networkId, accountId))) {
      return later(deps.clock.now(), daysMs(tryAgainDays));
    }
    await eraseAccount(tx, deps, networkId, accountId);
    if (!quiet) await sayGoodbye(tx, deps, account, language);
    return undefined;
  });
  deps.wake();
  return again === undefined ? undefined : { again };
};

/**
 * Erases everything of the person in every room, in the caller's transaction, which holds the account (decision 044). What
 * stays: the books without the person, and the issued invoices in their archive.
 */
export async function eraseAccount(tx: Tx, deps: Dependencies, networkId: string, accountId: string): Promise<void> {
  const person = await personOf(tx, networkId, accountId);
  const at = deps.clock.iso();
  await planCardRemovals(tx, deps, person);
  for (const room of Object.values(personalDataSources)) await room.erase(tx, person, at);
}

/** The last letter; once it is sent, nothing of it is kept, and its name tells nothing. */
async function sayGoodbye(tx: Tx, deps: Dependencies, account: Account, language: Language): Promise<void> {
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
