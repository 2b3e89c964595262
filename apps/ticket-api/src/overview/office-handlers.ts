import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { queueCountMax } from "@guichet/contract/limits/staff-limits.ts";
import { type getQueues, permissionOfQueue, type Queue, QueueName } from "@guichet/contract/office/overview.ts";
import { ok } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { parcelsInTimeSince } from "@guichet/rules/fulfilment.ts";
import { later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { publicHolidaysAround } from "../network-registry/public-holidays.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { figuresHandler } from "./figures.ts";
import { countQueues, type QueueScope } from "./queue-store.ts";

/** Handlers of the calls of the office's home page (`Office/*`). */
export const overviewOfficeHandlers: ModuleHandlers<"getQueues" | "getFigures"> = {
  getQueues: async (ctx) => queuesHandler(ctx),
  getFigures: figuresHandler,
};

/** Queues whose items have a promised day or a deadline. */
const withTarget: readonly QueueName[] = [
  "documents",
  "refund-requests",
  "cards",
  "parcels",
  "collections",
  "disputes",
  "catalogue-drafts",
];

const queuesHandler: Handler<typeof getQueues> = async ({ deps, network, session }) => {
  const roles = session.roles[network.id] ?? [];
  const names = QueueName.options.filter((name) => hasPermission(roles, permissionOfQueue[name]));
  const counted = await countQueues(deps.db, names, scopeOf(deps, network));
  return ok({
    queues: names.map((name): Queue => {
      const found = counted.find((one) => one.name === name);
      const count = found?.count ?? 0;
      return {
        name,
        count: Math.min(count, queueCountMax),
        hasMore: count > queueCountMax,
        oldestAt: found?.oldestAt ?? null,
        missedCount: withTarget.includes(name) ? Math.min(found?.missedCount ?? 0, queueCountMax) : null,
      };
    }),
  });
};

function scopeOf({ clock }: Dependencies, { id, definition }: LoadedNetwork): QueueScope {
  const { timeZone } = definition;
  const now = clock.iso();
  const today = dayIn(now, timeZone);
  return {
    networkId: id,
    timeZone,
    now,
    today,
    todayBegins: dayBegins(today, timeZone).toISOString(),
    parcelsLateBefore: dayBegins(
      parcelsInTimeSince(today, publicHolidaysAround(definition, today)),
      timeZone,
    ).toISOString(),
    paymentsEndedBefore: later(clock.now(), -minutesMs(orderUnpaidMinutes)).toISOString(),
    limit: queueCountMax + 1,
  };
}
