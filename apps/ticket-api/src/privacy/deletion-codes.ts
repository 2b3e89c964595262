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
import { beginDeletion } from "./delete-account.ts";

/** How many such letters one address of the network may ask for. */
const asksPerAddress = { limit: 30, windowMs: minutesMs(60), blockMs: minutesMs(15) };

/**
 * Deletion asked for without a session: writes down that it was asked; whether anybody has that e-mail is only looked at
 * afterwards, so that neither the answer nor its time tells.
 */
export const requestByEmailHandler: Handler<typeof requestDeletionByEmail> = async (ctx) => {
  const { deps, network, request, language, address } = ctx;
  const subject = `deletion:${addressBlock(address)}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), asksPerAddress))) {
    return err("TOO_MANY_REQUESTS");
  }
  const payload = { email: request.email, language, requester: hashed(addressBlock(address)) };
  await plan(deps.db, deps, { networkId: network.id, kind: "deletion-code", key: deps.ids.uuid(), payload });
  deps.wake();
  return ok({});
};

/** `requester` is missing in what was asked for before requesters were told apart. */
const Payload = z.object({ email: z.string(), language: Language, requester: z.string().default("") });

/** Timed work `deletion-code`: the letter with the code, if that e-mail has an account or bought as a guest. */
export const sendDeletionCode: JobHandler = async (deps, work) => {
  const { email, language, requester } = Payload.parse(work.payload);
  const { networkId } = work;
  if (networkId === null) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const [found] = await accountsWithEmail(tx, networkId, email);
    // Held, so that of several asked at once one sends.
    const account = found === undefined ? undefined : await lockAccount(tx, networkId, found.id);
    if (account === undefined) return;
    const now = deps.clock.now();
    const asked = { networkId, email, kind: "LEGACY_ACCOUNT_ANONYMIZATION", requester } as const;
    if ((await takeCodeEmail(tx, asked, now)) > 0) return;
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

type Refused = "CODE_INVALID" | "CODE_EXPIRED" | "DELETION_BLOCKED";

/**
 * LEGACY_ACCOUNT_ANONYMIZATION: asks for the deletion of what the code's address has, once: the account, and guests who
 * bought with it. Who reads the letter owns the address. Refused while something is open; the code is still good then.
 */
export async function requestByCode(
  deps: Dependencies,
  network: LoadedNetwork,
  code: string,
  language: Language,
): Promise<Result<{ email: string }, Refused>> {
  const codeHash = hashed(code);
  const now = deps.clock.iso();
  const requested = await runTransaction<{ email: string }, Refused>(deps.db, async (tx) => {
    const found = await findAddressCode(tx, network.id, codeHash);
    if (found === undefined || found.usedAt !== null) return err("CODE_INVALID");
    if (found.expiresAt <= now) return err("CODE_EXPIRED");
    if (!(await consumeAddressCode(tx, codeHash, now))) return err("CODE_INVALID");
    // One request, one set of letters, however many guests bought with the address.
    let quiet = false;
    for (const { id } of await accountsWithEmail(tx, network.id, found.email)) {
      const begun = await beginDeletion(tx, deps, network.id, id, { language, requestedAt: now, quiet });
      if (!begun.ok && begun.code === "DELETION_BLOCKED") return err("DELETION_BLOCKED", begun.details);
      quiet ||= begun.ok;
    }
    return ok({ email: found.email });
  });
  deps.wake();
  return requested;
}
