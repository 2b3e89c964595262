import { type Language, type Texts, textIn } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import { runningTime } from "@guichet/ticket-code/ticket-fields.ts";
import type { Dependencies } from "../dependencies.ts";
import { logoPicture } from "../network-registry/logo-picture.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { sellerOf } from "../order-records/invoices.ts";
import { namesOf } from "../pdf/journey-text.ts";
import type { WalletTicket } from "./ticket-store.ts";

/** The edge colour of each ink in PDF documents. */
const edges = { pass: "#24704b", year: "#304b9f", social: "#813a7c", card: "#855c0a" } as const;

/** Renders a ticket as PDF. Its validity is read from its signed code, so that document and validator agree. */
export async function ticketDocument(
  deps: Dependencies,
  ticket: WalletTicket,
  language: Language,
  withPrice = true,
): Promise<Uint8Array> {
  const network = await networkOf(deps, ticket);
  const text = (texts: Texts) => textIn(texts, language, network.definition.languages);
  if (ticket.code === null) throw new Error(`Ticket ${ticket.id} has no code`);
  const checked = check(ticket.code, { keys: deps.keys.ticketKeys(), now: ticket.issuedAt });
  if (!("ticket" in checked)) throw new Error(`The code of ticket ${ticket.id} is invalid: ${checked.status}`);
  const { validFrom, validUntil, firstUse, carnet } = checked.ticket;
  const { article } = ticket;
  const category = network.categories.find((candidate) => candidate.id === article.category);
  const lasts = "duration" in article.validity ? runningTime(article.validity.duration) : null;
  return deps.workerPool.run("ticket", {
    validFrom,
    validUntil,
    ...(firstUse === undefined ? {} : { firstUse }),
    ...(carnet === undefined ? {} : { carnet }),
    locale: language,
    timeZone: network.definition.timeZone,
    issuedAt: ticket.issuedAt,
    network: { name: network.definition.name, logo: await logoPicture(network) },
    product: {
      name: text(article.name),
      goodFor: text(article.summary),
      edge: edges[category?.ink ?? "pass"],
      ...(lasts === null ? {} : { lasts }),
    },
    ...(ticket.journey === null ? {} : { journey: namesOf(ticket.journey) }),
    number: ticket.serial,
    code: ticket.code,
    ...(ticket.traveller === null
      ? {}
      : { traveller: { name: `${ticket.traveller.firstName} ${ticket.traveller.lastName}`.trim() } }),
    ...(withPrice ? { price: { amount: ticket.paidAmount, currency: network.definition.currency } } : {}),
    orderNumber: ticket.orderNumber,
    seller: sellerOf(network, language),
    conditions: article.extraInfo === undefined ? [] : [text(article.extraInfo)],
  });
}

/** Renders an attestation for an employer; an error while the ticket's validity is unlimited, or if it names no traveller. */
export async function attestationDocument(
  deps: Dependencies,
  ticket: WalletTicket,
  language: Language,
): Promise<Result<Uint8Array, "TICKET_UNUSABLE">> {
  const network = await networkOf(deps, ticket);
  const { traveller, validFrom, validUntil } = ticket;
  if (validFrom === null || validUntil === null) return err("TICKET_UNUSABLE", { reason: "not-begun" });
  if (traveller === null) return err("TICKET_UNUSABLE", { reason: "nobody-named" });
  if (ticket.status === "cancelled") return err("TICKET_UNUSABLE", { reason: "cancelled" });
  const pdf = await deps.workerPool.run("attestation", {
    locale: language,
    timeZone: network.definition.timeZone,
    issuedAt: deps.clock.iso(),
    number: `AT-${ticket.serial.replaceAll(" ", "-")}`,
    network: { name: network.definition.name, logo: await logoPicture(network) },
    seller: sellerOf(network, language),
    holder: {
      name: `${traveller.firstName} ${traveller.lastName}`.trim(),
      ...(traveller.birthDate === null ? {} : { birthDate: traveller.birthDate }),
    },
    product: textIn(ticket.article.name, language, network.definition.languages),
    ...(ticket.journey === null ? {} : { journey: namesOf(ticket.journey) }),
    ticketNumber: ticket.serial,
    validFrom,
    validUntil,
    paid: { amount: ticket.paidAmount, currency: network.definition.currency },
    paidAt: ticket.issuedAt,
    orderNumber: ticket.orderNumber,
  });
  return ok(pdf);
}

async function networkOf(deps: Dependencies, ticket: WalletTicket): Promise<LoadedNetwork> {
  const network = await deps.networks.get(ticket.networkId);
  if (network === undefined) throw new Error(`Network ${ticket.networkId} does not exist`);
  return network;
}
