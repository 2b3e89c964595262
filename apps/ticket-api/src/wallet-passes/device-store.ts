import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A device that shows a pass, by the identifier and the notification token that its system gave it. */
export interface PassDevice {
  deviceId: string;
  ticketId: string;
  pushToken: string;
}

/** Stores a device of a pass whose ticket is locked. `full`: the pass is on as many other devices as allowed. */
export async function insertDevice(
  tx: Tx,
  { deviceId, ticketId, pushToken }: PassDevice,
  { at, max }: { at: string; max: number },
): Promise<"created" | "known" | "full"> {
  const saved = await sql<{ isNew: boolean }>`
    insert into wallet_pass_device (device_id, ticket_id, push_token, registered_at)
    select ${deviceId}, ${ticketId}::uuid, ${pushToken}, ${at}::timestamptz
    where (select count(*) from wallet_pass_device where ticket_id = ${ticketId} and device_id <> ${deviceId}) < ${max}
    on conflict (device_id, ticket_id) do update set push_token = excluded.push_token
    returning xmax = 0 as "isNew"`.execute(tx);
  const row = saved.rows[0];
  if (row === undefined) return "full";
  return row.isNew ? "created" : "known";
}

export async function removeDevice(db: Database, { deviceId, ticketId }: Omit<PassDevice, "pushToken">): Promise<void> {
  await sql`delete from wallet_pass_device where device_id = ${deviceId} and ticket_id = ${ticketId}`.execute(db);
}

/** Removes a device whose notification token is no longer valid, unless it has another one by now. */
export async function removeToken(db: Database, { deviceId, ticketId, pushToken }: PassDevice): Promise<void> {
  await sql`delete from wallet_pass_device where device_id = ${deviceId} and ticket_id = ${ticketId}
    and push_token = ${pushToken}`.execute(db);
}

export async function devicesOfPass(db: Database, ticketId: string): Promise<PassDevice[]> {
  const found = await sql<PassDevice>`select device_id as "deviceId", ticket_id as "ticketId", push_token as "pushToken"
    from wallet_pass_device where ticket_id = ${ticketId} order by registered_at, device_id`.execute(db);
  return found.rows;
}

/** The passes of a device that changed since an instant, with their last changes, oldest first; of all if it is undefined. */
export async function changedPassesOf(
  db: Database,
  deviceId: string,
  since: string | undefined,
  limit: number,
): Promise<{ ticketId: string; changedAt: string }[]> {
  const found = await sql<{ ticketId: string; changedAt: string }>`
    select p.ticket_id as "ticketId", p.changed_at as "changedAt"
    from wallet_pass_device d join wallet_pass p on p.ticket_id = d.ticket_id and p.wallet = 'apple'
    where d.device_id = ${deviceId} and (${since ?? null}::timestamptz is null or p.changed_at >= ${since ?? null}::timestamptz)
    order by p.changed_at, p.ticket_id limit ${limit}`.execute(db);
  return found.rows;
}
