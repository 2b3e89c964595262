import { textIn } from "@guichet/contract/locales.ts";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { emailQueued } from "../email/queue-email.ts";
import type { EmailMessage } from "../integrations/mail.ts";
import { numberOf } from "../order-records/invoice-store.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { CapturedPayment } from "../payment-records/payment-store.ts";
import { addressed, paidBackTo, refundAttachments } from "../refunds/refund-email.ts";
import type { CampaignRow } from "./campaign-store.ts";
import type { PendingCompensation } from "./compensation-store.ts";

/** What a compensation gives: an amount that is refunded in minor units, and a voucher. */
export interface CompensationGiven {
  refundAmount: number;
  voucher: { code: string; amount: number; lastDay: string } | null;
}

/** The statement that queues the e-mail about a compensation; after its credit note, if it refunds an amount. */
export function compensationEmailStatement(
  deps: Dependencies,
  order: OrderRow,
  campaign: CampaignRow,
  { id, name, serial }: PendingCompensation,
  { refundAmount, voucher }: CompensationGiven,
  payment: CapturedPayment | undefined,
): RawBuilder<unknown> {
  const { currency } = order;
  const { values, ...email } = addressed(deps, order);
  const filled = {
    ...email,
    template: "compensation-made" as const,
    cause: `compensation-made-${id}`,
    values: {
      ...values,
      ...{ name, serial },
      reason: textIn(campaign.reasons, order.language),
      refund: refundAmount === 0 ? null : { amount: refundAmount, currency },
      ...paidBackTo(payment),
      voucher:
        voucher === null
          ? null
          : { code: voucher.code, value: { amount: voucher.amount, currency }, lastDay: voucher.lastDay },
    },
  };
  return refundAmount === 0
    ? emailQueued(deps, { ...filled, values: { ...filled.values, creditNoteNumber: null } }, {})
    : emailQueued(deps, filled, { creditNoteNumber: numberOf(order.id, "credit-note") });
}

const NoteNamed = z.object({ creditNoteNumber: z.string().nullable() });

/** The attachment of the e-mail: the credit note, if an amount is refunded. */
export async function compensationAttachments(
  deps: Dependencies,
  values: unknown,
): Promise<EmailMessage["attachments"]> {
  return NoteNamed.parse(values).creditNoteNumber === null ? [] : refundAttachments(deps, values);
}
