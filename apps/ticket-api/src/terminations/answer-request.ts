import { terminationLinkDays } from "@guichet/contract/limits/termination-limits.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { z } from "zod";
import { lockAccount } from "../account-records/account-store.ts";
import { accountMergedFrom } from "../account-records/merged-account-store.ts";
import { takeCodeEmail } from "../authentication/email-allowance.ts";
import { daysMs, later } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailContract, EmailTemplate, EmailValues } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import { hashed } from "../ids.ts";
import type { JobHandler } from "../jobs/job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isOfContract } from "./match-request.ts";
import {
  contractsByNumber,
  type NumberedContract,
  readRequest,
  recordAnswer,
  recordCode,
  type TerminationRequest,
} from "./request-store.ts";
import { contractsOf, identified, terminable } from "./terminable-contracts.ts";

const Payload = z.object({ id: z.string(), requester: z.string() });

/**
 * The job `termination-request`: answers a notified termination by one e-mail. The account's own address gets the link
 * that confirms it; the typed address learns that nothing was found, or that the contract has ended already.
 */
export const answerTerminationRequest: JobHandler = async (deps, job) => {
  const { id, requester } = Payload.parse(job.payload);
  const request = await readRequest(deps.db, id);
  const network = request === undefined ? undefined : await deps.networks.get(request.networkId);
  if (request === undefined || network === undefined || request.answeredAt !== null) return undefined;
  const named = await contractsByNumber(deps.db, request.networkId, request.number);
  const own = named.filter((one) => isOfContract(request, one));
  const [first] = own;
  if (first === undefined) await answerNotFound(deps, request);
  else await answerFound(deps, network, request, { first, requester });
  deps.wake();
  return undefined;
};

/** Queues the only e-mail that answers a request. */
async function queueAnswer<Template extends EmailTemplate>(
  tx: Tx,
  deps: Dependencies,
  request: TerminationRequest,
  mail: { template: Template; values: EmailValues[Template]; account: NumberedContract | undefined },
): Promise<void> {
  const { template, values, account } = mail;
  await queueEmail(tx, deps, {
    networkId: request.networkId,
    accountId: account?.accountId ?? null,
    to: account?.email ?? request.email,
    template,
    language: account?.language ?? request.language,
    values,
    cause: `termination-${request.id}`,
  });
}

const notificationOf = ({ reference, requestedAt, endOn }: TerminationRequest) => ({ reference, requestedAt, endOn });

/** A contract with the day on which it would end, or has ended. */
const emailContract = (one: Subscription, desired: string | null): EmailContract => {
  const { name, traveller } = identified(one);
  const [open] = terminable([one], desired);
  return { name, traveller, lastDay: open?.preferredEnd ?? one.validity.lastDay };
};

const answerNotFound = (deps: Dependencies, request: TerminationRequest): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    if (!(await recordAnswer(tx, request.id, deps.clock.iso()))) return;
    const values = notificationOf(request);
    await queueAnswer(tx, deps, request, { template: "termination-not-found", values, account: undefined });
  });

async function answerFound(
  deps: Dependencies,
  network: LoadedNetwork,
  request: TerminationRequest,
  { first, requester }: { first: NumberedContract; requester: string },
): Promise<void> {
  const { networkId, requestedAt } = request;
  const { accountId } = first;
  const found = { accountId, subscriptionId: first.isByOrder ? first.subscriptionId : null };
  const language = first.language ?? request.language;
  const contracts = await contractsOf(deps, network, { ...found, requestedAt }, language);
  // A contract whose first debit is with the bank can be terminated later by the same link.
  const open = contracts.filter(({ state, mayTerminate }) => state === "ACTIVE" || mayTerminate !== null);
  await deps.db.transaction().execute(async (tx) => {
    // Locked, so that of several concurrent requests only one sends, and none after the account's erasure.
    if ((await lockAccount(tx, networkId, accountId)) === undefined) {
      // The job repeats, and finds the contract in the account that remains.
      if ((await accountMergedFrom(tx, networkId, accountId)) !== undefined)
        throw new Error(`Account ${accountId} was merged while termination request ${request.id} was answered`);
      return;
    }
    const now = deps.clock.now();
    if (!(await recordAnswer(tx, request.id, now.toISOString(), found))) return;
    const common = notificationOf(request);
    if (open.length === 0) {
      const values = { ...common, contracts: contracts.map((one) => emailContract(one, null)) };
      await queueAnswer(tx, deps, request, { template: "termination-ended", values, account: first });
      return;
    }
    const codeEmail = { networkId, email: first.email, kind: "TERMINATION", requester } as const;
    if ((await takeCodeEmail(tx, codeEmail, now)) > 0) return;
    const code = deps.ids.token();
    const expiresAt = later(now, daysMs(terminationLinkDays)).toISOString();
    await recordCode(tx, request.id, { codeHash: hashed(code), expiresAt });
    const values = { ...common, code, expiresAt, contracts: open.map((one) => emailContract(one, request.endOn)) };
    await queueAnswer(tx, deps, request, { template: "termination-confirm", values, account: first });
  });
}
