import type { requestDeletionByEmail } from "@guichet/contract/accounts.ts";
import { deletionCodeHours } from "@guichet/contract/limits/personal-data-limits.ts";
import { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { z } from "zod";
import { lockAccount } from "../account-records/account-store.ts";
import { accountsWithEmail } from "../account-records/address-store.ts";
import { consumeAddressCode, findAddressCode, insertAddressCode } from "../authentication/code-store.ts";
import { takeCodeEmail } from "../authentication/email-allowance.ts";
import { hoursMs, later, minutesMs } from "../clock.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { JobHandler } from "../jobs/job.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { startDeletion } from "./delete-account.ts";

/** How many deletion e-mails one client address may request in the network. */
const requestsPerAddress = { limit: 30, windowMs: minutesMs(60), blockMs: minutesMs(15) };

/**
 * Requests a deletion without a session. It only records the request; a job later checks whether anybody has that e-mail, so that
 * neither the response nor its time reveals it.
 */
export const requestByEmailHandler: Handler<typeof requestDeletionByEmail> = async (ctx) => {
  const { deps, network, request, language, address } = ctx;
  const subject = `deletion:${addressBlock(address)}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), requestsPerAddress))) {
    return err("TOO_MANY_REQUESTS");
  }
  const payload = { email: request.email, language, requester: hashed(addressBlock(address)) };
  await plan(deps.db, deps, { networkId: network.id, kind: "deletion-code", key: deps.ids.uuid(), payload });
  deps.wake();
  return ok({});
};

/** `requester` is missing in jobs from before requesters were distinguished. */
const Payload = z.object({ email: z.string(), language: Language, requester: z.string().default("") });

/** The job `deletion-code`: sends the code, if that e-mail has an account or bought as a guest. */
export const sendDeletionCode: JobHandler = async (deps, work) => {
  const { email, language, requester } = Payload.parse(work.payload);
  const { networkId } = work;
  if (networkId === null) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const [found] = await accountsWithEmail(tx, networkId, email);
    // Locked, so that of several concurrent requests only one sends.
    const account = found === undefined ? undefined : await lockAccount(tx, networkId, found.id);
    if (account === undefined) return;
    const now = deps.clock.now();
    const codeEmail = { networkId, email, kind: "LEGACY_ACCOUNT_ANONYMIZATION", requester } as const;
    if ((await takeCodeEmail(tx, codeEmail, now)) > 0) return;
    const code = deps.ids.token();
    const codeHash = hashed(code);
    const expiresAt = later(now, hoursMs(deletionCodeHours)).toISOString();
    await insertAddressCode(tx, { codeHash, networkId, email, expiresAt }, now.toISOString());
    await queueEmail(tx, deps, {
      networkId,
      accountId: account.id,
      to: email,
      template: "deletion-code",
      language: account.language ?? language,
      values: { code, hours: deletionCodeHours },
      cause: `code-${codeHash}`,
    });
  });
  deps.wake();
  return undefined;
};

type CodeRequestError = "CODE_INVALID" | "CODE_EXPIRED" | "DELETION_BLOCKED";

/**
 * LEGACY_ACCOUNT_ANONYMIZATION: requests the deletion of everything under the code's address, once: the account, and guests who
 * bought with it. The reader of the e-mail owns the address. Refused while something is open; the code then stays valid.
 */
export async function requestByCode(
  deps: Dependencies,
  network: LoadedNetwork,
  code: string,
  language: Language,
): Promise<Result<{ email: string }, CodeRequestError>> {
  const codeHash = hashed(code);
  const now = deps.clock.iso();
  const requested = await runTransaction<{ email: string }, CodeRequestError>(deps.db, async (tx) => {
    const found = await findAddressCode(tx, network.id, codeHash);
    if (found === undefined || found.usedAt !== null) return err("CODE_INVALID");
    if (found.expiresAt <= now) return err("CODE_EXPIRED");
    if (!(await consumeAddressCode(tx, codeHash, now))) return err("CODE_INVALID");
    // One request sends one set of e-mails, however many guests bought with the address.
    let quiet = false;
    for (const { id } of await accountsWithEmail(tx, network.id, found.email)) {
      const started = await startDeletion(tx, deps, network.id, id, { language, requestedAt: now, quiet });
      if (!started.ok && started.code === "DELETION_BLOCKED") return err("DELETION_BLOCKED", started.details);
      quiet ||= started.ok;
    }
    return ok({ email: found.email });
  });
  deps.wake();
  return requested;
}
