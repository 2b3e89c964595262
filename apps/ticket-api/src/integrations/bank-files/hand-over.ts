import { constants } from "node:fs";
import { access, mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../../database/database.ts";
import { BankUnreachable } from "../direct-debit.ts";
import { filesToHandOver, findOutgoing, markHandedOver, markPrepared, type OutgoingFile } from "./file-store.ts";

export const outgoingFolder = (folder: string): string => path.join(folder, "outgoing");
const fileName = ({ kind, messageId }: Pick<OutgoingFile, "kind" | "messageId">): string =>
  `${kind === "debits" ? "pain008" : "pain001"}-${messageId}.xml`;
const filesPerRun = 500;

/**
 * Writes every file that is not handed over yet to the folder. A file is written under a preliminary name, marked as prepared, and
 * renamed: after a crash between these steps it appears in the folder once, even if the bank has taken it meanwhile. Debits of today or a past day
 * are handed over only when they are submitted (`submittedId`): their job postpones them first. Throws `BankUnreachable` if the folder cannot
 * be written.
 */
export async function handOverToFolder(
  db: Database,
  folder: string,
  { now, submittedId }: { now: () => string; submittedId?: string | undefined },
): Promise<void> {
  const outgoing = outgoingFolder(folder);
  const today = now().slice(0, 10);
  for (const file of await filesToHandOver(db, filesPerRun)) {
    const isLate = file.kind === "debits" && file.preparedAt === null && file.collectOn <= today;
    if (isLate && file.id !== submittedId) continue;
    try {
      await handOver(db, outgoing, file, now);
    } catch (cause) {
      throw new BankUnreachable(`${outgoing} cannot be written`, { cause });
    }
  }
}

async function handOver(db: Database, outgoing: string, file: OutgoingFile, now: () => string): Promise<void> {
  const final = path.join(outgoing, fileName(file));
  const preliminary = `${final}.part`;
  await mkdir(outgoing, { recursive: true, mode: 0o700 });
  if (file.preparedAt === null) {
    if (file.content === null) throw new Error(`File ${file.messageId} has no content`);
    await writeDurably(preliminary, file.content);
    // Otherwise the next run writes the new content.
    if (!(await markPrepared(db, file, now()))) return;
  }
  // No preliminary file: it was renamed before a crash.
  if (await exists(preliminary)) await renameOnce(preliminary, final);
  await markHandedOver(db, file.id, now());
}

async function writeDurably(name: string, content: string): Promise<void> {
  const handle = await open(name, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another process may rename it at the same moment. */
async function renameOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (await exists(from)) throw error;
  }
}

const exists = (name: string): Promise<boolean> =>
  access(name, constants.F_OK).then(
    () => true,
    () => false,
  );

/**
 * Writes a file that a person brings to the bank, then marks it as handed over. Undefined if there is none with this id, or its content was
 * deleted.
 */
export async function download(
  db: Database,
  id: string,
  { now, write }: { now: () => string; write: (content: string) => Promise<void> },
): Promise<{ name: string; collectOn: string; isFirst: boolean } | undefined> {
  const file = await findOutgoing(db, id);
  if (file === undefined || file.content === null) return undefined;
  await write(file.content);
  await markHandedOver(db, file.id, now());
  return { name: fileName(file), collectOn: file.collectOn, isFirst: file.handedOverAt === null };
}
