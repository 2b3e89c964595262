import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import type { RequestContext } from "../shell/request-context.ts";
import { otherStaffStatus } from "./send-form.ts";

/** The answer to a form of the check: a result, or why there is none. */
export type CheckAnswer = { check: TicketCheckResult; text: string } | { code: ErrorCode; text: string };

/**
 * Refuses a form of another member of the staff than who is signed in: a page of a colleague that is still open in this browser must
 * not check or report in the name of somebody else.
 */
export async function refuseOthersForm(ctx: RequestContext, form: FormData): Promise<void> {
  const { staffId } = await ctx.staff();
  if (form.get("staffId") !== staffId) throw new Response(null, { status: otherStaffStatus });
}

/** Answers a form of the check: blocks or unblocks the ticket if it says so, and checks it. */
export async function answerCheck(ctx: RequestContext, network: string, form: FormData): Promise<CheckAnswer> {
  const typed = (name: string) => `${form.get(name) ?? ""}`.trim();
  const text = typed("text");
  if (text === "") return { code: "FIELD_REQUIRED", text };
  const what = typed("what");
  if (what === "block" || what === "unblock") {
    const call = what === "block" ? "staffBlockTicket" : "staffUnblockTicket";
    const outcome = await ctx.call(call, { ticketId: typed("ticketId"), reason: typed("reason") }, network);
    if (!outcome.ok) return { code: outcome.code, text };
  }
  // The same check again after a block: it is recorded once, and is no second time that the ticket was shown.
  const checkId = typed("checkId") || crypto.randomUUID();
  const outcome = await ctx.call("checkTicket", { checkId, text }, network);
  return outcome.ok ? { check: outcome.value.check, text } : { code: outcome.code, text };
}
