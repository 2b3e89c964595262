import { uploadTypes } from "@guichet/contract/uploads.ts";
import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personRoom } from "../accounts/person-room.ts";

const FileKept = z.strictObject({
  fileId: Id,
  contentType: z.enum(uploadTypes),
  createdAt: Instant,
});

/** Pictures and papers that the account sent in. */
export const filesOfPerson = personRoom({
  tables: { stored_file: "goes" },
  shape: z.array(FileKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof FileKept>>`
      select id as "fileId", content_type as "contentType", created_at as "createdAt",
        translate(encode(content, 'base64'), E'\\n', '') as content
      from stored_file where network_id = ${networkId} and account_id = ${accountId} order by created_at, id`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from stored_file where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
