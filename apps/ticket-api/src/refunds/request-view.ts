import { documentDecisionWorkingDays, refundEvidenceFilesMax } from "@guichet/contract/limits/document-limits.ts";
import { type Language, textIn } from "@guichet/contract/locales.ts";
import type { EvidenceReason } from "@guichet/contract/packs/refund-policy.ts";
import type { RefundRequest } from "@guichet/contract/refund-requests.ts";
import type { RefundWithEvidence } from "@guichet/contract/refunds.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { addWorkingDays } from "@guichet/rules/dates/working-days.ts";
import type { Dependencies } from "../dependencies.ts";
import { publicHolidaysAround } from "../network-registry/public-holidays.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import { type RefundLimits, readRefundLimits } from "../payments/refunds/refund-limits.ts";
import { grantedAmount, reasonsOf, refundRequestedToday, requestedRefund } from "./refund-for-reason.ts";
import type { RefundableTicket } from "./refundable-tickets.ts";
import type { RefundRequestRow } from "./request-store.ts";

/** Who reads requests: names of reasons are in their language. */
export interface RequestReader {
  deps: Dependencies;
  network: LoadedNetwork;
  language: Language;
}

/** The expected day of the decision about a request of this day. */
export const decisionDay = ({ decisionDays }: EvidenceReason, { definition }: LoadedNetwork, today: string): string =>
  addWorkingDays(today, decisionDays ?? documentDecisionWorkingDays, publicHolidaysAround(definition, today));

/** A text of a pack in the reader's language. */
export const packText = ({ network, language }: Omit<RequestReader, "deps">, texts: EvidenceReason["name"]): string =>
  textIn(texts, language, network.definition.languages);

/** The name of a request's reason; its id if the policy lost it. */
export const reasonName = (reader: Omit<RequestReader, "deps">, { reasons, reasonId }: RefundRequestRow): string => {
  const reason = reasons.find((one) => one.reason === reasonId);
  return reason === undefined ? reasonId : packText(reader, reason.name);
};

/** The reasons that a customer can choose for a ticket, each with what it gives today. */
export function reasonsToChoose(
  reader: RequestReader,
  found: RefundableTicket,
  { limits, currency }: { limits: RefundLimits; currency: string },
): RefundWithEvidence[] {
  const today = dayIn(reader.deps.clock.iso(), reader.network.definition.timeZone);
  return reasonsOf(found).map((reason) => {
    const refund = refundRequestedToday(found, reason, today);
    const granted = grantedAmount(refund, limits);
    return {
      reason: reason.reason,
      name: packText(reader, reason.name),
      evidence: packText(reader, reason.evidence),
      expectedOn: decisionDay(reason, reader.network, today),
      used: { amount: refund.usedAmount, currency },
      fee: { amount: refund.feeAmount, currency },
      refund: { amount: granted.ok ? granted.value : 0, currency },
      refusal: granted.ok ? null : granted.code,
    };
  });
}

/** Requests of an order as its customer sees them. */
export async function requestViews(
  reader: RequestReader,
  order: OrderRow,
  rows: readonly RefundRequestRow[],
): Promise<RefundRequest[]> {
  const { deps, network } = reader;
  const now = deps.clock.iso();
  const limits = await readRefundLimits(deps.db, order.id);
  const views: RefundRequest[] = [];
  for (const row of rows) {
    const open = row.status === "pending" ? await requestedRefund(deps.db, network, order, row, now) : undefined;
    const granted = open && grantedAmount(open.refund, limits);
    // The refund of a closed request was never made.
    const paid = row.status === "closed" ? null : row.refundedAmount;
    const amount = granted === undefined ? paid : granted.ok ? granted.value : null;
    views.push({
      requestId: row.id,
      ticketId: row.ticketId,
      ticketName: row.ticketName,
      serial: row.serial,
      reason: row.reasonId,
      reasonName: reasonName(reader, row),
      state: row.status,
      requestedAt: row.requestedAt,
      expectedOn: row.expectedOn,
      refund: amount === null || amount === 0 ? null : { amount, currency: order.currency },
      files: row.files.map(({ name }) => name),
      mayAddFiles: row.status === "pending" && row.files.length < refundEvidenceFilesMax,
      remark: row.status === "refused" ? row.remark : null,
      decidedAt: row.decidedAt,
    });
  }
  return views;
}
