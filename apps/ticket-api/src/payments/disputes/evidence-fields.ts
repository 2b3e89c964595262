import type { EvidenceFields } from "../../integrations/payment-provider.ts";
import { textsIn } from "../../locales/texts.ts";
import type { EvidenceContents } from "../../pdf/evidence-pdf.ts";
import { dayInWords } from "../../pdf/words.ts";

/**
 * What the bank reads in its form, from the records that the PDF states in full. Instants are UTC in ISO 8601; the service date is the day of
 * the first use, `YYYY-MM-DD`, or else that of the delivery.
 */
export function evidenceFields({ locale, customer, order, tickets, terms }: EvidenceContents): EvidenceFields {
  const t = textsIn(locale);
  const titleOf = ({ name, number }: (typeof tickets)[number]) => t("evidence-pdf.ticket", { name, number });
  const log = tickets.flatMap((ticket) => [
    { at: ticket.issuedAt, line: `${titleOf(ticket)}: ${t("evidence-pdf.issued", { at: ticket.issuedAt })}` },
    ...(ticket.loadedAt === null
      ? []
      : [{ at: ticket.loadedAt, line: `${titleOf(ticket)}: ${t("evidence-pdf.loaded", { at: ticket.loadedAt })}` }]),
    ...ticket.uses.map(({ at, kind, place }) => ({
      at,
      line: `${titleOf(ticket)}: ${t(`evidence-pdf.use.${kind}`)} ${at}${place === null ? "" : ` (${place})`}`,
    })),
  ]);
  log.sort((a, b) => a.at.localeCompare(b.at));
  const uses = tickets.flatMap((ticket) => ticket.uses.map(({ at }) => at));
  const served = [...uses, ...(uses.length === 0 ? tickets.map(({ issuedAt }) => issuedAt) : [])].sort();
  const accepted = (terms ?? []).map(
    ({ kind, version }) =>
      `${t(`evidence-pdf.terms.${kind}`)}: ${t("evidence-pdf.version", { day: dayInWords(version, locale) })}`,
  );
  return {
    customerName: customer.name,
    customerEmail: customer.email,
    productDescription: [`${t("evidence-pdf.number")} ${order.number}`, ...tickets.map(titleOf)].join("\n"),
    ...(served[0] !== undefined && { serviceDate: served[0].slice(0, 10) }),
    ...(log.length > 0 && { activityLog: log.map(({ line }) => line).join("\n") }),
    ...(accepted.length > 0 && { acceptedTerms: accepted.join("\n") }),
    ...(order.tracking !== null && { trackingNumber: order.tracking }),
  };
}
