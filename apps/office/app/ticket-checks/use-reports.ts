import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { checkQueue, type QueuedCheck, type StoredChecks } from "./offline/check-queue.ts";
import { type Reported, reportQueue } from "./offline/report-queue.ts";
import { sendForm } from "./send-form.ts";

/** How often unreported checks are sent again, and how long a report may take. */
const retryMs = 20_000;
const reportMaxMs = 20_000;

/** Keeps checks that were made without a connection, and reports them as soon as there is one. */
export function useReports({ path, network, staffId }: { path: string; network: string; staffId: string }) {
  const queue = useMemo(
    () => (typeof localStorage === "undefined" ? undefined : checkQueue(network, staffId, localStorage)),
    [network, staffId],
  );
  const [stored, setStored] = useState<StoredChecks>({ queue: [], refused: [], findings: [] });
  const [isSignedOut, setSignedOut] = useState(false);
  const [isFull, setFull] = useState(false);
  const isReporting = useRef(false);
  const report = useCallback(async () => {
    if (queue === undefined || isReporting.current) return;
    isReporting.current = true;
    try {
      const was = await reportQueue(
        queue,
        (checks) =>
          sendForm<Reported>(path, new URLSearchParams({ staffId, checks: JSON.stringify(checks) }), reportMaxMs),
        (left) => {
          setStored(left);
          setFull(false);
        },
      );
      if (was !== "offline") setSignedOut(was === "signed-out");
      // The queue stays for whom it belongs to; the page starts anew for who is signed in.
      if (was === "other-staff") location.reload();
    } finally {
      isReporting.current = false;
    }
  }, [queue, path, staffId]);
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
