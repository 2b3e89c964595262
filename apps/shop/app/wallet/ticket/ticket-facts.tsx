import type { Ticket } from "@guichet/contract/wallet.ts";
import type { Fact } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import type { Formats } from "../../formats/formats.ts";
import type { Translate } from "../../texts/texts.tsx";
import { nameOf } from "../ticket-order.ts";
import { journeyWords } from "../ticket-words.ts";

/** The facts of a ticket: journey, traveller, card, purchase, trips, order. */
export function factsOf(ticket: Ticket, t: Translate, formats: Formats): Fact[] {
  const { trips, tripsLeft, issuedAt, orderNumber } = ticket;
  const journey = journeyWords(t, ticket);
  const traveller = nameOf(ticket) ?? t("wallet.bearer");
  return [
    ...(journey === undefined ? [] : [{ term: t("wallet.journey"), value: <bdi>{journey}</bdi> }]),
    { term: t("wallet.traveller"), value: <bdi>{traveller}</bdi> },
    ...(ticket.media
      ? [{ term: t("wallet.card"), value: <Figures>{`•••• ${ticket.media.lastDigits}`}</Figures> }]
      : []),
    { term: t("wallet.bought"), value: formats.shortInstant(issuedAt) },
    ...(trips !== null && tripsLeft !== null
      ? [{ term: t("wallet.trips"), value: t("wallet.trips.of", { left: `${tripsLeft}`, all: `${trips}` }) }]
      : []),
    { term: t("wallet.order"), value: <Figures>{orderNumber}</Figures> },
  ];
}
