import { isProductionPassword } from "@guichet/contract/integrations/lyra-accounts.ts";
import { DisputeReason } from "@guichet/contract/office/disputes.ts";
import type { Tx } from "../../database/database.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import { accountNamed, type ProviderAccount } from "../../integrations/payment-providers.ts";
import {
  completeMovements,
  insertMovements,
  insertReportedDispute,
  lockReports,
  type ReportedMovement,
} from "../../integrations/reported/report-store.ts";
import { type Planning, plan } from "../../jobs/plan-job.ts";
import { findReportedPayments, type ReportedPayment } from "../../payment-records/reported-payment-store.ts";
import { planDispute } from "../disputes/book-dispute.ts";
import { disputeFaults } from "./check-chargebacks.ts";
import { completion, contradiction, knownMovements } from "./known-movements.ts";
import type { FileMovement, ReportFile, ReportNote } from "./report-content.ts";
import { readReport } from "./report-file.ts";

/** What became of a file: everything of it is stored, or nothing. */
export type ReportImport =
  | {
      outcome: "imported";
      account: ProviderAccount;
      added: number;
      /** Movements that were known, with the same content. */
      known: number;
      /** What a person has to look at. */
      notes: ReportNote[];
    }
  | { outcome: "refused"; faults: ReportNote[] };

type Needs = Pick<Dependencies, "db" | "clock" | "ids" | "config">;

/**
 * Imports a report of a bank about an account at Lyra (decision 192): its movements and disputes are stored, and jobs book them. Importing a
 * file again stores nothing; one with a fault, of another shop, or that contradicts what is stored, is refused as a whole.
 */
export async function importReport(needs: Needs, name: string, bytes: Uint8Array): Promise<ReportImport> {
  const file = readReport(name, bytes);
  if ("faults" in file) return { outcome: "refused", faults: file.faults };
  const account = accountOf(needs.config, file);
  if (typeof account !== "string") return { outcome: "refused", faults: [account] };
  return inTransaction(needs.db, (tx) => importRead(tx, needs, account, file));
}

/** The account of the file's shop; a note says why there is none. */
function accountOf(
  { lyra }: Dependencies["config"],
  { shop, isTest }: Pick<ReportFile, "shop" | "isTest">,
): ProviderAccount | ReportNote {
  const [name, keys] = Object.entries(lyra.accounts).find(([, { shopId }]) => shopId === shop) ?? [];
  if (name === undefined || keys === undefined)
    return {
      line: 0,
      text: `the file is about the shop ${shop || "(none)"}, which is no account of this installation`,
    };
  if (isTest !== undefined && isTest === isProductionPassword(keys.password))
    return {
      line: 0,
      text: `the file is of the ${isTest ? "test" : "production"} mode, and the account lyra/${name} is not`,
    };
  return accountNamed({ provider: "lyra", account: name });
}

async function importRead(tx: Tx, needs: Needs, account: ProviderAccount, file: ReportFile): Promise<ReportImport> {
  await lockReports(tx, account);
  const { movements } = file;
  const known = await knownMovements(tx, account, movements);
  const payments = await findReportedPayments(tx, account, [...new Set(movements.map(({ payment }) => payment))]);
  const added = movements.filter(({ reference }) => !known.has(reference));
  const faults = [
    ...repeatedIn(movements),
    ...movements.flatMap((movement) => contradiction(movement, known.get(movement.reference)?.stored)),
    ...movements.flatMap((movement) => otherCurrency(movement, payments.get(movement.payment))),
    ...(await disputeFaults(tx, account, added, payments, movements)),
  ];
  if (faults.length > 0) return { outcome: "refused", faults };
  const completed = movements.flatMap((movement) => completion(movement, known.get(movement.reference)?.stored));
  await storeMovements(tx, needs, account, added, completed);
  await storeDisputes(tx, needs, account, movements, payments);
  const notes = [
    ...file.notes,
    ...[...known.values()].flatMap(({ note }) => note ?? []),
    ...movements.flatMap((movement) => noteOf(movement, payments.get(movement.payment))),
  ];
  return { outcome: "imported", account, added: added.length, known: movements.length - added.length, notes };
}

/** Stores new movements, and of stored ones what is stated now; a job books their fees and payouts after the commit. */
export async function storeMovements(
  tx: Tx,
  needs: Planning,
  account: ProviderAccount,
  added: readonly ReportedMovement[],
  completed: readonly ReportedMovement[] = [],
): Promise<void> {
  if (added.length + completed.length === 0) return;
  const at = needs.clock.iso();
  await insertMovements(tx, account, added, at);
  await completeMovements(tx, account, completed, at);
  const job = { networkId: null, kind: "reported-settlement", key: needs.ids.uuid() };
  await plan(tx, needs, { ...job, payload: { account, since: at } });
}

/**
 * Stores the disputes of movements whose payments are ours, and plans the jobs that book them. A movement that is stored may have none: its
 * payment was not booked then. Returns whether one is new.
 */
export async function storeDisputes(
  tx: Tx,
  needs: Planning,
  account: ProviderAccount,
  movements: readonly FileMovement[],
  payments: ReadonlyMap<string, ReportedPayment>,
): Promise<boolean> {
  const disputes = new Set<string>();
  let isNew = false;
  for (const { kind, dispute, payment, madeOn, reasonCode } of movements) {
    const orderId = payments.get(payment)?.orderId;
    if (dispute === null || orderId === undefined) continue;
    disputes.add(dispute);
    if (kind !== "chargeback") continue;
    const reason = DisputeReason.safeParse(reasonCode).data ?? "other";
    const isInserted = await insertReportedDispute(tx, account, {
      ...{ reference: dispute, payment, orderId, reason, reasonCode, openedOn: madeOn, lostAt: null },
    });
    isNew ||= isInserted;
  }
  for (const reference of disputes) await planDispute(tx, needs, { account, reference });
  return isNew;
}

function repeatedIn(movements: readonly FileMovement[]): ReportNote[] {
  const lines = new Map<string, number>();
  return movements.flatMap(({ reference, line }) => {
    const first = lines.get(reference);
    lines.set(reference, first ?? line);
    return first === undefined ? [] : [{ line, text: `the reference ${reference} is that of line ${first}` }];
  });
}

function otherCurrency({ line, currency }: FileMovement, payment: ReportedPayment | undefined): ReportNote[] {
  if (payment === undefined || payment.currency === currency) return [];
  return [{ line, text: `is in ${currency}, its payment in ${payment.currency}` }];
}

/** What a person has to look at in a movement that is imported. */
function noteOf(
  { line, kind, payment, amount, reasonCode }: FileMovement,
  known: ReportedPayment | undefined,
): ReportNote[] {
  if (known === undefined) {
    if (kind !== "chargeback" && kind !== "chargeback-returned") return [];
    return [{ line, text: `the payment ${payment} is none of this installation: no order is marked` }];
  }
  const expected = known.amount - known.lowered;
  if (kind === "payment" && amount !== expected)
    return [
      { line, text: `the bank settled ${amount} instead of ${expected} (minor units) of the payment ${payment}` },
    ];
  if (kind === "chargeback" && reasonCode !== null && !DisputeReason.safeParse(reasonCode).success)
    return [{ line, text: `the reason ${reasonCode} is not known here: the dispute has the reason "other"` }];
  return [];
}
