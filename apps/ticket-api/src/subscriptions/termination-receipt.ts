import { terminationRefundDaysMax } from "@guichet/contract/limits/payment-limits.ts";
import { Language } from "@guichet/contract/locales.ts";
import { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { Money } from "@guichet/contract/values.ts";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import type { MakeAttachments } from "../email/attachments.ts";
import { logoPicture } from "../network-registry/logo-picture.ts";
import { sellerOf } from "../order-records/invoices.ts";

/** The values of the e-mail that has a receipt, as they were queued. */
const Ended = z.object({
  name: z.string(),
  traveller: z.string(),
  lastDay: z.string(),
  effect: TerminationEffect,
  refund: Money.nullable(),
  due: z.string().nullish(),
  receipt: z.object({
    networkId: z.string(),
    language: Language,
    holder: z.string(),
    orderNumber: z.string(),
    reference: z.string().nullable(),
    receivedAt: z.string(),
    confirmedAt: z.string(),
    desiredEnd: z.string().nullable(),
  }),
});
const HasReceipt = z.object({ receipt: z.unknown().optional() });

/** The receipt of a termination by its customer, as the attachment of its e-mail (consumer code L215-1-1). */
export const terminationReceipt: MakeAttachments = async (deps: Dependencies, values) => {
  if (HasReceipt.parse(values).receipt === undefined) return [];
  const { receipt, name, traveller, lastDay, effect, refund, due = null } = Ended.parse(values);
  const { networkId, language, holder, orderNumber, reference, receivedAt, confirmedAt, desiredEnd } = receipt;
  const network = await deps.networks.get(networkId);
  if (network === undefined) throw new Error(`Network ${networkId} does not exist`);
  const { definition } = network;
  const content = await deps.workerPool.run("termination", {
    locale: language,
    timeZone: definition.timeZone,
    network: { name: definition.name, logo: await logoPicture(network) },
    seller: sellerOf(network, language),
    contract: { name, holder: holder || traveller, traveller, orderNumber },
    reference,
    receivedAt,
    confirmedAt,
    desiredEnd,
    effect,
    lastDay,
    refund,
    refundDays: terminationRefundDaysMax,
    due,
  });
  return [{ filename: `termination-${reference ?? orderNumber}.pdf`, content, contentType: "application/pdf" }];
};
