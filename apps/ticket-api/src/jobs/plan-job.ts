import type { RawBuilder } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { jobsWritten } from "./job-store.ts";

/** What planning needs: the clock and new ids. */
export type Planning = Pick<Dependencies, "clock" | "ids">;

export interface Plan {
  networkId: string | null;
  kind: string;
  /** Unique with the kind: a job planned twice runs once. */
  key: string;
  payload?: Record<string, unknown>;
  /** Defaults to now. */
  dueAt?: Date;
}

/** Plans a job in the transaction that causes it. If it is due now, call `deps.wake()` after the commit. */
export async function plan(tx: Tx | Database, deps: Planning, work: Plan): Promise<void> {
  await planStatement(deps, work).execute(tx);
}

/** Statement that plans several jobs, to be sent with the commit. */
export function planStatement(deps: Planning, ...works: readonly Plan[]): RawBuilder<unknown> {
  const now = deps.clock.iso();
  return jobsWritten(
    works.map(({ networkId, kind, key, payload = {}, dueAt }) => ({
      id: deps.ids.uuid(),
      networkId,
      kind,
      key,
      payload,
      dueAt: dueAt?.toISOString() ?? now,
      createdAt: now,
    })),
  );
}
