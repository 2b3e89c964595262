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

/** Where somebody goes on whose sign-in is at a step, or is done; `next`: where they wanted to go. */
export function addressOf(step: StaffStep | null, next: string | null): string {
  const wanted = ownPath(next);
  if (step === null) return wanted ?? href("start");
  const query = wanted === undefined || wanted === href("start") ? "" : `?${new URLSearchParams({ next: wanted })}`;
  return `${href(screens[step])}${query}`;
}

/** The step that a refused call asks for first. */
export const stepOfRefusal = (code: ErrorCode): StaffStep | undefined =>
  StaffStep.options.find((step) => stepRefusals[step] === code);

/** Leads to the step at which the sign-in is, unless it is this one. */
export async function stayAt(step: StaffStep, ctx: RequestContext): Promise<void> {
  const { nextStep } = await ctx.signedIn();
  if (nextStep !== step) throw redirect(addressOf(nextStep, ctx.url.searchParams.get("next")));
}

/** Leads on from a step that is done: to the next one, or to where the person wanted to go. */
export async function goOn(ctx: RequestContext): Promise<Response> {
  const { nextStep } = await ctx.signedIn();
  return redirect(addressOf(nextStep, ctx.url.searchParams.get("next")), { status: 303 });
}
