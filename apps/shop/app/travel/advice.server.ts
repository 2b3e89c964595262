import { data } from "react-router";
import type { RequestContext } from "../request-context/request-context.ts";
import { todayOf } from "../request-context/today.ts";
import { callOf, isAsked, readQuestion } from "./advice-question.ts";

/** Reads the question of the fare adviser from the address and gets its answer; 404 where the network has it disabled. */
export async function loadAdvice(ctx: RequestContext) {
  const { switches, specific, fareZones } = ctx.network;
  if (!switches.fareAdviser) throw data(null, { status: 404 });
  const today = todayOf(ctx);
  const { searchParams } = ctx.url;
  const zoneIds = fareZones.map(({ id }) => id);
  const asked = readQuestion(searchParams, today, zoneIds);
  const [statuses, answer] = await Promise.all([
    switches.profiling ? ctx.call("getProfileStatus", {}) : null,
    isAsked(searchParams) ? ctx.call("adviseFares", callOf(asked), { previewed: true }) : null,
  ]);
  return {
    asked,
    today,
    fareZones,
    statuses: statuses?.ok ? statuses.value.statuses : [],
    asksAges: !specific.hideBirthDate,
    advice: answer?.ok ? answer.value : null,
    code: answer === null || answer.ok ? null : answer.code,
  };
}
