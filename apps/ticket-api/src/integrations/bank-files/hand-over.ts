import { randomUUID } from "node:crypto";
import type { Database } from "../../database/database.ts";
import { BankUnreachable } from "../bank-unreachable.ts";
import type { ExchangeFolder, OpenBankFolder } from "./bank-folder.ts";
import { filesToHandOver, findOutgoing, markHandedOver, markPrepared, type OutgoingFile } from "./file-store.ts";

const fileName = ({ kind, messageId }: Pick<OutgoingFile, "kind" | "messageId">): string =>
  `${kind === "debits" ? "pain008" : "pain001"}-${messageId}.xml`;
const filesPerRun = 500;

/**
 * Writes every file that is not handed over yet to the folder. A file is written under a preliminary name of this process, marked as
 * prepared, and renamed: after a crash between these steps, and when several processes do it at once, it appears in the folder whole
 * and once, even if the bank has taken it meanwhile. Debits of today or a past day
 * are handed over only when they are submitted (`submittedId`): their job postpones them first. Throws `BankUnreachable` if the folder cannot
 * be written.
 */
export async function handOverToFolder(
  db: Database,
  open: OpenBankFolder,
  { now, submittedId }: { now: () => string; submittedId?: string | undefined },
): Promise<void> {
  const today = now().slice(0, 10);
  const isLate = (file: OutgoingFile) => file.kind === "debits" && file.preparedAt === null && file.collectOn <= today;
  const files = (await filesToHandOver(db, filesPerRun)).filter((file) => !isLate(file) || file.id === submittedId);
  if (files.length === 0) return;
  await open(async ({ outgoing }) => {
    for (const file of files) {
      try {
        await handOver(db, outgoing, file, now);
      } catch (cause) {
        throw new BankUnreachable(`${outgoing.name} cannot be written`, { cause });
      }
    }
  });
}

async function handOver(db: Database, outgoing: ExchangeFolder, file: OutgoingFile, now: () => string): Promise<void> {
  const final = fileName(file);
  let preliminary = file.preparedAs ?? `${final}.part`;
  if (file.preparedAt === null) {
    if (file.content === null) throw new Error(`File ${file.messageId} has no content`);
    const own = `${final}.${randomUUID()}.part`;
    await outgoing.write(own, file.content);
    const counting = await markPrepared(db, file, { name: own, at: now() });
    if (counting !== own) await outgoing.remove(own);
    // Its content was replaced: the next run writes the new one.
    if (counting === undefined) return;
    preliminary = counting;
  }
  // No preliminary file: it was renamed before a crash, or by another process.
  if (await outgoing.exists(preliminary)) await renameOnce(outgoing, preliminary, final);
  await markHandedOver(db, file.id, now());
}

/** Another process may rename it at the same moment. */
async function renameOnce(folder: ExchangeFolder, from: string, to: string): Promise<void> {
  try {
    await folder.rename(from, to);
  } catch (error) {
    if (await folder.exists(from)) throw error;
  }
}

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
