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
 * Queues a security log event of a command, in the command's transaction. A command has no log of its own, so a
 * running Ticket API writes the line; a rolled back command logs nothing.
 */
export function queueCommandEvent(tx: Tx, deps: Planning, event: CommandEvent): Promise<void> {
  return plan(tx, deps, { networkId: null, kind: "security-line", key: deps.ids.uuid(), payload: event });
}

/** The job `security-line`: writes the event of a command. */
export const writeCommandEvent: JobHandler = async ({ security }, { payload }) => {
  const { event, staffId, networkId } = CommandEvent.parse(payload);
  security({ event, outcome: "ok", actor: "command", subject: { staff: staffId }, network: networkId });
  return undefined;
};
