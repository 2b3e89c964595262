import { slotsOn } from "@guichet/rules/calendar.ts";
import { isDay } from "@guichet/rules/dates/days.ts";
import type { LoaderFunctionArgs } from "react-router";
import { requestContextOf } from "../request-context/request-context.ts";
import { articleOnShelf, offeredStart } from "./product.server.ts";

/** Returns the quarter-hour slots of one proposed day (§9), `?day=YYYY-MM-DD`; 404 for a day or article that is not offered. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  const day = new URL(request.url).searchParams.get("day") ?? "";
  const item = await articleOnShelf(ctx, params.id ?? "", { previewed: true });
  const { timeZone } = ctx.network;
  const now = ctx.now();
  const offered = item && offeredStart(item, now, timeZone);
  const proposed = offered && offered !== "none" && offered.pivotType === "DAY_PIVOT" ? offered.proposals : [];
  if (!isDay(day) || !proposed.some((proposal) => proposal.day === day)) return new Response(null, { status: 404 });
  const slots = slotsOn(day, { now, timeZone, salesEndsAt: item?.salesEndsAt ?? null });
  return Response.json({ slots }, { headers: { "cache-control": "no-store" } });
}
