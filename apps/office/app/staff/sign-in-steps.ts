import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { StaffStep, stepRefusals } from "@guichet/contract/staff-sign-in-steps.ts";
import { ownPath } from "@guichet/web/own-path.ts";
import { redirect } from "react-router";
import { href, type RouteName } from "../paths.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** The screen of each step of a sign-in. */
const screens = {
  "second-factor": "secondFactorCode",
  "choose-password": "choosePassword",
  "set-up-second-factor": "setUpSecondFactor",
} as const satisfies Record<StaffStep, RouteName>;

/** The address of the current sign-in step, or of the page after it; `next`: the page originally requested. */
export function addressOf(step: StaffStep | null, next: string | null): string {
  const wanted = ownPath(next);
  if (step === null) return wanted ?? href("start");
  const query = wanted === undefined || wanted === href("start") ? "" : `?${new URLSearchParams({ next: wanted })}`;
  return `${href(screens[step])}${query}`;
}

/** The sign-in step that a refused call requires. */
export const stepOfRefusal = (code: ErrorCode): StaffStep | undefined =>
  StaffStep.options.find((step) => stepRefusals[step] === code);

/** Redirects to the current step of the sign-in, unless it is this one. */
export async function stayAt(step: StaffStep, ctx: RequestContext): Promise<void> {
  const { nextStep } = await ctx.signedIn();
  if (nextStep !== step) throw redirect(addressOf(nextStep, ctx.url.searchParams.get("next")));
}

/** Redirects from a completed step to the next one, or to the page originally requested. */
export async function goOn(ctx: RequestContext): Promise<Response> {
  const { nextStep } = await ctx.signedIn();
  return redirect(addressOf(nextStep, ctx.url.searchParams.get("next")), { status: 303 });
}
