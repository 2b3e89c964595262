import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import type {
  Collection,
  CollectionProblem,
  CollectionState,
  downloadCollections,
  listCollections,
} from "@guichet/contract/office/payment-lists.ts";
import { ok } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { type DebitAction, debitReasonOf } from "@guichet/rules/payments/debit-reasons.ts";
import { decimalText } from "@guichet/texts/decimal-money.ts";
import { z } from "zod";
import { type CsvField, csvFile, everyRow } from "../../csv-file.ts";
import type { Handler } from "../../http/call-handler.ts";
import { keysetCursor, readKeysetCursor } from "../../http/cursor.ts";
import { type CollectionRow, listCollections as listRows } from "../../payment-records/collection-store.ts";

const After = z.strictObject({ collectedOn: z.iso.date(), orderId: z.uuid(), position: z.int32() });

/** Installments and debits that are not collected, one page. */
export const listCollectionsHandler: Handler<typeof listCollections> = async ({ deps, network, request }) => {
  const { cursor, limit = pageSize, ...filter } = request;
  const after = readKeysetCursor(cursor, After);
  if (!after.ok) return after;
  const rows = await listRows(deps.db, { ...filter, networkId: network.id, after: after.value, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map((row) => collectionView(row, request.state));
  if (rows.length <= limit || last === undefined) return ok({ items });
  const { collectedOn, orderId, position } = last;
  return ok({ items, nextCursor: keysetCursor({ collectedOn, orderId, position }) });
};

/** The problem of each action that follows from a bank's reason code. */
const problems: Record<DebitAction, CollectionProblem> = {
  retryOnce: "passing",
  stopMandate: "account",
  accountClosed: "account",
  disputedWithin8Weeks: "returned-on-request",
  disputedWithin13Months: "unauthorised",
  deceased: "deceased",
  correctFile: "file",
  comparePayments: "compare",
  person: "unknown",
};

function problemOf({ failure, reason, method }: CollectionRow): CollectionProblem | null {
  if (failure === null) return null;
  if (reason === "NO_MANDATE") return "no-mandate";
  if (reason === "RETURNED") return "stopped";
  if (failure.startsWith("installment-")) return method === "CARD" ? "card-refused" : "unknown";
  return problems[debitReasonOf(reason ?? undefined).action];
}

/** Our own reasons, which are no codes of the bank. */
const ownReasons = ["NO_MANDATE", "RETURNED"];

function collectionView(row: CollectionRow, state: CollectionState): Collection {
  const { failure: _, reason, amount, currency, ...rest } = row;
  return {
    ...rest,
    state,
    amount: { amount, currency },
    problem: problemOf(row),
    reasonCode: reason !== null && ownReasons.includes(reason) ? null : reason,
  };
}

const header = [
  ...["order", "customer", "subscription", "installment", "installments", "method", "state", "amount", "currency"],
  ...["collected_on", "attempts", "failed_at", "problem", "reason_code", "suspends_on", "suspended_at"],
];

/** The same list as CSV, whole. */
export const downloadCollectionsHandler: Handler<typeof downloadCollections> = async ({ deps, network, request }) => {
  const rows = await everyRow<CollectionRow>((after, limit) =>
    listRows(deps.db, { ...request, networkId: network.id, after, limit }),
  );
  const lines = rows.map((row) => csvFieldsOf(collectionView(row, request.state)));
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  return ok({ bytes: csvFile(header, lines), filename: `collections-${request.state}-${today}.csv` });
};

function csvFieldsOf(one: Collection): CsvField[] {
  const { orderNumber, customer, isSubscription, position, count, method, state, amount, collectedOn, attempts } = one;
  return [
    ...[orderNumber, customer, isSubscription ? "yes" : "no", position, count, method, state],
    ...[decimalText(amount.amount, amount.currency), amount.currency, collectedOn, attempts],
    ...[one.failedAt, one.problem, one.reasonCode, one.suspendsOn, one.suspendedAt],
  ];
}
