import { geolocationDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { daysMs, later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import {
  consentOf,
  dropOldPositions,
  dropPositionsOf,
  positionsOf,
  saveConsent,
  savePosition,
} from "./geolocation-store.ts";

const keptUntil = (recordedAt: string): string => later(new Date(recordedAt), daysMs(geolocationDays)).toISOString();

/** Positions of validations: only with consent, stored for thirty days, never required (decision 069). */
export const geolocationHandlers: ModuleHandlers<"sendGeolocation" | "getGeolocation" | "agreeToGeolocation"> = {
  sendGeolocation: async ({ deps, session, request }) => {
    const recordedAt = await deps.db.transaction().execute(async (tx) => {
      if ((await consentOf(tx, session.travellerId)) !== true) return null;
      if (!isUuid(request.useId)) return undefined;
      const accuracy = request.accuracy === undefined ? null : Math.round(request.accuracy);
      return savePosition(tx, session, { ...request, accuracy, at: deps.clock.iso() });
    });
    if (recordedAt === null) return err("GEOLOCATION_NOT_AGREED");
    return recordedAt === undefined ? err("NOT_FOUND") : ok({ keptUntil: keptUntil(recordedAt) });
  },

  getGeolocation: async ({ deps, session }) => {
    const items = await positionsOf(deps.db, session.travellerId);
    return ok({
      agreed: await consentOf(deps.db, session.travellerId),
      items: items.map((item) => ({ ...item, keptUntil: keptUntil(item.recordedAt) })),
    });
  },

  agreeToGeolocation: async ({ deps, session, request: { agreed } }) => {
    await deps.db.transaction().execute(async (tx) => {
      await saveConsent(tx, session, agreed, deps.clock.iso());
      if (!agreed) await dropPositionsOf(tx, session.travellerId);
    });
    return ok({ agreed });
  },
};

/** Deletes positions whose retention is over. */
export const deleteExpiredPositions = (deps: Pick<Dependencies, "db" | "clock">): Promise<void> =>
  dropOldPositions(deps.db, later(deps.clock.now(), -daysMs(geolocationDays)).toISOString());
