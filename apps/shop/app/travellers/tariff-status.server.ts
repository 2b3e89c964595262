import type { Fault, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** A tariff status that a traveller may declare, in the page's language. */
export interface TariffStatus {
  id: string;
  name: string;
}

/** Loads the statuses of the network; empty where profiling is disabled, so that no field is shown. */
export async function tariffStatuses(ctx: RequestContext): Promise<TariffStatus[]> {
  if (!ctx.network.switches.profiling) return [];
  const found = await ctx.call("getProfileStatus", {});
  return found.ok ? found.value.statuses : [];
}

/** The selected status in the form of `Account/update`; empty where the form has no such field. */
export function chosenStatus(ctx: RequestContext, { tariffStatus }: Typed): { tariffStatus?: string | null } {
  if (tariffStatus === undefined || !ctx.network.switches.profiling) return {};
  return { tariffStatus: tariffStatus === "" ? null : tariffStatus };
}

type Saved = { ok: true } | { ok: false; faults: Fault<FormCode>[] };

/** Declares a traveller's status, or removes it. */
export async function saveTariffStatus(ctx: RequestContext, userId: string, typed: Typed): Promise<Saved> {
  const saved = await ctx.call("updateAccount", chosenStatus(ctx, typed), { userId });
  return saved.ok ? { ok: true } : { ok: false, faults: [{ code: saved.code, field: "tariffStatus" }] };
}
