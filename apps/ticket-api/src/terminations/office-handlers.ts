import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type {
  getTermination,
  listTerminations,
  MatchableContract,
  matchTermination,
  QueuedTermination,
  refuseTermination,
} from "@guichet/contract/office/terminations.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { auditEntriesOn, recordAuditEntry } from "../staff/audit-entry-store.ts";
import { readSubscription } from "../subscription-records/subscription-store.ts";
import { terminate } from "../subscriptions/terminate-subscription.ts";
import { contractNumber } from "./match-request.ts";
import { findContracts, listRequests, readStaffRequest, recordRefusal, type StaffRequest } from "./office-store.ts";
import { type Receipt, receiptOf, recordReceipt } from "./request-store.ts";
import { contractsOf, endingOf, identified } from "./terminable-contracts.ts";

/** Limit of audit entries of one request. */
const historyMax = 50;

/** Handlers of the staff's calls about terminations that were notified without a sign-in (`Office/*`). */
export const terminationsOfficeHandlers: ModuleHandlers<
  "officeTerminations" | "officeTermination" | "matchTermination" | "refuseTermination"
> = {
  officeTerminations: async (ctx) => listHandler(ctx),
  officeTermination: async (ctx) => getHandler(ctx),
  matchTermination: async (ctx) => matchHandler(ctx),
  refuseTermination: async (ctx) => refuseHandler(ctx),
};

const queued = ({
  id,
  reference,
  state,
  firstName,
  lastName,
  contract,
  requestedAt,
}: StaffRequest): QueuedTermination => ({
  requestId: id,
  reference,
  state,
  sender: `${firstName} ${lastName}`.trim(),
  contract,
  requestedAt,
});

const listHandler: Handler<typeof listTerminations> = async ({ deps, network, request }) => {
  const after = readCursor(request.cursor);
  if (!after.ok) return after;
  const limit = request.limit ?? pageSize;
  const window = { after: after.value ?? null, limit: limit + 1 };
  const { page, nextCursor } = cursorAfter(
    await listRequests(deps.db, network.id, request.state ?? "OPEN", window),
    limit,
  );
  return ok({ items: page.map(queued), ...(nextCursor === undefined ? {} : { nextCursor }) });
};

const getHandler: Handler<typeof getTermination> = async ({ deps, network, request, language }) => {
  const { requestId, query } = request;
  const row = isUuid(requestId) ? await readStaffRequest(deps.db, network.id, requestId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const { number, email, endOn, reason, refusal, remark } = row;
  const isDecided = row.state === "CONFIRMED" || row.state === "REFUSED";
  return ok({
    termination: {
      ...queued(row),
      ...{ number, email, endOn, reason, refusal, remark },
      language: row.language,
      confirmed: await confirmedContract(deps, network, row, language),
      found: isDecided ? [] : await matchableContracts(deps, network, row, query, language),
      acts: await auditEntriesOn(deps.db, network.id, row.id, historyMax),
    },
  });
};

async function confirmedContract(deps: Dependencies, network: LoadedNetwork, row: StaffRequest, language: Language) {
  const receipt = receiptOf(row);
  if (receipt === null || row.accountId === null) return null;
  const { accountId, requestedAt } = row;
  const { subscriptionId, at, lastDay } = receipt;
  const [one] = await contractsOf(deps, network, { accountId, subscriptionId, requestedAt }, language);
  return { at, lastDay, name: one?.product.name ?? "" };
}

/** The contracts that match a search, or what the sender typed, with the effect of terminating each now. */
async function matchableContracts(
  deps: Dependencies,
  network: LoadedNetwork,
  { number, email, endOn, requestedAt }: StaffRequest,
  query: string | undefined,
  language: Language,
): Promise<MatchableContract[]> {
  const searched = query ? { number: contractNumber(query), email: normaliseEmail(query) } : { number, email };
  const contracts: MatchableContract[] = [];
  for (const { subscriptionId, accountId, holder } of await findContracts(deps.db, network.id, searched)) {
    const [one] = await contractsOf(deps, network, { accountId, subscriptionId, requestedAt }, language);
    if (one === undefined) continue;
    const orderNumber = one.periods[0]?.orderNumber ?? "";
    contracts.push({ ...identified(one), orderNumber, holder, ending: endingOf(one, endOn) });
  }
  return contracts;
}

const matchHandler: Handler<typeof matchTermination> = async ({ deps, network, request, session }) => {
  const { requestId, subscriptionId, effect, lastDay, reason } = request;
  if (!isUuid(requestId) || !isUuid(subscriptionId)) return err("NOT_FOUND");
  const row = await readStaffRequest(deps.db, network.id, requestId);
  const subscription = await readSubscription(deps.db, subscriptionId);
  if (row === undefined || subscription?.networkId !== network.id) return err("NOT_FOUND");
  if (row.state === "CONFIRMED" || row.state === "REFUSED")
    return err("TRANSITION_NOT_ALLOWED", { state: row.state.toLowerCase() });
  const { accountId } = subscription;
  const ended = await terminate(
    deps,
    network,
    { networkId: network.id, accountId },
    { subscriptionId, effect, lastDay },
    {
      at: row.requestedAt,
      reference: row.reference,
      desiredEnd: row.endOn,
      record: async (tx, ending, currency) => {
        const refund = ending.refund === null ? null : { amount: ending.refund, currency };
        const receipt: Receipt = { subscriptionId, at: deps.clock.iso(), ...ending, refund };
        await recordReceipt(tx, row.id, accountId, receipt);
        const act = { act: "termination.match", thing: row.id, accountId, reason };
        await recordAuditEntry(tx, deps, { networkId: network.id, staffId: session.staffId, ...act });
      },
    },
  );
  deps.wake();
  return ended.ok ? ok({}) : ended;
};

const refuseHandler: Handler<typeof refuseTermination> = async ({ deps, network, request, session }) => {
  const { requestId, refusal } = request;
  const remark = request.remark || null;
  if (refusal === "other" && remark === null) return err("FIELD_REQUIRED", { field: "remark" });
  const row = isUuid(requestId) ? await readStaffRequest(deps.db, network.id, requestId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const refused = await runTransaction<Record<string, never>, "TRANSITION_NOT_ALLOWED">(deps.db, async (tx) => {
    if (!(await recordRefusal(tx, row.id, { at: deps.clock.iso(), refusal, remark })))
      return err("TRANSITION_NOT_ALLOWED", { state: row.state.toLowerCase() });
    const act = { act: "termination.refuse", thing: row.id, accountId: row.accountId, reason: remark ?? refusal };
    await recordAuditEntry(tx, deps, { networkId: network.id, staffId: session.staffId, ...act });
    const { reference, requestedAt, endOn } = row;
    await queueEmail(tx, deps, {
      networkId: network.id,
      accountId: row.accountId,
      to: row.email,
      template: "termination-refused",
      language: row.language,
      values: { reference, requestedAt, endOn, refusal, remark },
      cause: `termination-refused-${row.id}`,
    });
    return ok({});
  });
  deps.wake();
  return refused;
};
