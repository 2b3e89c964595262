import type { UploadType } from "@guichet/contract/uploads.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { CheckedFile } from "./check.ts";

export interface StoredFile {
  id: string;
  networkId: string;
  accountId: string;
  contentType: UploadType;
  content: Buffer;
}

/** Stores a checked file, in the transaction of its cause. */
export async function insertFile(
  tx: Tx,
  file: { id: string; networkId: string; accountId: string } & Pick<CheckedFile, "contentType" | "bytes" | "size">,
  at: string,
): Promise<void> {
  await sql`insert into stored_file (id, network_id, account_id, content_type, content, width, height, created_at)
    values (${file.id}, ${file.networkId}, ${file.accountId}, ${file.contentType}, ${file.bytes},
      ${file.size?.width ?? null}, ${file.size?.height ?? null}, ${at})`.execute(tx);
}

export async function readFile(db: Database, networkId: string, id: string): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`
    select id, network_id as "networkId", account_id as "accountId", content_type as "contentType", content
    from stored_file where network_id = ${networkId} and id = ${id}`.execute(db);
  return found.rows[0];
}

/** The newest files of an account with their content, limited in number and in total bytes. */
export async function filesOf(
  db: Database,
  networkId: string,
  accountId: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<StoredFile[]> {
  const found = await sql<StoredFile>`
    with newest as (select id, created_at,
        sum(octet_length(content)) over (order by created_at desc, id) as bytes
      from stored_file where network_id = ${networkId} and account_id = ${accountId}
      order by created_at desc, id limit ${count})
    select f.id, f.network_id as "networkId", f.account_id as "accountId", f.content_type as "contentType", f.content
    from newest join stored_file f using (id) where newest.bytes <= ${bytes}
    order by f.created_at desc, f.id`.execute(db);
  return found.rows;
}

/** Deletes a file that nothing references any more. */
export async function deleteFile(tx: Tx, networkId: string, id: string): Promise<void> {
  await sql`delete from stored_file where network_id = ${networkId} and id = ${id}`.execute(tx);
}

/** Checks whether the session that a link was made for is still open. */
export async function sessionIsOpen(db: Database, networkId: string, sessionId: string, now: string): Promise<boolean> {
  const found = await sql`select from user_session
    where id = ${sessionId} and network_id = ${networkId} and expires_at > ${now}`.execute(db);
  return found.rows.length > 0;
}
