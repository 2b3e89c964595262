import { type Language, type Texts, textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { Blueprint, CardLoading, Ticket } from "@guichet/contract/wallet.ts";
import { isTransferable, planPunch, ticketStateAt } from "@guichet/rules/punching.ts";
import { loadingAt, transferStatus } from "@guichet/rules/wallet.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { WalletTicket } from "./ticket-store.ts";

/** A ticket as the response shows it; its state follows the clock. */
export function ticketView(row: WalletTicket, network: LoadedNetwork, language: Language, now: string): Ticket {
  const model = ticketDesign(network, row.article, row.productId, language);
  const { validFrom, validUntil, useBefore } = row;
  const state = ticketStateAt(row, now);
  const { timeZone } = network.definition;
  const punch = planPunch(row, row.article, { now, timeZone });
  const loading = loadingOf(row, now);
  return {
    ticketId: row.id,
    serial: row.serial,
    state,
    blockedFor: state === "blocked" ? row.blockedFor : [],
    productId: row.productId,
    name: model.name,
    summary: model.summary,
    ink: model.ink,
    icon: model.icon,
    figure: model.figure,
    ...(row.journey === null ? {} : { journey: row.journey }),
    traveller:
      row.traveller === null || row.travellerId === null
        ? null
        : { userId: row.travellerId, firstName: row.traveller.firstName, lastName: row.traveller.lastName },
    support: row.support,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    issuedAt: row.issuedAt,
    validFrom,
    validUntil,
    useBefore,
    tripsLeft: row.tripsLeft,
    trips: row.article.trips ?? null,
    media:
      row.cardId === null || loading === null
        ? null
        : { mediaId: row.cardId, lastDigits: row.card?.lastDigits ?? "", loads: loading, loadedAt: row.loadedAt },
    transfer: row.wasGiven ? transferStatus(loading) : null,
    code: state === "pending" || state === "active" ? codeShown(row, now) : null,
    firstUsedAt: row.firstUsedAt,
    tripUntil: row.tripUntil,
    punch: punch.ok && punch.value.kind !== "change" ? { kind: punch.value.kind, until: punch.value.until } : null,
    isTransferable: isTransferable(row, now),
  };
}

/** The loading state of a ticket on a card; null: it is on none. */
export const loadingOf = (row: WalletTicket, now: string): CardLoading | null =>
  row.card === null ? null : loadingAt({ loadedAt: row.loadedAt, state: ticketStateAt(row, now) }, row.card, now);

/** The trip's code while a trip runs, otherwise the ticket's code. */
const codeShown = ({ code, tripCode, tripUntil }: WalletTicket, now: string): string | null =>
  tripUntil !== null && now < tripUntil ? (tripCode ?? code) : code;

export function ticketDesign(
  network: LoadedNetwork,
  article: PackArticle,
  productId: string,
  language: Language,
): Blueprint {
  const text = (texts: Texts) => textIn(texts, language, network.definition.languages);
  const category = network.categories.find((candidate) => candidate.id === article.category);
  return {
    productId,
    name: text(article.name),
    summary: text(article.summary),
    ink: category?.ink ?? "pass",
    icon: category?.icon ?? "ticket",
    figure: article.figure === undefined ? null : { value: article.figure.value, unit: text(article.figure.unit) },
    validity: article.validity,
    useWithin: article.useWithin ?? null,
    trips: article.trips ?? null,
    transferMinutes: article.transferMinutes ?? null,
  };
}
