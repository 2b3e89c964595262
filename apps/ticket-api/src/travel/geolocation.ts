import { geolocationDays } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { daysMs, later } from "../clock.ts";
import type { House } from "../dependencies.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import {
  consentOf,
  dropOldPositions,
  dropPositionsOf,
  keepPosition,
  positionsOf,
  saveConsent,
} from "./geolocation-store.ts";

const keptUntil = (recordedAt: string): string => later(new Date(recordedAt), daysMs(geolocationDays)).toISOString();

/** Where somebody punched: said only by who agreed to it, kept thirty days, never needed (decision 069). */
export const geolocationAnswers: RoomAnswers<"sendGeolocation" | "getGeolocation" | "agreeToGeolocation"> = {
  sendGeolocation: async ({ house, session, request }) => {
    const kept = await house.db.transaction().execute(async (tx) => {
      if ((await consentOf(tx, session.travellerId)) !== true) return null;
      if (!isUuid(request.useId)) return undefined;
      const accuracy = request.accuracy === undefined ? null : Math.round(request.accuracy);
      return keepPosition(tx, session, { ...request, accuracy, at: house.clock.iso() });
    });
    if (kept === null) return refuse("GEOLOCATION_NOT_AGREED");
    return kept === undefined ? refuse("NOT_FOUND") : done({ keptUntil: keptUntil(kept) });
  },

  getGeolocation: async ({ house, session }) => {
    const items = await positionsOf(house.db, session.travellerId);
    return done({
      agreed: await consentOf(house.db, session.travellerId),
      items: items.map((item) => ({ ...item, keptUntil: keptUntil(item.recordedAt) })),
    });
  },

  agreeToGeolocation: async ({ house, session, request: { agreed } }) => {
    await house.db.transaction().execute(async (tx) => {
      await saveConsent(tx, session, agreed, house.clock.iso());
      if (!agreed) await dropPositionsOf(tx, session.travellerId);
    });
    return done({ agreed });
  },
};

/** Drops what was kept for as long as it may be. */
export const forgetOldPositions = (house: Pick<House, "db" | "clock">): Promise<void> =>
  dropOldPositions(house.db, later(house.clock.now(), -daysMs(geolocationDays)).toISOString());
