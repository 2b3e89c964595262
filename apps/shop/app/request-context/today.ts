import { dayIn } from "@guichet/rules/dates/days.ts";
import { usePageContext } from "../page/page-context.tsx";
import type { RequestContext } from "./request-context.ts";

/** Reads the day in the network's zone when it is asked for: a form is checked on the day that it is sent. */
export function useToday(): () => string {
  const { timeZone } = usePageContext().network;
  return () => dayIn(new Date().toISOString(), timeZone);
}

/** Today in the network's time zone, by the installation's clock. */
export const todayOf = (ctx: RequestContext): string => dayIn(ctx.now(), ctx.network.timeZone);

/** The day of a network now. */
export const todayIn = (timeZone: string, now: Date): string => dayIn(now.toISOString(), timeZone);
