import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { RequestContext } from "../shell/request-context.ts";

export const supportActions = ["end-sessions", "password-reset", "resend"] as const;

type SupportAnswer = { code: ErrorCode; typed: string } | { done: (typeof supportActions)[number] };

/** Does what the form of support asks for; it needs a reason, and the confirmation that the customer was identified. */
export async function supportAction(
  ctx: Pick<RequestContext, "call">,
  networkId: string,
  customerId: string,
  form: FormData,
): Promise<SupportAnswer> {
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const reason = said("reason");
  const chosen = supportActions.find((each) => each === said("action"));
  if (chosen === undefined || reason === "" || said("identified") === "")
    return { code: "FIELD_REQUIRED", typed: reason };
  const of = { customerId, reason };
  const outcome =
    chosen === "end-sessions"
      ? await ctx.call("endCustomerSessions", of, networkId)
      : chosen === "password-reset"
        ? await ctx.call("sendCustomerPasswordReset", of, networkId)
        : await ctx.call("resendCustomerEmail", { ...of, emailId: said("emailId") }, networkId);
  return outcome.ok ? { done: chosen } : { code: outcome.code, typed: reason };
}
