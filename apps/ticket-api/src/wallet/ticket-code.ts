import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { endOf } from "@guichet/rules/validity.ts";
import { sign } from "@guichet/ticket-code/ticket-code.ts";
import { initialsOf, runningTime, type TicketFields } from "@guichet/ticket-code/ticket-fields.ts";
import type { Dependencies } from "../dependencies.ts";
import type { TicketRow } from "./ticket-store.ts";

/** The period in which a ticket without limits must be used: its code needs an end. */
const unboundedUse = "P5Y";

type CodedTicket = Pick<
  TicketRow,
  "id" | "networkId" | "productId" | "traveller" | "validFrom" | "validUntil" | "useBefore" | "issuedAt"
>;

/** Signs the text of a ticket's barcode in its current state (decision 020). */
export function ticketCodeOf(
  deps: Pick<Dependencies, "keys">,
  ticket: CodedTicket,
  article: PackArticle,
  timeZone: string,
): string {
  const fields: TicketFields = {
    ...identityFields(ticket),
    ...codeWindow(article, ticket, timeZone),
    ...(article.trips === undefined
      ? {}
      : { carnet: { trips: article.trips, transferMinutes: article.transferMinutes ?? 0 } }),
  };
  return sign(fields, deps.keys.ticketKey());
}

/** Signs the code of a running trip: offline, it is a ticket that is valid for the trip (decision 068). */
export function tripCodeOf(
  deps: Pick<Dependencies, "keys">,
  ticket: CodedTicket,
  trip: { from: string; until: string },
): string {
  return sign({ ...identityFields(ticket), validFrom: trip.from, validUntil: trip.until }, deps.keys.ticketKey());
}

function identityFields({
  id,
  networkId,
  productId,
  traveller,
}: CodedTicket): Omit<TicketFields, "validFrom" | "validUntil"> {
  const initials = traveller === null ? "" : initialsOf(traveller.firstName, traveller.lastName);
  const birthYear = traveller?.birthDate?.slice(0, 4);
  return {
    network: networkId,
    product: productId,
    ticketId: id,
    ...(initials === ""
      ? {}
      : { traveller: { initials, ...(birthYear === undefined ? {} : { birthYear: Number(birthYear) }) } }),
  };
}

/** The validity as an offline checker reads it: a ticket that runs from its first use carries its latest end. */
function codeWindow(
  article: PackArticle,
  window: Pick<CodedTicket, "validFrom" | "validUntil" | "useBefore" | "issuedAt">,
  timeZone: string,
): Pick<TicketFields, "validFrom" | "validUntil" | "firstUse"> {
  if (window.validFrom !== null && window.validUntil !== null) {
    return { validFrom: window.validFrom, validUntil: window.validUntil };
  }
  const { validity } = article;
  const before = window.useBefore ?? endOf(window.issuedAt, unboundedUse, timeZone);
  const duration = "duration" in validity ? validity.duration : "P1D";
  const runs = runningTime(duration);
  if (runs === null)
    throw new Error(`Article ${article.id}: the duration of a ticket that runs from its first use must have one unit`);
  return { validFrom: window.issuedAt, validUntil: endOf(before, duration, timeZone), firstUse: { before, runs } };
}
