import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** What came of confirming a key: recovery codes to be shown, or why not. */
export interface Confirmed {
  recoveryCodes?: string[];
  refused?: ErrorCode;
}

/** Puts a second factor in place by the code that was typed; this browser is known from then on. */
export async function confirmKey(ctx: RequestContext, form: FormData): Promise<Confirmed> {
  const code = `${form.get("code") ?? ""}`.trim().slice(0, 40);
  if (code === "") return { refused: "SECOND_FACTOR_WRONG" };
  const outcome = await ctx.call("confirmSecondFactor", { code });
  if (!outcome.ok) return { refused: outcome.code };
  ctx.cookies.set("officeKnownDevice", outcome.value.knownDevice);
  return { recoveryCodes: outcome.value.recoveryCodes };
}
