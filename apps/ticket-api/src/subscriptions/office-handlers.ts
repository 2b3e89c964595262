import type { Language } from "@guichet/contract/languages.ts";
import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  downloadSubscriptions,
  ListedSubscription,
  officeSubscriptions,
} from "@guichet/contract/office/subscription-lists.ts";
import { ok } from "@guichet/contract/result.ts";
import { RequestInstant } from "@guichet/contract/values.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { decimalText } from "@guichet/texts/decimal-money.ts";
import { z } from "zod";
import { type CsvField, csvFile, everyRow } from "../csv-file.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { keysetCursor, readKeysetCursor } from "../http/cursor.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type ListedSubscriptionRow, listSubscriptionRows } from "../subscription-records/subscription-list-store.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";

/** Handlers of the staff's lists of subscriptions (decision 179). */
export const subscriptionsOfficeHandlers: ModuleHandlers<"officeSubscriptions" | "downloadSubscriptions"> = {
  officeSubscriptions: (ctx) => listHandler(ctx),
  downloadSubscriptions: (ctx) => downloadHandler(ctx),
};

const After = z.strictObject({ at: RequestInstant, id: z.uuid() });

const listHandler: Handler<typeof officeSubscriptions> = async ({ deps, network, language, request }) => {
  const { cursor, limit = pageSize, ...filter } = request;
  const after = readKeysetCursor(cursor, After);
  if (!after.ok) return after;
  const { timeZone } = network.definition;
  const of = { ...filter, networkId: network.id, timeZone, after: after.value, limit: limit + 1 };
  const rows = await listSubscriptionRows(deps.db, of);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map((row) => listedSubscription(row, network, language));
  if (rows.length <= limit || last === undefined) return ok({ items });
  return ok({ items, nextCursor: keysetCursor({ at: last.at, id: last.id }) });
};

function listedSubscription(
  row: ListedSubscriptionRow,
  network: LoadedNetwork,
  language: Language,
): ListedSubscription {
  const { id, at: _, article, name, amount, currency, ...rest } = row;
  return {
    ...rest,
    subscriptionId: id,
    name: subscriptionName({ name, article }, network, language),
    amount: { amount, currency },
  };
}

const header = [
  ...["subscription", "state", "day", "customer", "traveller", "article", "interval", "method", "amount", "currency"],
  ...["block_reason", "end_reason", "order", "created_at"],
];

/** The same list as CSV, whole. */
const downloadHandler: Handler<typeof downloadSubscriptions> = async ({ deps, network, language, request }) => {
  const { timeZone } = network.definition;
  const rows = await everyRow<ListedSubscriptionRow>((after, limit) =>
    listSubscriptionRows(deps.db, { ...request, networkId: network.id, timeZone, after, limit }),
  );
  const lines = rows.map((row): CsvField[] => {
    const one = listedSubscription(row, network, language);
    return [
      ...[one.subscriptionId, request.state, one.day, one.customer, one.traveller, one.name, one.interval, one.method],
      ...[decimalText(one.amount.amount, one.amount.currency), one.amount.currency, one.blockReason, one.endReason],
      ...[one.orderNumber, one.createdAt],
    ];
  });
  const today = dayIn(deps.clock.iso(), timeZone);
  return ok({ bytes: csvFile(header, lines), filename: `subscriptions-${request.state}-${today}.csv` });
};
