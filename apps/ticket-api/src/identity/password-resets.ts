import { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import { accountOfLogin, lockAccount } from "../account-records/account-store.ts";
import { accountMergedFromEmail } from "../account-records/merged-account-store.ts";
import { lockLogin, loginByEmail } from "../authentication/login-store.ts";
import { minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import { hashed } from "../ids.ts";
import type { JobHandler } from "../jobs/job.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { masked } from "./credentials.ts";
import { sendCode } from "./send-code.ts";

/** How many reset e-mails one client address may request in the network. */
const requestsPerAddress = { limit: 30, windowMs: minutesMs(60), blockMs: minutesMs(15) };

/**
 * Records that a reset was requested. A job later checks whether the e-mail has a login, so that neither the response nor its time
 * reveals it. False: this client address requests too often.
 */
export async function requestPasswordReset(
  deps: Dependencies,
  network: LoadedNetwork,
  email: string,
  language: Language,
  address: string,
): Promise<boolean> {
  const now = deps.clock.now();
  if (!(await countAttempt(deps.db, network.id, `reset:${addressBlock(address)}`, now, requestsPerAddress)))
    return false;
  await plan(deps.db, deps, {
    networkId: network.id,
    kind: "password-reset",
    key: deps.ids.uuid(),
    payload: { email, language, requester: hashed(addressBlock(address)) },
  });
  deps.wake();
  return true;
}

/** `requester` is missing in jobs from before requesters were distinguished. */
const Payload = z.object({ email: z.string(), language: Language, requester: z.string().default("") });

/** The job `password-reset`: sends the e-mail, if there is such a login; or, if its account was merged, one that names the other address. */
export const sendPasswordReset: JobHandler = async (deps, work) => {
  const { email, language, requester } = Payload.parse(work.payload);
  const network = work.networkId === null ? undefined : await deps.networks.get(work.networkId);
  if (network === undefined) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const found = await loginByEmail(tx, network.id, email);
    const login = found === undefined ? undefined : await lockLogin(tx, network.id, found.id);
    if (login === undefined) return nameRemainingAccount(tx, deps, network, email, language);
    const account = await accountOfLogin(tx, network.id, login.id);
    const emailLanguage = account?.language ?? language;
    await sendCode(tx, deps, network, login, "LEGACY_PASSWORD_CHANGE", login.email, emailLanguage, requester);
  });
  deps.wake();
  return undefined;
};

/** Tells somebody whose account was merged into another one (decision 186) with which address they sign in now. */
async function nameRemainingAccount(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  email: string,
  language: Language,
): Promise<void> {
  const merged = await accountMergedFromEmail(tx, network.id, email);
  if (merged === undefined || merged.account.email === "" || merged.account.email === email) return;
  const { mergedAt } = merged;
  // An e-mail has no foreign key to its account: locked, none is written after the account's erasure or next merge.
  const account = await lockAccount(tx, network.id, merged.account.id);
  if (account === undefined) return;
  await queueEmail(tx, deps, {
    ...{ networkId: network.id, accountId: account.id, to: email, template: "accounts-merged" },
    language: account.language ?? language,
    values: { at: mergedAt, other: masked(account.email), remains: false },
    cause: `accounts-merged-${deps.ids.uuid()}`,
  });
}
