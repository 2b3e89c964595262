import { applyStep, type StepEntry } from "../payment/context.ts";
import type { DisputeRecord } from "../payment/stripe-records.ts";
import type { StripeContext } from "./context.ts";
import { type DisputeObject, disputeOf } from "./dispute-objects.ts";
import { isClosed, isInquiry, type NewDispute, openDispute, reinstate, withdraw } from "./dispute-steps.ts";
import { type ListObject, pageOf } from "./list.ts";
import { chargeIdOf, type Expand, intentIdOf, isStripeRecord, type StripeRecord, within } from "./objects.ts";
import type { Params } from "./params.ts";
import { invalid, missing } from "./refusals.ts";

interface Found {
  record: StripeRecord;
  dispute: DisputeRecord;
}

/** How a dispute goes on: the bank decides, or an inquiry becomes a dispute. */
export type DisputeOutcome = "won" | "lost" | "escalated";

/** Evidence that decides a dispute in test mode (docs.stripe.com/testing). */
const decisive: Readonly<Record<string, DisputeOutcome>> = {
  winning_evidence: "won",
  losing_evidence: "lost",
  escalate_inquiry_evidence: "escalated",
};

/** Most characters of all fields together. */
const evidenceMax = 150_000;
const withoutAbsent = (fields: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

export function retrieveDispute(context: StripeContext, id: string, { expand }: { expand: Expand }): DisputeObject {
  const { record, dispute } = find(context, id);
  return disputeOf(context, record, dispute, expand);
}

export function listDisputes(
  context: StripeContext,
  { expand, payment_intent: intent, charge, ...window }: Params<"listDisputes">,
): ListObject<DisputeObject> {
  const inEach = within(expand, "data") ?? [];
  const items = everyDispute(context)
    .filter(({ record }) => intent === undefined || intentIdOf(record) === intent)
    .filter(({ record }) => charge === undefined || chargeIdOf(record) === charge)
    .map(({ record, dispute }) => disputeOf(context, record, dispute, inEach));
  return pageOf(items, window, { what: "dispute", url: "/v1/disputes" });
}

/** Takes evidence, and submits it to the bank, which answers certain texts at once. */
export async function updateDispute(
  context: StripeContext,
  id: string,
  { evidence, metadata, submit, expand }: Params<"updateDispute">,
): Promise<DisputeObject> {
  const { record, dispute } = find(context, id);
  if (isClosed(dispute)) throw invalid("This dispute is already closed.", {});
  const { uncategorized_text: stated, ...others } = evidence ?? {};
  const text = stated ?? dispute.evidence;
  const fields = { ...dispute.fields, ...withoutAbsent(others) };
  const length = [text ?? "", ...Object.values(fields)].reduce((sum, value) => sum + value.length, 0);
  if (length > evidenceMax) throw invalid("The evidence has more than 150000 characters.", { param: "evidence" });
  const { uncategorized_file: file } = others;
  if (file !== undefined && context.store.file(file) === undefined)
    throw missing("file upload", file, "evidence[uncategorized_file]");
  const isSubmitted = submit && (text !== undefined || Object.keys(fields).length > 0);
  const given: DisputeRecord = {
    ...dispute,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(metadata !== undefined && { metadata: { ...dispute.metadata, ...metadata } }),
    ...(text !== undefined && { evidence: text }),
    ...(isSubmitted && {
      submissions: dispute.submissions + 1,
      status: isInquiry(dispute) ? ("warning_under_review" as const) : ("under_review" as const),
    }),
  };
  await replace(context, record, given);
  const outcome = isSubmitted && text !== undefined ? decisive[text] : undefined;
  if (outcome !== undefined) await decideDispute(context, id, outcome);
  return retrieveDispute(context, id, { expand });
}

/** Gives a dispute up: it is lost. */
export async function closeDispute(
  context: StripeContext,
  id: string,
  { expand }: { expand: Expand },
): Promise<DisputeObject> {
  if (isClosed(find(context, id).dispute)) throw invalid("This dispute is already closed.", {});
  await decideDispute(context, id, "lost");
  return retrieveDispute(context, id, { expand });
}

/** Opens a dispute as a cardholder does. */
export async function disputePayment(
  context: StripeContext,
  record: StripeRecord,
  asked: NewDispute,
): Promise<DisputeObject> {
  const { dispute, entries } = openDispute(context, record, asked);
  // That of a debit is final.
  const isFinal = record.stripe.debit !== undefined;
  await replace(context, record, isFinal ? { ...dispute, status: "lost" } : dispute, entries);
  return retrieveDispute(context, dispute.id, { expand: [] });
}

/** Decides a dispute as the bank does; a decided one may be decided otherwise later. */
export async function decideDispute(context: StripeContext, id: string, outcome: DisputeOutcome): Promise<void> {
  const { record, dispute } = find(context, id);
  const { currency } = record.session.amount;
  if (outcome === "escalated") {
    const disputed: DisputeRecord = { ...dispute, status: "needs_response" };
    const { dispute: moved, entries } = withdraw(context, currency, disputed);
    return replace(context, record, moved, entries);
  }
  if (isInquiry(dispute)) return replace(context, record, { ...dispute, status: "warning_closed" });
  const decided: DisputeRecord = { ...dispute, status: outcome };
  if (outcome === "lost" || dispute.status === "won") return replace(context, record, decided);
  const { dispute: moved, entries } = reinstate(context, currency, decided);
  return replace(context, record, moved, entries);
}

async function replace(
  { payment }: StripeContext,
  record: StripeRecord,
  dispute: DisputeRecord,
  furtherEntries: readonly StepEntry[] = [],
): Promise<void> {
  const others = (record.stripe.disputes ?? []).filter(({ id }) => id !== dispute.id);
  const stripe = { ...record.stripe, disputes: [...others, dispute] };
  await applyStep(payment, record, { record: { stripe }, furtherEntries });
}

function find(context: StripeContext, id: string): Found {
  const found = everyDispute(context).find(({ dispute }) => dispute.id === id);
  if (found === undefined) throw missing("dispute", id);
  return found;
}

/** Every dispute, the latest first. */
function everyDispute({ payment }: StripeContext): Found[] {
  return [...payment.ledger.sessions()]
    .filter(isStripeRecord)
    .flatMap((record) => (record.stripe.disputes ?? []).map((dispute) => ({ record, dispute })))
    .sort(({ dispute: a }, { dispute: b }) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id));
}
