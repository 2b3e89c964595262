import type { Messages } from "./mailbox/messages.ts";
import type { Ledger } from "./payment/ledger.ts";
import type { Delivery } from "./payment/notifications.ts";

/** Current metrics in Prometheus' text format 0.0.4. */
export function metricsText(ledger: Ledger, delivery: Delivery, messages: Messages): string {
  const { sessions, entries, waitingNotices } = ledger.counts();
  const { delivered, failedAttempts, givenUp } = delivery.counts();
  const lines: [string, "gauge" | "counter", string, number][] = [
    ["sandbox_payment_sessions", "gauge", "Stored payment sessions.", sessions],
    ["sandbox_payment_ledger_entries", "gauge", "Entries in the provider's ledger.", entries],
    ["sandbox_payment_notifications_waiting", "gauge", "Notifications not yet delivered.", waitingNotices],
    [
      "sandbox_payment_notifications_delivered_total",
      "counter",
      "Notifications that the merchant accepted.",
      delivered,
    ],
    ["sandbox_payment_notifications_failed_total", "counter", "Failed delivery attempts.", failedAttempts],
    ["sandbox_payment_notifications_given_up_total", "counter", "Notifications given up.", givenUp],
    ["sandbox_mailbox_messages", "gauge", "Stored messages.", messages.count()],
    ["process_resident_memory_bytes", "gauge", "Resident memory.", process.memoryUsage.rss()],
    ["process_uptime_seconds", "gauge", "Time since the start.", Math.round(process.uptime())],
  ];
  return lines
    .map(([name, type, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`)
    .join("");
}
