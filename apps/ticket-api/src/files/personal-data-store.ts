import { uploadTypes } from "@guichet/contract/uploads.ts";
import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personalDataSource } from "../personal-data/personal-data-source.ts";

const StoredFileEntry = z.strictObject({
  fileId: Id,
  contentType: z.enum(uploadTypes),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  createdAt: Instant,
});

/** Uploaded pictures and documents of the account: metadata here, the files themselves in the folder `sent` of the archive. */
export const filesOfPerson = personalDataSource({
  tables: { stored_file: "goes" },
  leftOut: { stored_file: { "the file itself is in the archive": "content" } },
  shape: z.array(StoredFileEntry),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof StoredFileEntry>>`
      select id as "fileId", content_type as "contentType", octet_length(content) as bytes, width, height,
        created_at as "createdAt"
      from stored_file where network_id = ${networkId} and account_id = ${accountId} order by created_at, id`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from stored_file where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
