import type { Language } from "@guichet/contract/locales.ts";
import { termsKinds } from "@guichet/contract/network-pack.ts";
import type { printDispute } from "@guichet/contract/office/disputes.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Dependencies } from "../../dependencies.ts";
import { emailsOfOrder } from "../../email/email-store.ts";
import type { Handler } from "../../http/call-handler.ts";
import { isUuid } from "../../ids.ts";
import { logoPicture } from "../../network-registry/logo-picture.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { sellerOf } from "../../order-records/invoices.ts";
import { consentsOf, readOrder } from "../../order-records/order-store.ts";
import { type ListedDispute, listDisputes } from "../../payment-records/dispute-store.ts";
import { capturedPayments } from "../../payment-records/payment-store.ts";
import type { EvidenceContents, EvidenceTicket } from "../../pdf/evidence-pdf.ts";
import { recordAuditEntry } from "../../staff/audit-entry-store.ts";
import { listTickets } from "../../wallet/ticket-store.ts";
import { usesOf } from "../../wallet/ticket-use-store.ts";

/** An order has fewer tickets, and a ticket of an order in dispute fewer uses that matter. */
const ticketsMax = 200;
const usesMax = 200;

/** The evidence about a disputed payment as a PDF: what was recorded of its order, its delivery and its use. */
export const printDisputeHandler: Handler<typeof printDispute> = async ({
  deps,
  network,
  request,
  session,
  language,
}) => {
  const { disputeId: id } = request;
  const [dispute] = isUuid(id) ? await listDisputes(deps.db, { networkId: network.id, id, limit: 1 }) : [];
  const contents = dispute && (await evidenceOf(deps, network, dispute, language));
  if (dispute === undefined || contents === undefined) return err("NOT_FOUND");
  const { evidence, accountId } = contents;
  const bytes = await deps.workerPool.run("evidence", evidence);
  // The document names a customer and their journeys: who made it stays known.
  const { networkId } = dispute;
  const entry = { networkId, staffId: session.staffId, act: "dispute.print", thing: dispute.id, accountId };
  await deps.db.transaction().execute((tx) => recordAuditEntry(tx, deps, entry));
  return ok({ bytes, filename: `dispute-${evidence.order.number}.pdf` });
};

/** What was recorded about a disputed order, and its account; undefined: the order does not exist. */
export async function evidenceOf(
  deps: Dependencies,
  network: LoadedNetwork,
  dispute: ListedDispute,
  language: Language,
): Promise<{ evidence: EvidenceContents; accountId: string } | undefined> {
  const { db } = deps;
  const order = await readOrder(db, dispute.orderId);
  if (order === undefined) return undefined;
  const { networkId, accountId, id: orderId, customer, currency } = order;
  const filter = { networkId, accountId, travellerId: null, orderId, limit: ticketsMax };
  const tickets: EvidenceTicket[] = [];
  for (const ticket of (await listTickets(db, filter)).reverse()) {
    const uses = (await usesOf(db, networkId, ticket.id, usesMax)).reverse();
    const { firstName = "", lastName = "" } = ticket.traveller ?? {};
    tickets.push({
      name: ticket.article.name[network.definition.languages[0] ?? "fr"] ?? ticket.article.id,
      number: ticket.serial,
      traveller: `${firstName} ${lastName}`.trim() || null,
      issuedAt: ticket.issuedAt,
      loadedAt: ticket.loadedAt,
      uses: uses.map(({ kind, usedAt, place }) => ({ kind, at: usedAt, place: place?.name ?? null })),
    });
  }
  const payment = (await capturedPayments(db, orderId)).find((each) => each.id === dispute.paymentId);
  const accepted = (await consentsOf(db, orderId))?.terms;
  const emails = await emailsOfOrder(db, networkId, orderId);
  const evidence: EvidenceContents = {
    locale: language,
    timeZone: network.definition.timeZone,
    madeAt: deps.clock.iso(),
    network: { name: network.definition.name, logo: await logoPicture(network) },
    seller: sellerOf(network, language),
    dispute: {
      reference: dispute.reference,
      amount: { amount: dispute.amount, currency: dispute.currency },
      openedAt: dispute.openedAt,
    },
    order: {
      number: order.number,
      amount: { amount: order.amount, currency },
      orderedAt: order.createdAt,
      paidAt: order.completedAt,
      card: payment?.lastDigits ?? null,
      tracking: order.tracking?.number ?? null,
    },
    customer: {
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      email: order.invoiceEmail ?? customer.email,
    },
    tickets,
    terms:
      accepted === undefined
        ? null
        : termsKinds.flatMap((kind) => {
            const version = accepted[kind];
            return version === undefined ? [] : [{ kind, version }];
          }),
    emails: emails.map(({ to, sentAt, template }) => ({
      to,
      sentAt,
      isConfirmation: template === "order-confirmation",
    })),
  };
  return { evidence, accountId };
}
