import type { CodeOf } from "@guichet/contract/call.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { confirmTermination, NotifiedTermination, readTermination } from "@guichet/contract/terminations.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed, isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { terminate } from "../subscriptions/terminate-subscription.ts";
import { findRequestByCode, receiptOf, recordReceipt, type TerminationRequest } from "./request-store.ts";
import { contractsOf, identified, terminable } from "./terminable-contracts.ts";

/** A request whose contract was found. */
type FoundRequest = TerminationRequest & { accountId: string; expiresAt: string };

/** Finds the request that a code belongs to. */
async function requestByCode(
  deps: Dependencies,
  networkId: string,
  code: string,
): Promise<Result<FoundRequest, "CODE_INVALID" | "CODE_EXPIRED">> {
  const found = await findRequestByCode(deps.db, networkId, hashed(code));
  if (found === undefined || found.accountId === null || found.expiresAt === null) return err("CODE_INVALID");
  const { accountId, expiresAt } = found;
  return expiresAt <= deps.clock.iso() ? err("CODE_EXPIRED") : ok({ ...found, accountId, expiresAt });
}

/** A request as the reader of its e-mail sees it. */
async function terminationView(
  deps: Dependencies,
  network: LoadedNetwork,
  request: FoundRequest,
  language: Language,
): Promise<NotifiedTermination> {
  const { reference, requestedAt, endOn, expiresAt } = request;
  const contracts = await contractsOf(deps, network, request, language);
  const receipt = receiptOf(request);
  const [ended] = receipt === null ? [] : contracts;
  return {
    reference,
    requestedAt,
    endOn,
    expiresAt,
    contracts: receipt === null ? terminable(contracts, endOn) : [],
    confirmed: receipt === null || ended === undefined ? null : { ...identified(ended), ...receipt },
  };
}

export const readTerminationHandler: Handler<typeof readTermination> = async ({ deps, network, request, language }) => {
  const found = await requestByCode(deps, network.id, request.code);
  return found.ok ? ok({ termination: await terminationView(deps, network, found.value, language) }) : found;
};

export const confirmTerminationHandler: Handler<typeof confirmTermination> = async (ctx) => {
  const { deps, network, request, language } = ctx;
  const found = await requestByCode(deps, network.id, request.code);
  if (!found.ok) return found;
  const { subscriptionId } = request;
  const { subscriptionId: named } = found.value;
  if (!isUuid(subscriptionId) || (named !== null && named !== subscriptionId)) return err("NOT_FOUND");
  const confirmed = await confirm(deps, network, found.value, request);
  deps.wake();
  // A second press of the button gets the receipt of the first.
  const now = await requestByCode(deps, network.id, request.code);
  if (!now.ok) return now;
  if (!confirmed.ok && now.value.confirmedAt === null) return confirmed;
  return ok({ termination: await terminationView(deps, network, now.value, language) });
};

type ConfirmCode = CodeOf<typeof confirmTermination>;

async function confirm(
  deps: Dependencies,
  network: LoadedNetwork,
  { id, networkId, accountId, requestedAt, reference, endOn, confirmedAt }: FoundRequest,
  { subscriptionId, effect, lastDay }: Parameters<typeof confirmTerminationHandler>[0]["request"],
): Promise<Result<true, ConfirmCode>> {
  if (confirmedAt !== null) return ok(true);
  return terminate(
    deps,
    network,
    { networkId, accountId },
    { subscriptionId, effect, lastDay },
    {
      at: requestedAt,
      reference,
      desiredEnd: endOn,
      record: (tx, ending, currency) => {
        const refund = ending.refund === null ? null : { amount: ending.refund, currency };
        const { effect, lastDay } = ending;
        return recordReceipt(tx, id, accountId, { subscriptionId, at: deps.clock.iso(), effect, lastDay, refund });
      },
    },
  );
}
