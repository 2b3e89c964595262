import { z } from "zod";
import type { Tx } from "../database/database.ts";
import type { JobHandler } from "../jobs/job.ts";
import { type Planning, plan } from "../jobs/plan-job.ts";

const CommandEvent = z.strictObject({
  event: z.enum([
    "staff.added",
    "staff.roles-given",
    "staff.disabled",
    "staff.enabled",
    "staff.password-renewed",
    "staff.second-factor-reset",
  ]),
  staffId: z.string(),
  networkId: z.string().nullable(),
});
export type CommandEvent = z.infer<typeof CommandEvent>;

/**
 * Tells the security log what a command does, in the transaction that does it: a command has no log of its own, so a
 * running Ticket API writes the line, and what was taken back is not told.
 */
export function logByCommand(tx: Tx, deps: Planning, event: CommandEvent): Promise<void> {
  return plan(tx, deps, { networkId: null, kind: "security-line", key: deps.ids.uuid(), payload: event });
}

/** Writes such a line. */
export const writeCommandLine: JobHandler = async ({ security }, { payload }) => {
  const { event, staffId, networkId } = CommandEvent.parse(payload);
  security({ event, outcome: "ok", actor: "command", subject: { staff: staffId }, network: networkId });
  return undefined;
};
