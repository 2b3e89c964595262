import { daysMs, hoursMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "./plan-job.ts";

/** Jobs that only poll every few hours or more often. */
export const pollingJobs = ["repetitions-cleaning", "provider-sweep", "settlement-sweep", "bank-sweep"] as const;

/** Plans the recurring jobs of the installation. Every process may call it: each job is planned once, and a given-up one is restarted. */
export async function planScheduledJobs(deps: Dependencies): Promise<void> {
  const { clock } = deps;
  const tomorrow = later(clock.now(), daysMs(1));
  await plan(deps.db, deps, {
    networkId: null,
    kind: "identity-cleaning",
    key: "identity-cleaning",
    dueAt: tomorrow,
  });
  await plan(deps.db, deps, { networkId: null, kind: "provider-sweep", key: "provider-sweep" });
  const soon = later(clock.now(), hoursMs(1));
  await plan(deps.db, deps, { networkId: null, kind: "settlement-sweep", key: "settlement-sweep", dueAt: soon });
  await plan(deps.db, deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
  await plan(deps.db, deps, { networkId: null, kind: "repetitions-cleaning", key: "repetitions-cleaning" });
  await plan(deps.db, deps, { networkId: null, kind: "mandate-lapse", key: "mandate-lapse" });
  await plan(deps.db, deps, { networkId: null, kind: "retention", key: "retention" });
  await plan(deps.db, deps, { networkId: null, kind: "tickets-by-clock", key: "tickets-by-clock" });
}
