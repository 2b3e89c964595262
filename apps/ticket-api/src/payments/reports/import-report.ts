import { isProductionPassword } from "@guichet/contract/integrations/lyra-accounts.ts";
import { DisputeReason } from "@guichet/contract/office/disputes.ts";
import type { Tx } from "../../database/database.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Dependencies } from "../../dependencies.ts";
import { accountNamed, type ProviderAccount } from "../../integrations/payment-providers.ts";
import {
  insertMovements,
  insertReportedDispute,
  lockReports,
  type ReportedMovement,
  reportedMovements,
} from "../../integrations/reported/report-store.ts";
import { plan } from "../../jobs/plan-job.ts";
import { findReportedPayments, type ReportedPayment } from "../../payment-records/reported-payment-store.ts";
import { disputeFaults } from "./check-chargebacks.ts";
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
 * file again changes nothing; one with a fault, of another shop, or that contradicts what is stored, is refused as a whole.
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
  const stored = await reportedMovements(tx, account, { references: movements.map(({ reference }) => reference) });
  const known = new Map(stored.map((movement) => [movement.reference, movement]));
  const payments = await findReportedPayments(tx, account, [...new Set(movements.map(({ payment }) => payment))]);
  const added = movements.filter(({ reference }) => !known.has(reference));
  const faults = [
    ...repeatedIn(movements),
    ...movements.flatMap((movement) => contradiction(movement, known.get(movement.reference))),
    ...added.flatMap((movement) => otherCurrency(movement, payments.get(movement.payment))),
    ...(await disputeFaults(tx, account, added, payments)),
  ];
  if (faults.length > 0) return { outcome: "refused", faults };
  await store(tx, needs, account, added, payments);
  const notes = [...file.notes, ...movements.flatMap((movement) => noteOf(movement, payments.get(movement.payment)))];
  return { outcome: "imported", account, added: added.length, known: movements.length - added.length, notes };
}

/** Stores movements, and the disputes of payments of ours; jobs book them after the commit. */
export async function store(
  tx: Tx,
  needs: Pick<Needs, "clock" | "ids">,
  account: ProviderAccount,
  added: readonly FileMovement[],
  payments: ReadonlyMap<string, ReportedPayment>,
): Promise<void> {
  if (added.length === 0) return;
  const at = needs.clock.iso();
  await insertMovements(tx, account, added, at);
  const disputes = new Set<string>();
  for (const { kind, dispute, payment, madeOn, reasonCode } of added) {
    const orderId = payments.get(payment)?.orderId;
    if (dispute === null || orderId === undefined) continue;
    disputes.add(dispute);
    if (kind !== "chargeback") continue;
    const reason = DisputeReason.safeParse(reasonCode).data ?? "other";
    await insertReportedDispute(tx, account, {
      ...{ reference: dispute, payment, orderId, reason, reasonCode, openedOn: madeOn, lostAt: null },
    });
  }
  for (const dispute of disputes) await planDispute(tx, needs, account, dispute);
  const job = { networkId: null, kind: "reported-settlement", key: needs.ids.uuid() };
  await plan(tx, needs, { ...job, payload: { account, since: at } });
}

/** Plans the job that books a dispute as it is stored. */
export const planDispute = (
  tx: Tx,
  needs: Pick<Needs, "clock" | "ids">,
  account: ProviderAccount,
  reference: string,
): Promise<void> => plan(tx, needs, { networkId: null, kind: "dispute", key: reference, payload: { account } });

function repeatedIn(movements: readonly FileMovement[]): ReportNote[] {
  const lines = new Map<string, number>();
  return movements.flatMap(({ reference, line }) => {
    const first = lines.get(reference);
    lines.set(reference, first ?? line);
    return first === undefined ? [] : [{ line, text: `the reference ${reference} is that of line ${first}` }];
  });
}

const compared = ["kind", "payment", "dispute", "amount", "fee", "currency", "madeOn", "payout", "paidOn"] as const;

function contradiction(movement: FileMovement, stored: ReportedMovement | undefined): ReportNote[] {
  if (stored === undefined) return [];
  const differences = compared.filter((field) => movement[field] !== stored[field]);
  if (differences.length === 0) return [];
  const words = differences.map(
    (field) => `${field} ${movement[field] ?? "none"} instead of ${stored[field] ?? "none"}`,
  );
  return [{ line: movement.line, text: `${movement.reference} was imported with other values: ${words.join(", ")}` }];
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
