import type { Support } from "@guichet/contract/catalogue.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";

/** The steps of the way to a card (§2 "/tunnel"), in their order; association stands beside the choice of media. */
export const tunnelSteps = ["passengers", "media", "association", "card", "profiles", "selection"] as const;
export type TunnelStep = (typeof tunnelSteps)[number];

/** Somebody who travels, and on what: a card by its id, a card that is made (`new`), or not chosen yet. */
export interface TunnelPassenger {
  id: string;
  media: string | null;
}

/** What the tunnel keeps (§3 "Tunnel state"). */
export interface Tunnel {
  passengers: readonly TunnelPassenger[];
  /** On transport cards, or on the phone. */
  media: "physical" | "dematerialised" | null;
  /** The article that is the new card, and how it comes. */
  selectedMedia: { shopItemId: string; support: Support } | null;
  /** The passengers' details were looked through. */
  ready: boolean;
}

/** A card as far as the tunnel needs it. */
export interface PassengerCard {
  id: string;
  travellerId: string | null;
  isUsable: boolean;
}

/** Has a passenger a card that is neither over nor blocked (§4 "Passenger media")? */
export const passengerMedia = (cards: readonly PassengerCard[], passengerId: string) =>
  cards.some(({ travellerId, isUsable }) => isUsable && travellerId === passengerId)
    ? ("VALID_MEDIA" as const)
    : ("NO_VALID_MEDIA" as const);

/** Does the catalogue offer nothing for the phone (§2)? Then nobody is asked. */
export const isOnlyPhysical = (articles: readonly { supports: readonly Support[] }[]): boolean =>
  !articles.some(({ supports }) => supports.includes("DEMATERIALIZED"));

/** Another choice of passengers: who stays keeps their card; those without a valid one stand first. */
export function choosePassengers(tunnel: Tunnel, ids: readonly string[], cards: readonly PassengerCard[]): Tunnel {
  const kept = (id: string) => tunnel.passengers.find((passenger) => passenger.id === id)?.media ?? null;
  const lacks = (id: string) => Number(passengerMedia(cards, id) === "VALID_MEDIA");
  const same = ids.length === tunnel.passengers.length && ids.every((id) => tunnel.passengers.some((p) => p.id === id));
  const passengers = ids.toSorted((a, b) => lacks(a) - lacks(b)).map((id) => ({ id, media: kept(id) }));
  return { ...tunnel, passengers, ready: same && tunnel.ready };
}

/** What is chosen when the media step opens: the card that a passenger has, else a new one; `physical` where nothing else is offered. */
export function proposeMedia(tunnel: Tunnel, cards: readonly PassengerCard[], onlyPhysical: boolean): Tunnel {
  const passengers = tunnel.passengers.map(({ id, media }) => {
    const own = cards.filter((card) => card.isUsable && card.travellerId === id);
    const state = media === newCard || own.some((card) => card.id === media);
    return { id, media: state ? media : (own[0]?.id ?? newCard) };
  });
  return { ...tunnel, passengers, media: onlyPhysical ? "physical" : tunnel.media };
}

export const needsNewCard = ({ media, passengers }: Tunnel): boolean =>
  media === "physical" && passengers.some((passenger) => passenger.media === newCard);

/**
 * After the media: to the passes when the first passenger has a card, else to the new card (§2). Passengers without a valid card
 * stand first, so that nobody's new card is forgotten.
 */
export const stepAfterMedia = (tunnel: Tunnel): TunnelStep => (needsNewCard(tunnel) ? "card" : "selection");

/** Where somebody who asks for a step stands: there, or at the first step that is still to be done. */
export function allowedTunnelStep(asked: TunnelStep, tunnel: Tunnel, { pairing }: { pairing: boolean }): TunnelStep {
  if (asked === "passengers" || tunnel.passengers.length === 0) return "passengers";
  if (asked === "association") return pairing ? "association" : "media";
  if (asked === "media") return "media";
  const chosen = tunnel.media !== null && tunnel.passengers.every(({ media }) => media !== null);
  if (!chosen) return "media";
  if (!needsNewCard(tunnel)) return "selection";
  if (asked === "card" || tunnel.selectedMedia === null) return "card";
  if (asked === "profiles" || !tunnel.ready) return "profiles";
  return "selection";
}
