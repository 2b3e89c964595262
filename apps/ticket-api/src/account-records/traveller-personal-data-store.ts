import { UserAddress } from "@guichet/contract/accounts.ts";
import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personalDataSource } from "../personal-data/personal-data-source.ts";

const ExportedTraveller = z.strictObject({
  travellerId: Id,
  isHolder: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: Day.nullable(),
  phone: z.string().nullable(),
  tariffStatus: z.string().nullable(),
  address: UserAddress.nullable(),
  pictureFileId: Id.nullable(),
  deactivatedAt: Instant.nullable(),
  createdAt: Instant,
});

/** The travellers of the account. */
export const travellersOfPerson = personalDataSource({
  tables: { traveller: "goes" },
  shape: z.array(ExportedTraveller),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof ExportedTraveller>>`
      select id as "travellerId", is_holder as "isHolder", first_name as "firstName", last_name as "lastName",
        birth_date as "birthDate", phone, tariff_status as "tariffStatus", address, picture_id as "pictureFileId", deactivated_at as "deactivatedAt",
        created_at as "createdAt"
      from traveller where network_id = ${networkId} and account_id = ${accountId}
      order by is_holder desc, created_at, id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from traveller where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
