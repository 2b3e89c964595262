import type Stripe from "stripe";
import { type DisputeEvidence, type ProviderDispute, ProviderRefused } from "../payment-provider.ts";
import { type StripeClient, StripeRefused } from "./stripe-client.ts";
import { disputeOf, disputeParts } from "./stripe-disputes.ts";

/** Most characters of a field that Stripe takes, and of all of them together. */
const [fieldMax, allMax] = [20_000, 150_000];

/**
 * Submits evidence about a dispute to the bank, with its document. The same `reference` again submits nothing more, even after Stripe has
 * forgotten the idempotency key: the dispute bears the reference.
 */
export async function submitEvidence(
  stripe: StripeClient,
  disputeId: string,
  evidence: DisputeEvidence,
): Promise<ProviderDispute> {
  const { reference, document } = evidence;
  const before = await stripe.ask("read a dispute", (api) =>
    api.disputes.retrieve(disputeId, { expand: disputeParts }),
  );
  const { submission_count: submissions } = before.evidence_details;
  if (submissions > 0 && before.metadata.evidence === reference) return known(before);
  if (submissions > 0) throw new ProviderRefused("evidence_submitted", "Evidence was submitted before");
  if (!before.status.endsWith("needs_response"))
    throw new ProviderRefused("evidence_not_awaited", `The dispute is ${before.status}`);
  const dueBy = before.evidence_details.due_by;
  if (dueBy !== null && dueBy * 1_000 <= stripe.settings.now().getTime())
    throw new ProviderRefused("evidence_overdue", "The bank takes no more evidence");
  try {
    const file = await stripe.ask("upload evidence", (api) =>
      api.files.create(
        { purpose: "dispute_evidence", file: { data: document.bytes, name: document.name, type: "application/pdf" } },
        { idempotencyKey: `${reference}:file` },
      ),
    );
    const fields = { ...fieldsOf(evidence), uncategorized_file: file.id };
    const dispute = await stripe.ask("submit evidence", (api) =>
      api.disputes.update(
        disputeId,
        { evidence: fields, metadata: { evidence: reference }, submit: true, expand: disputeParts },
        { idempotencyKey: `${reference}:submit` },
      ),
    );
    return known(dispute);
  } catch (failure) {
    if (failure instanceof StripeRefused) throw new ProviderRefused(failure.code, failure.message);
    throw failure;
  }
}

function known(dispute: Stripe.Dispute): ProviderDispute {
  const found = disputeOf(dispute);
  if (found === undefined) throw new ProviderRefused("dispute_unknown", "The dispute is of no payment of ours");
  return found;
}

/** The fields that Stripe documents, as far as something is known; each is cut to what Stripe takes. */
function fieldsOf({ fields }: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const given: Stripe.DisputeUpdateParams.Evidence = {
    customer_name: fields.customerName,
    customer_email_address: fields.customerEmail,
    product_description: fields.productDescription,
    ...(fields.serviceDate !== undefined && { service_date: fields.serviceDate }),
    ...(fields.activityLog !== undefined && { access_activity_log: fields.activityLog }),
    ...(fields.acceptedTerms !== undefined && { refund_policy_disclosure: fields.acceptedTerms }),
    ...(fields.trackingNumber !== undefined && { shipping_tracking_number: fields.trackingNumber }),
  };
  let left = allMax;
  const cut = Object.entries(given).map(([name, value]) => {
    const kept = String(value).slice(0, Math.min(fieldMax, left));
    left -= kept.length;
    return [name, kept];
  });
  return Object.fromEntries(cut);
}
