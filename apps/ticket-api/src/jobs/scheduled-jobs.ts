import { daysMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "./plan-job.ts";

/** Of it, what looks every few hours or oftener for what others did or left. */
export const lookingAround = ["repetitions-cleaning", "provider-sweep", "bank-sweep"] as const;

/** Plans what goes on for as long as the installation stands; every process may ask, it is planned once. What an older version gave up begins anew. */
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
  await plan(deps.db, deps, { networkId: null, kind: "bank-sweep", key: "bank-sweep" });
  await plan(deps.db, deps, { networkId: null, kind: "repetitions-cleaning", key: "repetitions-cleaning" });
  await plan(deps.db, deps, { networkId: null, kind: "retention", key: "retention" });
  await plan(deps.db, deps, { networkId: null, kind: "tickets-by-clock", key: "tickets-by-clock" });
}
