import {
  queuedChecksMax,
  repeatedCheckMinutes,
  ticketCheckDays,
} from "@guichet/contract/limits/ticket-check-limits.ts";
import { CheckOutcome, CheckReason, type TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import { z } from "zod";

const Timestamp = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** A check that was made without a connection and is not reported yet. */
const QueuedCheck = z.object({
  checkId: z.string(),
  text: z.string(),
  checkedAt: Timestamp,
  outcome: CheckOutcome,
  ticketId: z.string().nullable(),
});
export type QueuedCheck = z.infer<typeof QueuedCheck>;

/** What a report found that the check without a connection could not see. */
const LateFinding = z.object({
  checkId: z.string(),
  checkedAt: Timestamp,
  /** What was shown then. */
  shown: CheckOutcome,
  outcome: CheckOutcome,
  reasons: z.array(CheckReason),
  name: z.string().nullable(),
  serial: z.string().nullable(),
  otherChecks: z.array(z.object({ checkedAt: Timestamp, by: z.string() })),
});
export type LateFinding = z.infer<typeof LateFinding>;

/** The entries that can be read: one that cannot does not take the others with it. */
const readable = <Entry extends z.ZodType>(Entry: Entry) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.map((entry) => Entry.safeParse(entry)).flatMap((read) => (read.success ? [read.data] : [])),
    );
const Stored = z.object({
  queue: readable(QueuedCheck),
  /** Checks that the server cannot record, until somebody has read it. */
  refused: readable(QueuedCheck),
  findings: readable(LateFinding),
});
export type StoredChecks = z.infer<typeof Stored>;

const findingsMax = 100;
const prefix = "ticket-checks/";
const none: StoredChecks = { queue: [], refused: [], findings: [] };
const storedIn = (text: string | null): StoredChecks => Stored.safeParse(parsed(text)).data ?? none;

/** Checks and findings that a browser keeps for one member of the staff in one network. */
export function checkQueue(network: string, staffId: string, storage: Pick<Storage, "getItem" | "setItem">) {
  const key = `${prefix}${network}/${staffId}`;
  const read = () => storedIn(storage.getItem(key));
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
      const { queue, refused, findings } = read();
      const reported = new Map(results.map((result) => [result.checkId, result]));
      const found = queue.flatMap((check) => {
        const result = reported.get(check.checkId);
        return result === undefined ? [] : findingIn(check, result);
      });
      const rest = queue.filter(({ checkId }) => !reported.has(checkId));
      return write({ queue: rest, refused, findings: [...findings, ...found].slice(-findingsMax) });
    },
    /** Takes a check that the server cannot record out of the queue. */
    setAside(checkId: string): StoredChecks {
      const { queue, refused, findings } = read();
      const [aside, rest] = [
        queue.filter((one) => one.checkId === checkId),
        queue.filter((one) => one.checkId !== checkId),
      ];
      return write({ queue: rest, refused: [...refused, ...aside].slice(-findingsMax), findings });
    },
    /** Forgets findings and refused checks, which somebody has read. */
    clearFindings: (): StoredChecks => write({ ...read(), refused: [], findings: [] }),
    /** Earlier checks of a ticket on this device that are not reported yet, the latest first. */
    repeated(ticketId: string | null, checkedAt: string): { checkedAt: string; by: null }[] {
      if (ticketId === null) return [];
      const from = Date.parse(checkedAt) - repeatedCheckMinutes * 60_000;
      const same = read().queue.filter((one) => one.ticketId === ticketId && Date.parse(one.checkedAt) >= from);
      return same.map((one) => ({ checkedAt: one.checkedAt, by: null })).reverse();
    },
  };
}

export type CheckQueue = ReturnType<typeof checkQueue>;

/** Forgets what is older than checks are kept, of everybody who used this browser. `now` is the server's time, not the device's. */
export function forgetOldChecks(storage: Omit<Storage, "clear">, now: string): void {
  const from = Date.parse(now) - ticketCheckDays * 86_400_000;
  const isKept = ({ checkedAt }: { checkedAt: string }) => Date.parse(checkedAt) >= from;
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const key of keys.filter((each) => each.startsWith(prefix) && each.split("/").length === 3)) {
    const { queue, refused, findings } = storedIn(storage.getItem(key));
    const left = { queue: queue.filter(isKept), refused: refused.filter(isKept), findings: findings.filter(isKept) };
    const isEmpty = Object.values(left).every((entries) => entries.length === 0);
    if (isEmpty) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(left));
  }
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
