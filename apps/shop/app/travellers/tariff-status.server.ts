import type { Fault, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** A tariff status that a traveller may declare, in the page's language. */
export interface TariffStatus {
  id: string;
  name: string;
}

/** The statuses of the network; empty where profiling is off: then nothing is asked. */
export async function tariffStatuses(ctx: RequestContext): Promise<TariffStatus[]> {
  if (!ctx.network.switches.profiling) return [];
  const found = await ctx.call("getProfileStatus", {});
  return found.ok ? found.value.statuses : [];
}

/** What was chosen, as `Account/update` takes it: nothing where the form did not ask. */
export function chosenStatus(ctx: RequestContext, { tariffStatus }: Typed): { tariffStatus?: string | null } {
  if (tariffStatus === undefined || !ctx.network.switches.profiling) return {};
  return { tariffStatus: tariffStatus === "" ? null : tariffStatus };
}

type Saved = { ok: true } | { ok: false; faults: Fault<FormCode>[] };

/** Declares a traveller's status, or takes it back. */
export async function saveTariffStatus(ctx: RequestContext, userId: string, typed: Typed): Promise<Saved> {
  const saved = await ctx.call("updateAccount", chosenStatus(ctx, typed), { userId });
  return saved.ok ? { ok: true } : { ok: false, faults: [{ code: saved.code, field: "tariffStatus" }] };
}
