import type { QueueName } from "@guichet/contract/office/overview.ts";
import { href, type RouteName } from "../paths.ts";

/** The screen and the filter that list the items of each queue; null: the office has no list of them. */
const screens: Record<QueueName, { route: RouteName; filter: Record<string, string> } | null> = {
  documents: { route: "documents", filter: {} },
  "refund-requests": { route: "refundRequests", filter: {} },
  cards: { route: "orders", filter: { kind: "cards", state: "TO_PROCESS" } },
  parcels: { route: "orders", filter: { kind: "SHIPPING" } },
  collections: { route: "orders", filter: { kind: "COLLECT" } },
  "hand-overs": { route: "orders", filter: { kind: "PHYSICAL" } },
  terminations: { route: "terminations", filter: { state: "OPEN" } },
  refunds: { route: "refunds", filter: { list: "to-approve" } },
  transfers: { route: "refunds", filter: { list: "to-release" } },
  "refund-accounts": null,
  unpaid: null,
  disputes: { route: "disputes", filter: {} },
  discrepancies: null,
  payments: null,
  emails: { route: "operations", filter: {} },
  jobs: { route: "operations", filter: {} },
};

/** The address of the list of a queue's items; null: there is none. */
export function queueHref(name: QueueName, network: string): string | null {
  const screen = screens[name];
  if (screen === null) return null;
  const filter = new URLSearchParams(screen.filter).toString();
  return `${href(screen.route, { network })}${filter === "" ? "" : `?${filter}`}`;
}
