import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** The result of confirming a key: the recovery codes to show, or the error. */
export interface Confirmed {
  recoveryCodes?: string[];
  refused?: ErrorCode;
}

/** Activates a second factor with the code entered; this browser then counts as known. */
export async function confirmKey(ctx: RequestContext, form: FormData): Promise<Confirmed> {
  const code = `${form.get("code") ?? ""}`.trim().slice(0, 40);
  if (code === "") return { refused: "SECOND_FACTOR_WRONG" };
  const outcome = await ctx.call("confirmSecondFactor", { code });
  if (!outcome.ok) return { refused: outcome.code };
  ctx.cookies.set("officeKnownDevice", outcome.value.knownDevice);
  return { recoveryCodes: outcome.value.recoveryCodes };
}
