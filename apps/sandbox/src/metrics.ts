import type { Messages } from "./mailbox/messages.ts";
import type { Ledger } from "./payment/ledger.ts";
import type { Delivery } from "./payment/notifications.ts";

/** Current metrics in Prometheus' text format 0.0.4. */
export function metricsText(ledger: Ledger, delivery: Delivery, messages: Messages): string {
  const { sessions, entries, waitingNotices } = ledger.counts();
  const { delivered, failedAttempts, givenUp } = delivery.counts();
  const lines: [string, "gauge" | "counter", string, number][] = [
    ["sandbox_payment_sessions", "gauge", "Payment sessions kept.", sessions],
    ["sandbox_payment_ledger_entries", "gauge", "Lines of the provider's ledger.", entries],
    ["sandbox_payment_notifications_waiting", "gauge", "Notifications not delivered yet.", waitingNotices],
    ["sandbox_payment_notifications_delivered_total", "counter", "Notifications that the merchant took.", delivered],
    ["sandbox_payment_notifications_failed_total", "counter", "Attempts that failed.", failedAttempts],
    ["sandbox_payment_notifications_given_up_total", "counter", "Notifications given up.", givenUp],
    ["sandbox_mailbox_messages", "gauge", "Messages kept.", messages.count()],
    ["process_resident_memory_bytes", "gauge", "Resident memory.", process.memoryUsage.rss()],
    ["process_uptime_seconds", "gauge", "Time since the start.", Math.round(process.uptime())],
  ];
  return lines
    .map(([name, type, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`)
    .join("");
}
