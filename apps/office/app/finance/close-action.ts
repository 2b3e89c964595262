import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { refusalText, refused } from "../shell/refusals.ts";
import type { RequestContext } from "../shell/request-context.ts";
import type { Translate } from "../shell/texts.tsx";

/** Closes the month of a form; null: it is closed, else the answer with the typed reason. */
export async function closeFrom(ctx: RequestContext, networkId: string, form: FormData) {
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const reason = given("reason");
  const values = {
    month: given("month"),
    differenceCount: given("differenceCount"),
    ...(reason === "" ? {} : { reason }),
  };
  const outcome = await ctx.call("closeMonth", values, networkId);
  return outcome.ok ? null : refused(outcome.code, { reason, details: outcome.details ?? {} });
}

const states = ["not-over", "closed", "first-open", "changed"] as const;

/** Why a month was not closed, with the field that is missing. */
export function closingRefusal(t: Translate, code: ErrorCode, details: ErrorDetails) {
  const state = states.find((one) => one === details.state);
  if (code === "TRANSITION_NOT_ALLOWED" && state !== undefined)
    return { field: null, text: t(`finance.refused.${state}`) };
  if (code === "FIELD_REQUIRED" && details.field === "reason")
    return { field: "reason", text: t("finance.refused.reason") };
  return { field: null, text: refusalText(t, code) };
}
