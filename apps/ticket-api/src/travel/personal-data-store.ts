import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personalDataSource } from "../personal-data/personal-data-source.ts";

const ExportedConsent = z.strictObject({ travellerId: Id, agreed: z.boolean(), decidedAt: Instant });
const ExportedPosition = z.strictObject({
  useId: Id,
  travellerId: Id,
  latitude: z.number(),
  longitude: z.number(),
  accuracyMetres: z.int().nullable(),
  recordedAt: Instant,
});

/** Positions of validations that an account's travellers shared, and their consent. */
export const positionsOfPerson = personalDataSource({
  tables: { geolocation_consent: "goes", punch_position: "goes" },
  shape: z.strictObject({ consents: z.array(ExportedConsent), positions: z.array(ExportedPosition) }),
  read: async (db, { networkId, accountId }) => {
    const consents = await sql<z.infer<typeof ExportedConsent>>`
      select traveller_id as "travellerId", agreed, decided_at as "decidedAt" from geolocation_consent
      where network_id = ${networkId} and account_id = ${accountId} order by decided_at, traveller_id`.execute(db);
    const positions = await sql<z.infer<typeof ExportedPosition>>`
      select use_id as "useId", traveller_id as "travellerId", latitude, longitude, accuracy_metres as "accuracyMetres",
        recorded_at as "recordedAt" from punch_position
      where network_id = ${networkId} and account_id = ${accountId} order by recorded_at, use_id`.execute(db);
    return { consents: consents.rows, positions: positions.rows };
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from punch_position where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    await sql`delete from geolocation_consent where network_id = ${networkId} and account_id = ${accountId}`.execute(
      tx,
    );
  },
});
