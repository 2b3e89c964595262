import type { StaffNetwork } from "@guichet/contract/office/staff.ts";
import type { RequestContext } from "../shell/request-context.ts";

const decisions = ["approve-refund", "refuse-refund", "release-refund"] as const;

/** The decision that a form on the page of an order requests about one of its refunds; undefined: another action. */
export const refundDecision = (what: unknown) => decisions.find((one) => one === what);

/** Approves, refuses or releases a refund; returns the code of a refusal, or what was done for the confirmation. */
export async function decideRefundOf(
  ctx: RequestContext,
  network: Pick<StaffNetwork, "id">,
  decision: (typeof decisions)[number],
  form: FormData,
) {
  const refundId = `${form.get("refundId") ?? ""}`;
  const reason = `${form.get("reason") ?? ""}`.trim();
  const values = { refundId, ...(reason === "" ? {} : { reason }) };
  const outcome =
    decision === "release-refund"
      ? await ctx.call("releaseRefund", values, network.id)
      : await ctx.call(
          "decideRefund",
          { ...values, decision: decision === "approve-refund" ? "approve" : "refuse" },
          network.id,
        );
  if (!outcome.ok) return { code: outcome.code, done: undefined };
  return { done: doneBy[decision], code: undefined };
}

const doneBy = {
  "approve-refund": "refund-approved",
  "refuse-refund": "refund-refused",
  "release-refund": "refund-released",
} as const;
