import { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { instantInJson } from "../database/json.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const PassKept = z.strictObject({
  ticketId: Id,
  wallet: PassWallet,
  language: z.string(),
  addedAt: Instant,
  changedAt: Instant,
  devices: z.array(z.strictObject({ deviceId: z.string(), registeredAt: Instant })),
});

/**
 * Tickets added to the wallet app of a phone. The row of a pass stays, without a person: with it the pass is emptied at Google, and a
 * device that fetches it again gets it without name and barcode.
 */
export const walletPassesOfPerson = personalDataSource({
  tables: {
    wallet_pass: {
      stays: ["ticket_id", "wallet", "network_id", "language", "added_at", "changed_at", "changes"],
      emptied: [],
    },
    wallet_pass_device: "goes",
  },
  leftOut: {
    wallet_pass: { [omissionReasons.processing]: "changes" },
    wallet_pass_device: { [omissionReasons.secret]: "push_token" },
  },
  shape: z.array(PassKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof PassKept>>`
      select p.ticket_id as "ticketId", p.wallet, p.language, p.added_at as "addedAt", p.changed_at as "changedAt",
        case when p.wallet = 'google' then '[]' else coalesce((select json_agg(json_build_object('deviceId', d.device_id,
          'registeredAt', ${instantInJson(sql`d.registered_at`)}) order by d.registered_at, d.device_id)
          from wallet_pass_device d where d.ticket_id = p.ticket_id), '[]') end as devices
      from wallet_pass p join ticket t on t.id = p.ticket_id
      where t.network_id = ${networkId} and t.account_id = ${accountId} order by p.added_at, p.ticket_id, p.wallet`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from wallet_pass_device d using ticket t
      where t.id = d.ticket_id and t.network_id = ${networkId} and t.account_id = ${accountId}`.execute(tx);
  },
});
