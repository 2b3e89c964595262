import { bookDifferencesMax } from "@guichet/contract/limits/finance-limits.ts";
import { BookDifferenceKind, type compareBooks } from "@guichet/contract/office/finance.ts";
import { ok } from "@guichet/contract/result.ts";
import { boundsAt } from "../audit/audit.ts";
import { differencesInBooks } from "../audit/store.ts";
import type { Handler } from "../http/call-handler.ts";

/** Compares the books in one snapshot. Payouts belong to an account, which may serve several networks: each sees their differences. */
export const compareBooksHandler: Handler<typeof compareBooks> = async ({ deps, network }) => {
  const now = deps.clock.now();
  const found = await deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => differencesInBooks(tx, boundsAt(now), BookDifferenceKind.options));
  const own = found.filter(({ networkId }) => networkId === network.id || networkId === null);
  const items = own.slice(0, bookDifferencesMax).map(({ kind, orderId, orderNumber, subject, found: words }) => ({
    ...{ orderId, orderNumber, subject },
    kind: BookDifferenceKind.parse(kind),
    found: words,
  }));
  return ok({ comparedAt: now.toISOString(), count: own.length, items });
};
