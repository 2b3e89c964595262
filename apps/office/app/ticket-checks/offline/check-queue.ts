import { queuedChecksMax, repeatedCheckMinutes } from "@guichet/contract/limits/ticket-check-limits.ts";
import { CheckOutcome, CheckReason, type TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import { z } from "zod";

/** A check that was made without a connection and is not reported yet. */
const QueuedCheck = z.object({
  checkId: z.string(),
  text: z.string(),
  checkedAt: z.string(),
  outcome: CheckOutcome,
  ticketId: z.string().nullable(),
});
export type QueuedCheck = z.infer<typeof QueuedCheck>;

/** What a report found that the check without a connection could not see. */
const LateFinding = z.object({
  checkId: z.string(),
  checkedAt: z.string(),
  /** What was shown then. */
  shown: CheckOutcome,
  outcome: CheckOutcome,
  reasons: z.array(CheckReason),
  name: z.string().nullable(),
  serial: z.string().nullable(),
  otherChecks: z.array(z.object({ checkedAt: z.string(), by: z.string() })),
});
export type LateFinding = z.infer<typeof LateFinding>;

const Stored = z.object({ queue: z.array(QueuedCheck), findings: z.array(LateFinding) });
export type StoredChecks = z.infer<typeof Stored>;

const findingsMax = 100;
const none: StoredChecks = { queue: [], findings: [] };

/** Checks and findings that a browser keeps for one member of the staff in one network. */
export function checkQueue(network: string, staffId: string, storage: Pick<Storage, "getItem" | "setItem">) {
  const key = `ticket-checks/${network}/${staffId}`;
  const read = (): StoredChecks => {
    const read = Stored.safeParse(parsed(storage.getItem(key)));
    return read.success ? read.data : none;
  };
  const write = (stored: StoredChecks): StoredChecks => {
    storage.setItem(key, JSON.stringify(stored));
    return stored;
  };
  return {
    read,
    /** Adds a check; undefined: there is no room for it. */
    add(check: QueuedCheck): StoredChecks | undefined {
      const stored = read();
      if (stored.queue.length >= queuedChecksMax) return undefined;
      try {
        return write({ ...stored, queue: [...stored.queue, check] });
      } catch {
        return undefined;
      }
    },
    /** Removes reported checks and keeps what their report found. */
    settle(results: readonly TicketCheckResult[]): StoredChecks {
      const { queue, findings } = read();
      const reported = new Map(results.map((result) => [result.checkId, result]));
      const found = queue.flatMap((check) => {
        const result = reported.get(check.checkId);
        return result === undefined ? [] : findingIn(check, result);
      });
      const rest = queue.filter(({ checkId }) => !reported.has(checkId));
      return write({ queue: rest, findings: [...findings, ...found].slice(-findingsMax) });
    },
    /** Forgets the findings, which somebody has read. */
    clearFindings: (): StoredChecks => write({ ...read(), findings: [] }),
    /** Earlier checks of a ticket on this device that are not reported yet, the latest first. */
    repeated(ticketId: string | null, checkedAt: string): { checkedAt: string; by: null }[] {
      if (ticketId === null) return [];
      const from = Date.parse(checkedAt) - repeatedCheckMinutes * 60_000;
      const same = read().queue.filter((one) => one.ticketId === ticketId && Date.parse(one.checkedAt) >= from);
      return same.map((one) => ({ checkedAt: one.checkedAt, by: null })).reverse();
    },
  };
}

/** A finding if the server knew better than what was shown, or the ticket was shown elsewhere too. */
function findingIn(check: QueuedCheck, { outcome, reasons, ticket, otherChecks }: TicketCheckResult): LateFinding[] {
  if (outcome === check.outcome && otherChecks.length === 0) return [];
  const { checkId, checkedAt } = check;
  const of = { name: ticket?.name ?? null, serial: ticket?.serial ?? null };
  return [{ checkId, checkedAt, shown: check.outcome, outcome, reasons, ...of, otherChecks }];
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
