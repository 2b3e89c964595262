import { dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { targetDayFrom } from "@guichet/rules/payments/installments.ts";
import { z } from "zod";
import { daysMs, hoursMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import type { DebitCollector, DebitSequence } from "../integrations/direct-debit.ts";
import { ProviderRefused } from "../integrations/payment-provider.ts";
import { unreachableIn, unreachableParty } from "../integrations/unreachable.ts";
import type { JobHandler } from "../jobs/job.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readOrder } from "../order-records/order-store.ts";
import {
  type DebitFileRow,
  debitFilesToSubmit,
  type InstallmentToDebit,
  insertDebitFile,
  installmentsNotDebited,
  isAnyToDebit,
  lockInstallmentsToDebit,
  markDebitFileSubmitted,
  openDebits,
  postponeDebitFile,
} from "../payment-records/debit-store.ts";
import { moveInstallment, readInstallment } from "../payment-records/installment-store.ts";
import { DebitRequest, insertPayment, readPayment } from "../payment-records/payment-store.ts";
import { debitsOfFile, isUnregistered, mandatesToRegister } from "../payment-records/registered-mandate-store.ts";
import { collectorAt } from "./debit-collectors.ts";
import { notifyUpcomingDebit } from "./emails/debit-emails.ts";
import { returnedInstallmentsMax } from "./installments/dunning.ts";
import { submissionOf } from "./installments/plan-debit.ts";
import { skipInstallment } from "./installments/unpaid-installments.ts";
import { registerMandate } from "./mandates/register-mandate.ts";
import { applyTransferState } from "./refunds/refund-by-transfer.ts";
import { bookRefusedDebit, settleDebit } from "./settlement/settle-debit.ts";

const Day = z.object({ networkId: z.string(), collectOn: z.string() });
/** At most this many debits are in one file. */
const debitsPerFileMax = 500;
/** A debit that could not be settled is retried after this time. */
const askAgainMinutes = 10;

/**
 * Job `debit-file`: submits a network's debits of one day to the bank or the payment provider, then checks them until each is
 * final. Every debit is stored with its file before the file is submitted; after a crash a file is submitted again, and the
 * collector accepts it, and each debit in it, once.
 */
export const collectDebits: JobHandler = async (deps, job) => {
  const { networkId, collectOn } = Day.parse(job.payload);
  const network = await deps.networks.get(networkId);
  if (network === undefined) throw new Error(`Network ${networkId} does not exist`);
  const { timeZone } = network.definition;
  const opens = submissionOf(collectOn, timeZone);
  if (opens > deps.clock.now()) return { again: opens };
  await registerMandates(deps, { networkId, collectOn });
  while (await writeFile(deps, network, collectOn)) deps.failpoint("debit-file-written");
  // Afterwards: a mandate may have ended while the files were written.
  while ((await skipUncollectable(deps, { networkId, collectOn })) === debitsPerFileMax);
  const refused = await submitFiles(deps, { networkId, collectOn }, timeZone);
  for (const id of await openDebits(deps.db, networkId, collectOn)) await settleById(deps, id);
  deps.wake();
  if (refused !== undefined) throw refused;
  // A refund of their orders had locked them: what remains of them is collected.
  if (await isAnyToDebit(deps.db, networkId, collectOn)) return { again: later(deps.clock.now(), minutesMs(1)) };
  if ((await openDebits(deps.db, networkId, collectOn)).length === 0) return undefined;
  const day = instantOn(collectOn, timeZone);
  return { again: day > deps.clock.now() ? day : later(deps.clock.now(), daysMs(1)) };
};

/**
 * Registers the mandates of a day's debits that are not registered yet. One that its provider refuses ends, and is not collected under; one that
 * fails otherwise leaves out its own debits, not the others. Throws `ProviderUnreachable` if none can be registered now.
 */
async function registerMandates(deps: Dependencies, day: { networkId: string; collectOn: string }): Promise<void> {
  for (const id of await mandatesToRegister(deps.db, day)) {
    try {
      await registerMandate(deps, id);
    } catch (error) {
      if (unreachableIn(error)?.onlyThis === false) throw error;
      deps.log.error({ err: error, mandateId: id }, "a mandate could not be registered");
    }
  }
}

/** Submits the files of a day. One with a debit that is refused before it is presented does not hold up the others: its refusal is returned. */
async function submitFiles(
  deps: Dependencies,
  { networkId, collectOn }: { networkId: string; collectOn: string },
  timeZone: string,
): Promise<ProviderRefused | undefined> {
  let refused: ProviderRefused | undefined;
  for (const file of await debitFilesToSubmit(deps.db, networkId, collectOn)) {
    try {
      await submitFile(deps, await postponeIfLate(deps, file, timeZone));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      refused ??= error;
    }
  }
  return refused;
}

/**
 * Marks as unpaid the installments of a day that no mandate covers, or whose order has too many returned debits; notifies
 * each customer how to pay. Returns how many there were, at most `debitsPerFileMax`.
 */
async function skipUncollectable(deps: Dependencies, day: { networkId: string; collectOn: string }): Promise<number> {
  const limits = { limit: debitsPerFileMax, returnedMax: returnedInstallmentsMax };
  const found = await installmentsNotDebited(deps.db, { ...day, ...limits });
  for (const { cause, ...installment } of found) {
    await deps.db.transaction().execute((tx) => skipInstallment(tx, deps, installment, cause));
  }
  return found.length;
}

/** Writes the next file of a day, with its payments; false if there is nothing left to debit. */
async function writeFile(deps: Dependencies, network: LoadedNetwork, collectOn: string): Promise<boolean> {
  const { creditor, timeZone } = network.definition;
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockInstallmentsToDebit(tx, {
      networkId: network.id,
      collectOn,
      limit: debitsPerFileMax,
      returnedMax: returnedInstallmentsMax,
    });
    const [first] = found;
    if (first === undefined) return false;
    // A network that has changed its collector has mandates at both: each file is for one.
    const { providerAccount } = first;
    const installments = found.filter((each) => each.providerAccount === providerAccount);
    collectorOf(deps, providerAccount);
    if (creditor === undefined) throw new Error(`Network ${network.id} has debits to collect but no creditor`);
    const at = deps.clock.iso();
    const fileId = deps.ids.uuid();
    const file = {
      id: fileId,
      networkId: network.id,
      dueOn: collectOn,
      collectOn,
      creditor,
      createdAt: at,
      providerAccount,
    };
    await insertDebitFile(tx, file);
    for (const installment of inSequence(installments)) {
      await moveInstallment(tx, installment, "collect", { tried: true });
      const { networkId, orderId, position, amount, currency } = installment;
      const request = debitRequest(installment, timeZone);
      const debit = {
        networkId,
        orderId,
        position,
        kind: "debit",
        keep: false,
        amount,
        currency,
        asked: request,
        providerAccount,
        at,
      } as const;
      await insertPayment(tx, { ...debit, id: deps.ids.uuid(), fileId });
    }
    deps.failpoint("debit-file-uncommitted");
    return true;
  });
}

/** Sets the sequence type of each debit: of several under one mandate in a file, only one is the first. */
function inSequence(installments: readonly InstallmentToDebit[]): (InstallmentToDebit & { sequence: DebitSequence })[] {
  const startedMandates = new Set<string>();
  return installments.map((installment) => {
    if (installment.isOnly) return { ...installment, sequence: "OOFF" };
    const isFirst = installment.isFirst && !startedMandates.has(installment.reference);
    startedMandates.add(installment.reference);
    return { ...installment, sequence: isFirst ? "FRST" : installment.isLast ? "FNAL" : "RCUR" };
  });
}

function debitRequest(installment: InstallmentToDebit & { sequence: DebitSequence }, timeZone: string): DebitRequest {
  const { orderId, orderNumber, amount, currency, reference, signedAt, debtor, sequence } = installment;
  return {
    orderId,
    orderNumber,
    amount: { amount, currency },
    mandate: { reference, signedOn: dayIn(signedAt, timeZone) },
    debtor,
    sequence,
  };
}

/** Postpones a file whose day passed before the bank had it (an outage there or here) to the next possible day. A provider takes late ones. */
async function postponeIfLate(deps: Dependencies, file: DebitFileRow, timeZone: string): Promise<DebitFileRow> {
  const today = dayIn(deps.clock.iso(), timeZone);
  if (file.collectOn >= today || file.providerAccount !== null) return file;
  const [first] = await debitsOfFile(deps.db, file.id);
  if (first === undefined || (await deps.debits?.get(first.id)) !== undefined) return file;
  const collectOn = targetDayFrom(today);
  await postponeDebitFile(deps.db, file.id, collectOn);
  return { ...file, collectOn };
}

/** Who collects a file. Throws if nobody is configured to: nothing is written for a bank that is not there. */
function collectorOf(deps: Dependencies, account: DebitFileRow["providerAccount"]): DebitCollector {
  const collector = collectorAt(deps, account);
  if (collector === undefined) throw new Error("No bank is configured for direct debits (BANK_CHANNEL)");
  return collector;
}

async function submitFile(deps: Dependencies, file: DebitFileRow): Promise<void> {
  const collector = collectorOf(deps, file.providerAccount);
  const debits = (await debitsOfFile(deps.db, file.id)).map(({ id, asked, registered }) => ({
    reference: id,
    ...DebitRequest.parse(asked),
    ...(registered !== null && { registered }),
  }));
  deps.failpoint("debit-file-requested");
  const { id, createdAt, collectOn, creditor } = file;
  await collector.submit({ id, createdAt, collectOn, creditor, debits }, async (refused) => {
    deps.log.error(refused, "a debit was refused before it was presented");
    await bookRefusedDebit(deps, refused);
  });
  deps.failpoint("debit-file-submitted");
  await deps.db.transaction().execute((tx) => markDebitFileSubmitted(tx, file, deps.clock.iso()));
  deps.failpoint("debit-file-stored");
}

async function settleById(deps: Dependencies, id: string): Promise<void> {
  const payment = await readPayment(deps.db, id);
  if (payment?.kind === "debit") await settleDebit(deps, payment);
}

const InstallmentKey = z.object({ orderId: z.string(), position: z.int() });

/** Job `debit-notice`: reminds the debtor five days before a debit. */
export const announceDebit: JobHandler = async (deps, job) => {
  const { orderId, position } = InstallmentKey.parse(job.payload);
  // It states the reference that the debtor's bank shows.
  if (await isUnregistered(deps.db, orderId, position)) return { again: later(deps.clock.now(), minutesMs(1)) };
  await deps.db.transaction().execute(async (tx) => {
    const installment = await readInstallment(tx, orderId, position);
    const order = await readOrder(tx, orderId);
    if (order !== undefined && installment?.status === "planned")
      await notifyUpcomingDebit(tx, deps, order, installment);
  });
  deps.wake();
  return undefined;
};

const sweepHours = 3;
const sweepPagesMax = 500;

/** Job `bank-sweep`: reads which debits changed at the bank since the last run, and so finds returned debits. */
export const reconcileBank: JobHandler = async (deps, job) => {
  let cursor = typeof job.payload.cursor === "string" ? job.payload.cursor : undefined;
  const again = { again: later(deps.clock.now(), hoursMs(sweepHours)) };
  if (deps.debits === undefined) return again;
  for (let page = 0; page < sweepPagesMax; page += 1) {
    const changed = await deps.debits.listSince(cursor);
    deps.failpoint("bank-page-read");
    for (const { reference, state } of changed.debits) {
      if (state !== "waits" && isUuid(reference)) await settleOrPlan(deps, reference);
    }
    cursor = changed.cursor;
    if (!changed.more) break;
  }
  const transferCursor = await reconcileTransfers(deps, job.payload.transferCursor);
  return { ...again, payload: { cursor, transferCursor } };
};

/** Applies what the bank said about transfers to customers since `from`; returns where to continue. */
async function reconcileTransfers(deps: Dependencies, from: unknown): Promise<string | undefined> {
  let cursor = typeof from === "string" ? from : undefined;
  const transfers = deps.debits?.transfers;
  for (let page = 0; page < sweepPagesMax && transfers !== undefined; page += 1) {
    const changed = await transfers.listSince(cursor);
    for (const transfer of changed.transfers) await applyTransferState(deps, transfer);
    cursor = changed.cursor;
    if (!changed.more) break;
  }
  return cursor;
}

/** Settles a debit; one that fails gets a job of its own, so that it does not block the others. */
async function settleOrPlan(deps: Dependencies, id: string): Promise<void> {
  try {
    await settleById(deps, id);
  } catch (error) {
    if (unreachableParty(error) !== undefined) throw error;
    deps.log.error({ err: error, paymentId: id }, "debit could not be settled");
    const dueAt = later(deps.clock.now(), minutesMs(askAgainMinutes));
    await plan(deps.db, deps, { networkId: null, kind: "debit", key: id, dueAt });
  }
}

/** Job `debit`: settles one debit that could not be settled when it changed. */
export const checkDebit: JobHandler = async (deps, job) => {
  await settleById(deps, job.key);
  return undefined;
};
