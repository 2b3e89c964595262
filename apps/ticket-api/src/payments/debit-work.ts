import { dayIn } from "@guichet/rules/days.ts";
import { targetDayFrom } from "@guichet/rules/installments.ts";
import { instantOn } from "@guichet/rules/moments.ts";
import { z } from "zod";
import { daysMs, hoursMs, later, minutesMs } from "../clock.ts";
import type { House } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import type { DebitSequence, DirectDebits } from "../integrations/direct-debit.ts";
import { unreachableParty } from "../integrations/unreachable.ts";
import { plan } from "../jobs/plan.ts";
import type { Work } from "../jobs/work.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readOrder } from "../order-records/order-store.ts";
import { tellDebitComing } from "./debit-letters.ts";
import {
  type FileRow,
  fileSubmitted,
  filesToSubmit,
  holdPartsToDebit,
  insertFile,
  openDebits,
  type PartToDebit,
  partsNotDebited,
  paymentsOfFile,
  postponeFile,
} from "./debit-store.ts";
import { submissionOf } from "./debits.ts";
import { returnedPartsMax } from "./dunning.ts";
import { movePart, readPart } from "./installment-store.ts";
import { AskedDebit, insertPayment, readPayment } from "./payment-store.ts";
import { settleDebit } from "./settle-debit.ts";
import { leavePart } from "./unpaid-parts.ts";

const Day = z.object({ networkId: z.string(), collectOn: z.string() });
/** So many debits stand in one file at most. */
const debitsPerFileMax = 500;
/** A debit that could not be settled is looked at again so much later. */
const askAgainMinutes = 10;

/**
 * Timed work `debit-file`: hands a network's debits of one day to the bank, then looks after them until each has its end.
 * Every debit is written with its file before the file is handed in; a file is handed in again after any crash, and the
 * bank takes it, and each debit in it, once.
 */
export const collectDebits: Work = async (house, work) => {
  const { networkId, collectOn } = Day.parse(work.payload);
  const network = await house.networks.get(networkId);
  if (network === undefined) throw new Error(`Network ${networkId} is gone`);
  const { timeZone } = network.definition;
  const opens = submissionOf(collectOn, timeZone);
  if (opens > house.clock.now()) return { again: opens };
  const { debits } = house;
  if (debits === undefined) throw new Error("There is no bank to hand debits to (BANK_URL)");
  await leaveUncollected(house, { networkId, collectOn });
  while (await writeFile(house, network, collectOn)) house.pass("debit-file-written");
  for (const file of await filesToSubmit(house.db, networkId, collectOn))
    await submitFile(house, debits, await inTime(house, debits, file, timeZone));
  for (const id of await openDebits(house.db, networkId, collectOn)) await settleById(house, id);
  house.wake();
  if ((await openDebits(house.db, networkId, collectOn)).length === 0) return undefined;
  const day = instantOn(collectOn, timeZone);
  return { again: day > house.clock.now() ? day : later(house.clock.now(), daysMs(1)) };
};

/**
 * Parts of a day that no mandate covers by its wording, or of an order of which too much came back, are not debited: each is unpaid,
 * and its customer is told how to pay it.
 */
async function leaveUncollected(house: House, day: { networkId: string; collectOn: string }): Promise<void> {
  const limits = { limit: debitsPerFileMax, returnedMax: returnedPartsMax };
  for (const { cause, ...of } of await partsNotDebited(house.db, { ...day, ...limits })) {
    await house.db.transaction().execute((tx) => leavePart(tx, house, of, cause));
  }
}

/** Writes the next file of a day, with its payments; false when nothing waits to be debited. */
async function writeFile(house: House, network: LoadedNetwork, collectOn: string): Promise<boolean> {
  const { creditor, timeZone } = network.definition;
  return house.db.transaction().execute(async (tx) => {
    const parts = await holdPartsToDebit(tx, {
      networkId: network.id,
      collectOn,
      limit: debitsPerFileMax,
      returnedMax: returnedPartsMax,
    });
    if (parts.length === 0) return false;
    if (creditor === undefined) throw new Error(`Network ${network.id} has debits to collect and no creditor`);
    const at = house.clock.iso();
    const fileId = house.ids.uuid();
    const file = { id: fileId, networkId: network.id, dueOn: collectOn, collectOn, creditor, createdAt: at };
    await insertFile(tx, file);
    for (const part of inSequence(parts)) {
      await movePart(tx, part, ["planned"], "begun", { tried: true });
      const { networkId, orderId, position, amount, currency } = part;
      const asked = askedFor(part, timeZone);
      const debit = { networkId, orderId, position, kind: "debit", keep: false, amount, currency, asked, at } as const;
      await insertPayment(tx, { ...debit, id: house.ids.uuid(), fileId });
    }
    house.pass("debit-file-uncommitted");
    return true;
  });
}

/** Where each debit stands among those of its mandate: of two in one file, the second is no first one. */
function inSequence(parts: readonly PartToDebit[]): (PartToDebit & { sequence: DebitSequence })[] {
  const begun = new Set<string>();
  return parts.map((part) => {
    if (part.isOnly) return { ...part, sequence: "OOFF" };
    const isFirst = part.isFirst && !begun.has(part.reference);
    begun.add(part.reference);
    return { ...part, sequence: isFirst ? "FRST" : "RCUR" };
  });
}

function askedFor(part: PartToDebit & { sequence: DebitSequence }, timeZone: string): AskedDebit {
  const { orderId, orderNumber, amount, currency, reference, signedAt, debtor, sequence } = part;
  return {
    orderId,
    orderNumber,
    amount: { amount, currency },
    mandate: { reference, signedOn: dayIn(signedAt, timeZone) },
    debtor,
    sequence,
  };
}

/** A file whose day went by before the bank had it (it was away, or we were) is written for the next day that there is. */
async function inTime(house: House, bank: DirectDebits, file: FileRow, timeZone: string): Promise<FileRow> {
  const today = dayIn(house.clock.iso(), timeZone);
  if (file.collectOn >= today) return file;
  const [first] = await paymentsOfFile(house.db, file.id);
  if (first === undefined || (await bank.get(first.id)) !== undefined) return file;
  const collectOn = targetDayFrom(today);
  await postponeFile(house.db, file.id, collectOn);
  return { ...file, collectOn };
}

async function submitFile(house: House, bank: DirectDebits, file: FileRow): Promise<void> {
  const payments = await paymentsOfFile(house.db, file.id);
  const debits = payments.map(({ id, asked }) => ({ reference: id, ...AskedDebit.parse(asked) }));
  house.pass("debit-file-wanted");
  await bank.submit({
    id: file.id,
    createdAt: file.createdAt,
    collectOn: file.collectOn,
    creditor: file.creditor,
    debits,
  });
  house.pass("debit-file-submitted");
  await house.db.transaction().execute((tx) => fileSubmitted(tx, file, house.clock.iso()));
  house.pass("debit-file-kept");
}

async function settleById(house: House, id: string): Promise<void> {
  const payment = await readPayment(house.db, id);
  if (payment?.kind === "debit") await settleDebit(house, payment);
}

const Part = z.object({ orderId: z.string(), position: z.int() });

/** Timed work `debit-notice`: tells the debtor again, five days before a debit. */
export const announceDebit: Work = async (house, work) => {
  const { orderId, position } = Part.parse(work.payload);
  await house.db.transaction().execute(async (tx) => {
    const part = await readPart(tx, orderId, position);
    const order = await readOrder(tx, orderId);
    if (order !== undefined && part?.status === "planned") await tellDebitComing(tx, house, order, part);
  });
  house.wake();
  return undefined;
};

const sweepHours = 3;
const sweepPagesMax = 500;

/** Timed work `bank-sweep`: reads which debits changed at the bank since the last time. So a debit that comes back is found. */
export const sweepBank: Work = async (house, work) => {
  let cursor = typeof work.payload.cursor === "string" ? work.payload.cursor : undefined;
  const again = { again: later(house.clock.now(), hoursMs(sweepHours)) };
  if (house.debits === undefined) return again;
  for (let page = 0; page < sweepPagesMax; page += 1) {
    const changed = await house.debits.listSince(cursor);
    house.pass("bank-page-read");
    for (const { reference, state } of changed.debits) {
      if (state !== "waits" && isUuid(reference)) await settleOrPlan(house, reference);
    }
    cursor = changed.cursor;
    if (!changed.more) break;
  }
  return { ...again, payload: { cursor } };
};

/** A debit that cannot be settled now has work of its own, and does not keep the others from it. */
async function settleOrPlan(house: House, id: string): Promise<void> {
  try {
    await settleById(house, id);
  } catch (error) {
    if (unreachableParty(error) !== undefined) throw error;
    house.log.error({ err: error, paymentId: id }, "a debit could not be settled");
    const dueAt = later(house.clock.now(), minutesMs(askAgainMinutes));
    await plan(house.db, house, { networkId: null, kind: "debit", key: id, dueAt });
  }
}

/** Timed work `debit`: settles one debit that could not be settled when it changed. */
export const lookAfterDebit: Work = async (house, work) => {
  await settleById(house, work.key);
  return undefined;
};
