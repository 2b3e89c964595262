import type { Tx } from "../../database/database.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import { type ReportedMovement, reportedMovements } from "../../integrations/reported/report-store.ts";
import { outstandingOf } from "../../integrations/reported/reported-settlement.ts";
import type { ReportedPayment } from "../../payment-records/reported-payment-store.ts";
import type { FileMovement, ReportNote } from "./report-content.ts";

/**
 * What is wrong with new chargebacks: more is withdrawn than was paid, or more returned than withdrawn, together with what is stored; a dispute
 * that is unknown, or is of another payment. What was paid is compared for all that is `stated`: the payment may be booked since.
 */
export async function disputeFaults(
  tx: Tx,
  account: ProviderAccount,
  added: readonly FileMovement[],
  payments: ReadonlyMap<string, ReportedPayment>,
  stated: readonly FileMovement[],
): Promise<ReportNote[]> {
  const faults: ReportNote[] = [];
  const ofDisputes = Map.groupBy(added, ({ dispute }) => dispute);
  for (const [dispute, movements] of ofDisputes) {
    const line = movements[0]?.line ?? 0;
    if (dispute === null) continue;
    const all: ReportedMovement[] = [...(await reportedMovements(tx, account, { dispute })), ...movements];
    if (!all.some(({ kind }) => kind === "chargeback"))
      faults.push({ line, text: `the chargeback ${dispute}, which is returned, is not known` });
    else if (outstandingOf(all) < 0)
      faults.push({ line, text: `more of the chargeback ${dispute} is returned than was withdrawn` });
    if (new Set(all.map(({ payment }) => payment)).size > 1)
      faults.push({ line, text: `the dispute ${dispute} is about several payments` });
  }
  const ofPayments = Map.groupBy(
    stated.filter(({ dispute }) => dispute !== null),
    ({ payment }) => payment,
  );
  for (const [id, movements] of ofPayments) {
    const payment = payments.get(id);
    if (payment === undefined) continue;
    const stored = await reportedMovements(tx, account, { payment: id });
    const all = [...stored, ...added.filter((movement) => movement.payment === id)].filter(
      ({ dispute }) => dispute !== null,
    );
    if (outstandingOf(all) > payment.amount)
      faults.push({ line: movements[0]?.line ?? 0, text: `more of the payment ${id} is withdrawn than was paid` });
  }
  return faults;
}
