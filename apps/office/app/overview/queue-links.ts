import type { QueueName } from "@guichet/contract/office/overview.ts";
import { href, type RouteName } from "../paths.ts";

/** The screen and the filter that list the items of each queue. */
const screens: Record<QueueName, { route: RouteName; filter: Record<string, string> }> = {
  documents: { route: "documents", filter: {} },
  "refund-requests": { route: "refundRequests", filter: {} },
  cards: { route: "orders", filter: { kind: "cards", state: "TO_PROCESS" } },
  parcels: { route: "orders", filter: { kind: "SHIPPING" } },
  collections: { route: "orders", filter: { kind: "COLLECT" } },
  "hand-overs": { route: "orders", filter: { kind: "PHYSICAL" } },
  terminations: { route: "terminations", filter: { state: "OPEN" } },
  refunds: { route: "refunds", filter: { list: "to-approve" } },
  transfers: { route: "refunds", filter: { list: "to-release" } },
  "refund-accounts": { route: "refundAccounts", filter: {} },
  unpaid: { route: "payments", filter: { state: "unpaid" } },
  disputes: { route: "disputes", filter: {} },
  discrepancies: { route: "discrepancies", filter: {} },
  payments: { route: "unresolvedPayments", filter: {} },
  "catalogue-drafts": { route: "catalogue", filter: {} },
  emails: { route: "operations", filter: {} },
  jobs: { route: "operations", filter: {} },
};

/** The address of the list of a queue's items. */
export function queueHref(name: QueueName, network: string): string {
  const screen = screens[name];
  const filter = new URLSearchParams(screen.filter).toString();
  return `${href(screen.route, { network })}${filter === "" ? "" : `?${filter}`}`;
}
