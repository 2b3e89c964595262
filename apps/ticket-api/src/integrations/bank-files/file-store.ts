import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";

export type OutgoingKind = "debits" | "transfers";
export type IncomingKind = "status" | "statement" | "notification";

/** A file for the bank. */
export interface OutgoingFile {
  id: string;
  kind: OutgoingKind;
  messageId: string;
  creditor: PackCreditor;
  collectOn: string;
  digest: string;
  /** Null after its retention. */
  content: string | null;
  createdAt: string;
  preparedAt: string | null;
  /** The preliminary name under which it was prepared; null: not prepared, or by an earlier version. */
  preparedAs: string | null;
  handedOverAt: string | null;
}

const outgoing = sql`id, kind, message_id as "messageId", creditor, collect_on as "collectOn", digest, content,
  created_at as "createdAt", prepared_at as "preparedAt", prepared_as as "preparedAs", handed_over_at as "handedOverAt"`;

export async function insertOutgoing(
  tx: Tx,
  file: Omit<OutgoingFile, "preparedAt" | "preparedAs" | "handedOverAt">,
): Promise<void> {
  await sql`insert into bank_file (id, direction, kind, message_id, creditor, collect_on, digest, content, created_at)
    values (${file.id}, 'outgoing', ${file.kind}, ${file.messageId}, ${JSON.stringify(file.creditor)}, ${file.collectOn},
      ${file.digest}, ${file.content}, ${file.createdAt})`.execute(tx);
}

export async function findOutgoing(db: Database | Tx, id: string): Promise<OutgoingFile | undefined> {
  const found = await sql<OutgoingFile>`select ${outgoing} from bank_file
    where direction = 'outgoing' and id = ${id}`.execute(db);
  return found.rows[0];
}

export async function findOutgoingMessage(db: Database | Tx, messageId: string): Promise<OutgoingFile | undefined> {
  const found = await sql<OutgoingFile>`select ${outgoing} from bank_file
    where direction = 'outgoing' and message_id = ${messageId}`.execute(db);
  return found.rows[0];
}

/** Files that the bank does not have yet, oldest first. */
export async function filesToHandOver(db: Database, limit: number): Promise<OutgoingFile[]> {
  const found = await sql<OutgoingFile>`select ${outgoing} from bank_file
    where direction = 'outgoing' and handed_over_at is null order by created_at, id limit ${limit}`.execute(db);
  return found.rows;
}

/**
 * Marks a file as prepared under this preliminary name. Returns the name that counts: of two processes, that of the first. Undefined if the
 * content was replaced meanwhile.
 */
export async function markPrepared(
  db: Database,
  { id, digest }: Pick<OutgoingFile, "id" | "digest">,
  { name, at }: { name: string; at: string },
): Promise<string | undefined> {
  const marked = await sql<{ preparedAs: string }>`update bank_file
    set prepared_as = case when prepared_at is null then ${name} else prepared_as end, prepared_at = coalesce(prepared_at, ${at})
    where id = ${id} and digest = ${digest} returning prepared_as as "preparedAs"`.execute(db);
  return marked.rows[0]?.preparedAs;
}

/** Replaces a file that cannot have reached the bank (its day has passed meanwhile); false if it may have. */
export async function replaceOutgoing(
  tx: Tx,
  { id, content, digest, collectOn }: Pick<OutgoingFile, "id" | "digest" | "collectOn"> & { content: string },
): Promise<boolean> {
  const replaced = await sql`update bank_file set content = ${content}, digest = ${digest}, collect_on = ${collectOn}
    where id = ${id} and direction = 'outgoing' and prepared_at is null and handed_over_at is null returning id`.execute(
    tx,
  );
  return replaced.rows.length === 1;
}

export async function markHandedOver(db: Database | Tx, id: string, at: string): Promise<void> {
  await sql`update bank_file set handed_over_at = coalesce(handed_over_at, ${at}) where id = ${id}`.execute(db);
}

/** A file as the command lists it. */
export interface ListedFile {
  id: string;
  direction: "outgoing" | "incoming";
  kind: OutgoingKind | IncomingKind;
  messageId: string;
  collectOn: string | null;
  createdAt: string;
  handedOverAt: string | null;
  instructions: number;
  amount: number;
  /** Entries that somebody must resolve. */
  unresolved: number;
}

/** The latest files, newest first. */
export async function listFiles(db: Database, limit: number): Promise<ListedFile[]> {
  const found = await sql<ListedFile>`select f.id, f.direction, f.kind, f.message_id as "messageId",
      f.collect_on as "collectOn", f.created_at as "createdAt", f.handed_over_at as "handedOverAt",
      (select count(*)::int from bank_instruction i where i.bank_file_id = f.id) as instructions,
      (select coalesce(sum(i.amount), 0)::int from bank_instruction i where i.bank_file_id = f.id) as amount,
      (select count(*)::int from bank_entry e where e.bank_file_id = f.id and e.attention is not null
        and e.resolved_at is null) as unresolved
    from bank_file f order by f.created_at desc, f.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Stores a file from the bank; false if one with the same content was imported before. */
export async function insertIncoming(
  tx: Tx,
  file: { id: string; kind: IncomingKind; messageId: string; digest: string; at: string },
): Promise<boolean> {
  const written = await sql`insert into bank_file (id, direction, kind, message_id, digest, created_at)
    values (${file.id}, 'incoming', ${file.kind}, ${file.messageId}, ${file.digest}, ${file.at})
    on conflict (digest) where direction = 'incoming' do nothing returning id`.execute(tx);
  return written.rows.length === 1;
}

/** The accounts from which files went to the bank, without spaces. */
export async function accountsOfFiles(db: Database | Tx): Promise<string[]> {
  const found = await sql<{ iban: string }>`select distinct replace(creditor ->> 'iban', ' ', '') as iban from bank_file
    where direction = 'outgoing'`.execute(db);
  return found.rows.map(({ iban }) => iban);
}

/** Deletes the content of files that the bank received before an instant: it names debtors. */
export async function dropContents(db: Database, before: string): Promise<void> {
  await sql`update bank_file set content = null
    where direction = 'outgoing' and content is not null and handed_over_at < ${before}`.execute(db);
}
