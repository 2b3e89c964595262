import { reportedChecksMax } from "@guichet/contract/limits/ticket-check-limits.ts";
import type { TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { checkQueue, type QueuedCheck, type StoredChecks } from "./offline/check-queue.ts";
import { sendForm } from "./send-form.ts";

/** How often unreported checks are sent again, and how long a report may take. */
const retryMs = 20_000;
const reportMaxMs = 20_000;

type Reported = { checks: TicketCheckResult[] } | { code: string };

/** Keeps checks that were made without a connection, and reports them as soon as there is one. */
export function useReports({ path, network, staffId }: { path: string; network: string; staffId: string }) {
  const queue = useMemo(
    () => (typeof localStorage === "undefined" ? undefined : checkQueue(network, staffId, localStorage)),
    [network, staffId],
  );
  const [stored, setStored] = useState<StoredChecks>({ queue: [], findings: [] });
  const [isSignedOut, setSignedOut] = useState(false);
  const [isFull, setFull] = useState(false);
  const isReporting = useRef(false);
  const report = useCallback(async () => {
    if (queue === undefined || isReporting.current) return;
    isReporting.current = true;
    for (let waiting = queue.read().queue; waiting.length > 0; waiting = queue.read().queue) {
      const checks = waiting
        .slice(0, reportedChecksMax)
        .map(({ checkId, text, checkedAt }) => ({ checkId, text, checkedAt }));
      const values = new URLSearchParams({ checks: JSON.stringify(checks) });
      const sent = await sendForm<Reported>(path, values, reportMaxMs);
      if (sent.was !== "offline") setSignedOut(sent.was === "signed-out");
      if (sent.was !== "answered" || !("checks" in sent.answer)) break;
      setStored(queue.settle(sent.answer.checks));
      setFull(false);
    }
    isReporting.current = false;
  }, [queue, path]);
  useEffect(() => {
    if (queue !== undefined) setStored(queue.read());
    void report();
    const timer = setInterval(report, retryMs);
    addEventListener("online", report);
    return () => {
      clearInterval(timer);
      removeEventListener("online", report);
    };
  }, [queue, report]);
  return {
    stored,
    isSignedOut,
    isFull,
    repeated: (ticketId: string | null, at: string) => queue?.repeated(ticketId, at) ?? [],
    add(check: QueuedCheck): void {
      const kept = queue?.add(check);
      setFull(kept === undefined);
      if (kept !== undefined) setStored(kept);
    },
    clearFindings: () => queue && setStored(queue.clearFindings()),
    report,
  };
}
