import { dayIn } from "@guichet/rules/dates/days.ts";
import { usePageContext } from "../page/page-context.tsx";
import type { RequestContext } from "./request-context.ts";

/** Returns a function that reads the current day in the network's zone: a form is checked against the day of its submission. */
export function useToday(): () => string {
  const { timeZone } = usePageContext().network;
  return () => dayIn(new Date().toISOString(), timeZone);
}

/** The current day in the network's time zone, by the installation's clock. */
export const todayOf = (ctx: RequestContext): string => dayIn(ctx.now(), ctx.network.timeZone);

/** The day in a network's time zone at the given instant. */
export const todayIn = (timeZone: string, now: Date): string => dayIn(now.toISOString(), timeZone);
