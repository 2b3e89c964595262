import type { DocumentReason } from "@guichet/contract/documents.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { type ApplicationStatus, type ApplicationTransition, applicationMachine } from "@guichet/rules/documents.ts";
import { born, transitionOf } from "@guichet/rules/state-machine.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export type SubmissionEvent = "created" | "taken" | "accepted" | "refused" | "asked" | "completed" | "cancelled";

/** A submission: a request to examine a traveller's documents for an article (§3). */
export interface SubmissionRow {
  id: string;
  networkId: string;
  accountId: string;
  travellerId: string;
  number: string;
  shopItemId: string;
  status: ApplicationStatus;
  /** The customer submitted it, or the traveller's person changed. */
  cause: "request" | "person-changed";
  reason: DocumentReason | null;
  remark: string | null;
  language: Language;
  createdAt: string;
  waitingSince: string;
  expectedOn: string;
  documentIds: string[];
  events: { at: string; event: SubmissionEvent; author: "customer" | "staff" | "guichet"; staffId: string | null }[];
}

const columns = sql`s.id, s.network_id as "networkId", s.account_id as "accountId", s.traveller_id as "travellerId",
  s.number, s.shop_item_id as "shopItemId", s.status, s.cause, s.reason, s.remark, s.language, s.created_at as "createdAt",
  s.waiting_since as "waitingSince", s.expected_on as "expectedOn",
  array(select sd.document_id from submission_document sd where sd.submission_id = s.id order by sd.document_id)
    as "documentIds",
  coalesce((select json_agg(json_build_object('at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'event', e.event, 'author', e.author, 'staffId', e.staff_id) order by e.id)
    from submission_event e where e.submission_id = s.id), '[]') as events`;

export type NewSubmission = Pick<
  SubmissionRow,
  "id" | "networkId" | "accountId" | "travellerId" | "number" | "shopItemId" | "language" | "expectedOn" | "documentIds"
> & { cause?: SubmissionRow["cause"] };

/** Inserts a submission; false when one is open for this traveller and article, also under concurrent calls. */
export async function insertSubmission(tx: Tx, submission: NewSubmission, at: string): Promise<boolean> {
  const { id, networkId, documentIds } = submission;
  const inserted =
    await sql`insert into submission (id, network_id, account_id, traveller_id, number, shop_item_id, status, cause,
      language, created_at, waiting_since, expected_on)
    values (${id}, ${networkId}, ${submission.accountId}, ${submission.travellerId}, ${submission.number},
      ${submission.shopItemId}, ${born(applicationMachine, "submit")}, ${submission.cause ?? "request"}, ${submission.language}, ${at}, ${at}, ${submission.expectedOn})
    on conflict (traveller_id, shop_item_id) where status in ('pending', 'processing', 'to complete') do nothing
    returning id`.execute(tx);
  if (inserted.rows.length === 0) return false;
  await setSubmissionDocuments(tx, id, documentIds);
  return true;
}

/** Adds documents to the open submission of a traveller and article, and returns its id; undefined: there is none. */
export async function addToOpenSubmission(
  tx: Tx,
  { travellerId, shopItemId, documentIds }: Pick<NewSubmission, "travellerId" | "shopItemId" | "documentIds">,
): Promise<string | undefined> {
  const open = await sql<{ id: string }>`select id from submission where traveller_id = ${travellerId}
    and shop_item_id = ${shopItemId} and status in ('pending', 'processing', 'to complete') for update`.execute(tx);
  const id = open.rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`insert into submission_document (submission_id, document_id)
    select ${id}, unnest(${documentIds}::uuid[]) on conflict do nothing`.execute(tx);
  return id;
}

/** Sets the documents of a submission. */
export async function setSubmissionDocuments(tx: Tx, id: string, documentIds: readonly string[]): Promise<void> {
  await sql`delete from submission_document where submission_id = ${id}
    and document_id <> all(${documentIds}::uuid[])`.execute(tx);
  await sql`insert into submission_document (submission_id, document_id)
    select ${id}, unnest(${documentIds}::uuid[]) on conflict do nothing`.execute(tx);
}

export async function readSubmission(
  db: Database | Tx,
  networkId: string,
  id: string,
): Promise<SubmissionRow | undefined> {
  const found = await sql<SubmissionRow>`select ${columns} from submission s
    where s.network_id = ${networkId} and s.id = ${id}`.execute(db);
  return found.rows[0];
}

/** A submission, locked until the transaction ends; its history is read after the lock. */
export async function lockSubmission(tx: Tx, networkId: string, id: string): Promise<SubmissionRow | undefined> {
  await sql`select from submission where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  return readSubmission(tx, networkId, id);
}

/** Moves a submission by a transition target its table and adds the event to its history; false if it was in no state to move from. */
export async function moveSubmission(
  tx: Tx,
  target: { id: string; networkId: string; at: string },
  transition: ApplicationTransition,
  historyEvent: {
    event: SubmissionEvent;
    author: "customer" | "staff";
    staffId?: string;
    reason?: DocumentReason;
    remark?: string | null;
    /** The staff's new deadline; the waiting time starts again. */
    expectedOn?: string;
  },
): Promise<boolean> {
  const { reason = null, remark = null, expectedOn = null } = historyEvent;
  const { from, to } = transitionOf<ApplicationStatus, ApplicationTransition>(applicationMachine, transition);
  const moved = await sql`update submission set status = ${to}, reason = ${reason}, remark = ${remark},
      waiting_since = case when ${expectedOn}::date is null then waiting_since else ${target.at} end,
      expected_on = coalesce(${expectedOn}::date, expected_on)
    where id = ${target.id} and network_id = ${target.networkId} and status = any(${from}) returning id`.execute(tx);
  if (moved.rows.length === 0) return false;
  await addSubmissionEvent(tx, target, historyEvent);
  return true;
}

export async function addSubmissionEvent(
  tx: Tx,
  target: { id: string; networkId: string; at: string },
  historyEvent: {
    event: SubmissionEvent;
    author: "customer" | "staff" | "guichet";
    staffId?: string;
    reason?: DocumentReason;
    remark?: string | null;
  },
): Promise<void> {
  const { event, author, staffId = null, reason = null, remark = null } = historyEvent;
  await sql`insert into submission_event (network_id, submission_id, at, event, author, staff_id, reason, remark)
    values (${target.networkId}, ${target.id}, ${target.at}, ${event}, ${author}, ${staffId}, ${reason}, ${remark})`.execute(
    tx,
  );
}

/** Submissions of an account (or one traveller), newest first, after the one of the cursor. */
export async function listSubmissions(
  db: Database,
  query: {
    networkId: string;
    accountId: string;
    travellerId: string | null;
    statuses: readonly ApplicationStatus[];
    before: string | undefined;
    limit: number;
  },
): Promise<SubmissionRow[]> {
  const { networkId, accountId, travellerId, statuses, before = null, limit } = query;
  const found = await sql<SubmissionRow>`select ${columns} from submission s
    where s.network_id = ${networkId} and s.account_id = ${accountId} and s.status = any(${statuses})
      and (${travellerId}::uuid is null or s.traveller_id = ${travellerId}::uuid)
      and (${before}::uuid is null
        or (s.created_at, s.id) < (select c.created_at, c.id from submission c where c.id = ${before}::uuid))
    order by s.created_at desc, s.id desc limit ${limit}`.execute(db);
  return found.rows;
}

export interface QueueFilter {
  statuses: readonly ApplicationStatus[];
  /** Absent: of every article, or with every document type. */
  shopItemId?: string;
  documentTypeId?: string;
  /** A submission number or its prefix. */
  number?: string;
  /** Only those with a deadline before that day. */
  expectedBefore?: string;
}

/** The submissions of a network that wait for staff, longest waiting first, after the one of the cursor. */
export async function queuedSubmissions(
  db: Database | Tx,
  networkId: string,
  filter: QueueFilter,
  { after = null, limit }: { after?: string | null; limit: number },
): Promise<SubmissionRow[]> {
  const { statuses, shopItemId = null, documentTypeId = null, number = null, expectedBefore = null } = filter;
  const found = await sql<SubmissionRow>`select ${columns} from submission s
    where s.network_id = ${networkId} and s.status = any(${statuses})
      and (${shopItemId}::text is null or s.shop_item_id = ${shopItemId})
      and (${number}::text is null or starts_with(s.number, upper(${number}::text)))
      and (${expectedBefore}::date is null or s.expected_on < ${expectedBefore}::date)
      and (${documentTypeId}::text is null or exists (select from submission_document sd join document d
        on d.id = sd.document_id where sd.submission_id = s.id and d.document_type_id = ${documentTypeId}))
      and (${after}::uuid is null
        or (s.waiting_since, s.id) > (select c.waiting_since, c.id from submission c where c.id = ${after}::uuid))
    order by s.waiting_since, s.id limit ${limit}`.execute(db);
  return found.rows;
}
