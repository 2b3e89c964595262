import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { instantInJson } from "../database/json.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const ExportedDocument = z.strictObject({
  documentId: Id,
  travellerId: Id,
  documentTypeId: Id,
  fileId: Id.nullable(),
  fileName: z.string().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
  remark: z.string().nullable(),
  qualification: z.record(z.string(), z.unknown()).nullable(),
  provenPerson: z.strictObject({ firstName: z.string(), lastName: z.string(), birthDate: Day.nullable() }).nullable(),
  createdAt: Instant,
  startingAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  replacedBy: Id.nullable(),
  deletedAt: Instant.nullable(),
});

const ExportedSubmission = z.strictObject({
  submissionId: Id,
  number: z.string(),
  travellerId: Id,
  shopItemId: Id,
  status: z.string(),
  cause: z.string(),
  reason: z.string().nullable(),
  remark: z.string().nullable(),
  language: z.string(),
  createdAt: Instant,
  expectedOn: Day,
  documentIds: z.array(Id),
  events: z.array(
    z.strictObject({
      at: Instant,
      event: z.string(),
      author: z.string(),
      reason: z.string().nullable(),
      remark: z.string().nullable(),
    }),
  ),
});

/** Documents of the account's travellers, and their submissions. */
export const documentsOfPerson = personalDataSource({
  tables: { document: "goes", submission: "goes", submission_document: "goes", submission_event: "goes" },
  leftOut: {
    document: { [omissionReasons.processing]: "reminded_at" },
    submission: { [omissionReasons.processing]: "waiting_since" },
    submission_event: { [omissionReasons.rowKey]: "id", "the acting member of the staff": "staff_id" },
  },
  shape: z.strictObject({ documents: z.array(ExportedDocument), submissions: z.array(ExportedSubmission) }),
  read: async (db, { networkId, accountId }) => {
    const documents = await sql<z.infer<typeof ExportedDocument>>`
      select id as "documentId", traveller_id as "travellerId", document_type_id as "documentTypeId", file_id as "fileId",
        file_name as "fileName", status, reason, remark, qualification, proven_person as "provenPerson",
        created_at as "createdAt", starting_at as "startingAt", expires_at as "expiresAt", decided_at as "decidedAt",
        replaced_by as "replacedBy", deleted_at as "deletedAt"
      from document where network_id = ${networkId} and account_id = ${accountId} order by created_at, id`.execute(db);
    const submissions = await sql<z.infer<typeof ExportedSubmission>>`
      select s.id as "submissionId", number, traveller_id as "travellerId", shop_item_id as "shopItemId", status, cause,
        reason, remark, language, created_at as "createdAt", expected_on as "expectedOn",
        array(select document_id from submission_document d where d.submission_id = s.id order by document_id) as "documentIds",
        coalesce((select json_agg(json_build_object('at', ${instantInJson(sql`e.at`)},
          'event', e.event, 'author', e.author, 'reason', e.reason, 'remark', e.remark) order by e.id) from submission_event e where e.submission_id = s.id), '[]') as events
      from submission s where network_id = ${networkId} and account_id = ${accountId} order by created_at, s.id`.execute(
      db,
    );
    return { documents: documents.rows, submissions: submissions.rows };
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from submission where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    await sql`delete from document where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
