import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BankContext, runDueSteps, submitDebits, transferBack } from "./debits.ts";
import { readTransferFile } from "./pain001.ts";
import { type BankReport, refusalOf, reportsOf } from "./reports.ts";

/** The exchange of files with a merchant: what a bank's client does with the folders `outgoing` and `incoming`. */
export interface BankExchange {
  /** Takes the merchant's files, lets time do its work, and writes what changed. Concurrent calls run one after another. */
  run(): Promise<void>;
  /** Waits for the calls in progress. */
  settled(): Promise<void>;
}

/**
 * Takes each `.xml` file of `outgoing`, records it and deletes it, and writes the bank's files into `incoming` under their final name when they
 * are whole. After a crash a file is taken or written again, which changes nothing. Without a folder only time does its work.
 */
export function bankExchange(context: BankContext, folder: string | undefined): BankExchange {
  let last: Promise<void> = Promise.resolve();
  const once = async () => {
    await runDueSteps(context);
    if (folder === undefined) return;
    await takeFiles(context, folder);
    await runDueSteps(context);
    await writeChanges(context, folder);
  };
  return {
    run() {
      last = last.catch(() => undefined).then(once);
      return last;
    },
    settled: () => last.catch(() => undefined),
  };
}

async function takeFiles(context: BankContext, folder: string): Promise<void> {
  const outgoing = join(folder, "outgoing");
  await mkdir(outgoing, { recursive: true, mode: 0o700 });
  for (const name of (await readdir(outgoing)).filter((one) => one.endsWith(".xml")).sort()) {
    const file = join(outgoing, name);
    const xml = await readFile(file, "utf8");
    const refused = xml.includes("pain.001.") ? await takeTransfers(context, xml) : await takeDebits(context, xml);
    await context.book.settled();
    if (refused !== undefined) await writeReport(folder, `refused-${name.replace(/\.xml$/, "")}`, refused);
    await rm(file);
  }
}

async function takeDebits(context: BankContext, xml: string): Promise<BankReport | undefined> {
  const taken = await submitDebits(context, xml);
  if ("value" in taken) return undefined;
  const reused = taken.refusal === "message_reused" || taken.refusal === "debit_reused";
  return refusal(context, xml, "pain.008.001.08", reused ? "AM05" : "FF01");
}

async function takeTransfers(context: BankContext, xml: string): Promise<BankReport | undefined> {
  const file = readTransferFile(xml);
  if ("fault" in file) return refusal(context, xml, "pain.001.001.09", "FF01");
  for (const { debit, endToEndId: key, amount } of file.transfers) {
    const sent = await transferBack(context, debit, { key, amount });
    if ("refusal" in sent) return refusal(context, xml, "pain.001.001.09", "AM02");
  }
  return undefined;
}

function refusal({ clock }: BankContext, xml: string, format: string, reason: string): BankReport {
  const messageId = /<MsgId>([A-Za-z0-9+?/:().,' -]{1,35})<\/MsgId>/.exec(xml)?.[1] ?? "UNKNOWN";
  return refusalOf({ messageId, format, reason }, { id: `R${messageId}`.slice(0, 35), at: clock.now().toISOString() });
}

async function writeChanges({ book, clock }: BankContext, folder: string): Promise<void> {
  const from = book.reported();
  const { items, position } = book.changedAfter(from, Number.MAX_SAFE_INTEGER);
  if (position === from) return;
  const id = `B${from + 1}-${position}`;
  for (const report of reportsOf(items, { id, at: clock.now().toISOString() }))
    await writeReport(folder, `${String(position).padStart(9, "0")}-${report.id}`, report);
  await book.commit({ reported: position });
}

async function writeReport(folder: string, name: string, { format, xml }: BankReport): Promise<void> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const file = join(incoming, `${name}-${format.slice(0, 8)}`);
  await writeFile(`${file}.part`, xml, { mode: 0o600 });
  await rename(`${file}.part`, `${file}.xml`);
}
