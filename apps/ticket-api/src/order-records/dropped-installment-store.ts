import type { ReducedInstallment } from "@guichet/rules/refunds/dropped-installments.ts";
import { sql } from "kysely";

/** An installment that a refund reduced or dropped, and its day. Minor units. */
export type DroppedInstallment = ReducedInstallment & { collectedOn: string };

/** SQL: the installments that the refund `r` reduced, as JSON, the last one first. */
export const droppedInstallments = sql`coalesce((select json_agg(json_build_object('position', d.position,
    'droppedAmount', d.dropped_amount, 'leftAmount', d.left_amount, 'collectedOn', i.collected_on) order by d.position desc)
  from order_refund_installment d join installment i on i.order_id = r.order_id and i.position = d.position
  where d.order_refund_id = r.id), '[]')`;
