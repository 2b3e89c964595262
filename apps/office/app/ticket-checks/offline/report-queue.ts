import { reportedChecksMax } from "@guichet/contract/limits/ticket-check-limits.ts";
import type { TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import type { Sent } from "../send-form.ts";
import type { CheckQueue, QueuedCheck, StoredChecks } from "./check-queue.ts";

export type Reported = { checks: TicketCheckResult[] } | { code: string };
export type SentCheck = Pick<QueuedCheck, "checkId" | "text" | "checkedAt">;

/** Refusals of what a check contains: sent again, it is refused again. */
const ofContent: readonly string[] = ["FIELD_UNKNOWN", "FIELD_INVALID", "FIELD_REQUIRED"];

/**
 * Reports the queue until it is empty or the server has no answer. The checks of a refused report are sent one by one, and those that
 * are refused alone are set aside: one of them must not hold up the others.
 */
export async function reportQueue(
  queue: CheckQueue,
  send: (checks: SentCheck[]) => Promise<Sent<Reported>>,
  onStored: (stored: StoredChecks) => void,
): Promise<Sent<Reported>["was"]> {
  let singly = 0;
  for (;;) {
    const checks = queue.read().queue.slice(0, singly > 0 ? 1 : reportedChecksMax);
    const [first] = checks;
    if (first === undefined) return "answered";
    const sent = await send(checks.map(({ checkId, text, checkedAt }) => ({ checkId, text, checkedAt })));
    if (sent.was !== "answered") return sent.was;
    const { answer } = sent;
    if ("checks" in answer) {
      onStored(queue.settle(answer.checks));
      // An answer about other checks would be asked for again and again.
      if (!answer.checks.some(({ checkId }) => checkId === first.checkId)) return "answered";
    } else if (!ofContent.includes(answer.code)) return "answered";
    else if (checks.length === 1) onStored(queue.setAside(first.checkId));
    else {
      singly = checks.length;
      continue;
    }
    singly = Math.max(0, singly - 1);
  }
}
