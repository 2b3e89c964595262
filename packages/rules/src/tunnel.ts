import type { Support } from "@guichet/contract/catalogue.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";

/** Steps of the card tunnel (§2 "/tunnel"), in order; association belongs to the choice of media. */
export const tunnelSteps = ["passengers", "media", "association", "card", "profiles", "selection"] as const;
export type TunnelStep = (typeof tunnelSteps)[number];

/** A traveller and their media: a card by its id, a new card (`new`), or not chosen yet. */
export interface TunnelPassenger {
  id: string;
  media: string | null;
}

/** State of the tunnel (§3 "Tunnel state"). */
export interface Tunnel {
  passengers: readonly TunnelPassenger[];
  /** Media of the tickets: transport cards, or the phone. */
  media: "physical" | "dematerialised" | null;
  /** The article of the new card, and its delivery. */
  selectedMedia: { shopItemId: string; support: Support } | null;
  /** Whether the passengers' details were reviewed. */
  ready: boolean;
}

/** Card properties needed by the tunnel. */
export interface PassengerCard {
  id: string;
  travellerId: string | null;
  isUsable: boolean;
}

/** The cards of a passenger that are neither expired nor blocked (§4 "Passenger media"). */
export const passengerMedia = (cards: readonly PassengerCard[], passengerId: string) =>
  cards.some(({ travellerId, isUsable }) => isUsable && travellerId === passengerId)
    ? ("VALID_MEDIA" as const)
    : ("NO_VALID_MEDIA" as const);

/** Whether the catalogue offers nothing for the phone (§2), so that the question is skipped. */
export const isOnlyPhysical = (articles: readonly { supports: readonly Support[] }[]): boolean =>
  !articles.some(({ supports }) => supports.includes("DEMATERIALIZED"));

/** Changes the passengers: those who stay keep their card; those without a valid one come first. */
export function choosePassengers(tunnel: Tunnel, ids: readonly string[], cards: readonly PassengerCard[]): Tunnel {
  const kept = (id: string) => tunnel.passengers.find((passenger) => passenger.id === id)?.media ?? null;
  const lacks = (id: string) => Number(passengerMedia(cards, id) === "VALID_MEDIA");
  const same = ids.length === tunnel.passengers.length && ids.every((id) => tunnel.passengers.some((p) => p.id === id));
  const passengers = ids.toSorted((a, b) => lacks(a) - lacks(b)).map((id) => ({ id, media: kept(id) }));
  return { ...tunnel, passengers, ready: same && tunnel.ready };
}

/** Preselects media for the media step: the passenger's card, else a new one; `physical` where nothing else is offered. */
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
 * Step after the media: the passes if the first passenger has a card, else the new card (§2). Passengers without a valid card
 * come first, so that no new card is forgotten.
 */
export const stepAfterMedia = (tunnel: Tunnel): TunnelStep => (needsNewCard(tunnel) ? "card" : "selection");

/** The requested step, or the first incomplete step before it. */
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
