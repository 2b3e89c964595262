import type { RawBuilder } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { jobsWritten } from "./job-store.ts";

/** What planning needs: when it is, and a new id. */
export type Planning = Pick<Dependencies, "clock" | "ids">;

export interface Plan {
  networkId: string | null;
  kind: string;
  /** With the kind, what makes this work one: planned twice, it is done once. */
  key: string;
  payload?: Record<string, unknown>;
  /** Absent: now. */
  dueAt?: Date;
}

/** Plans timed work in the transaction that causes it. Call `deps.wake()` after the commit when it is due now. */
export async function plan(tx: Tx | Database, deps: Planning, work: Plan): Promise<void> {
  await planStatement(deps, work).execute(tx);
}

/** The statement that plans it, and what is planned with it, to be sent with the commit. */
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
