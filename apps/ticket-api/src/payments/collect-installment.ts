import { z } from "zod";
import { later, minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { SavedCharge } from "../integrations/payment-provider.ts";
import type { JobHandler } from "../jobs/job.ts";
import { lockOrder } from "../order-records/order-store.ts";
import {
  type InstallmentRow,
  isCollectionStopped,
  moveInstallment,
  readInstallment,
} from "../payment-records/installment-store.ts";
import { insertPayment, lastPaymentOfInstallment } from "../payment-records/payment-store.ts";
import { isBeingCharged, isStillSaved, savedCardById } from "../payment-records/saved-method-store.ts";
import { returnedInstallmentsMax } from "./installments/dunning.ts";
import { installmentRefused, nextAttemptAt } from "./installments/plan-installments.ts";
import { skipInstallment } from "./installments/unpaid-installments.ts";
import { settlePayment } from "./settlement/settle-payment.ts";
import { notifyUrl } from "./start-payment.ts";

const Payload = z.object({ orderId: z.string(), position: z.int() });

/**
 * Job `installment`: charges one installment on its day, once per attempt however often the job runs. Our payment's id
 * is the reference of the charge: it is stored before the request and repeated after any crash.
 */
export const collectInstallment: JobHandler = async (deps, job) => {
  const { orderId, position } = Payload.parse(job.payload);
  const installment = await readInstallment(deps.db, orderId, position);
  if (installment === undefined) return undefined;
  const network = await deps.networks.get(installment.networkId);
  if (network === undefined) throw new Error(`Network ${installment.networkId} does not exist`);
  if (installment.status === "planned") {
    const due = nextAttemptAt(installment, network);
    if (due !== undefined && due > deps.clock.now()) return { again: due };
    await deps.db.transaction().execute(async (tx) => {
      if (await isCollectionStopped(tx, orderId, returnedInstallmentsMax))
        return skipInstallment(tx, deps, installment, "RETURNED");
      if (!(await beginCharge(tx, deps, installment)))
        await installmentRefused(tx, deps, network, refusedCharge(installment), deps.clock.iso());
      deps.failpoint("charge-uncommitted");
    });
    deps.failpoint("charge-started");
  }
  const payment = await lastPaymentOfInstallment(deps.db, orderId, position);
  if (payment?.kind === "charge") await settlePayment(deps, payment.id);
  deps.wake();
  const after = await readInstallment(deps.db, orderId, position);
  const again = after?.status === "planned" ? nextAttemptAt(after, network) : undefined;
  return again === undefined ? undefined : { again };
};

const refusedCharge = ({ networkId, orderId, position }: InstallmentRow) => ({
  networkId,
  orderId,
  position,
  kind: "charge" as const,
});

/** Writes the charge of a planned installment; false if there is no card to charge, which counts as a refused attempt. */
async function beginCharge(tx: Tx, deps: Dependencies, planned: InstallmentRow): Promise<boolean> {
  const order = await lockOrder(tx, planned.orderId);
  if (order === undefined || !(await moveInstallment(tx, planned, "collect", { tried: true }))) return true;
  // Read again: a refund may have reduced it before the lock.
  const installment = (await readInstallment(tx, planned.orderId, planned.position)) ?? planned;
  const card = installment.methodId === null ? undefined : await savedCardById(tx, installment.methodId);
  if (card === undefined) return false;
  const id = deps.ids.uuid();
  const { networkId, orderId, position, amount, currency } = installment;
  const request: SavedCharge = {
    reference: id,
    orderId,
    method: card.savedId,
    customer: card.customer,
    amount: { amount, currency },
    notifyUrl: notifyUrl(deps, card.providerAccount),
  };
  const at = deps.clock.iso();
  await insertPayment(tx, {
    id,
    networkId,
    orderId,
    position,
    kind: "charge",
    keep: false,
    amount,
    currency,
    asked: request,
    providerAccount: card.providerAccount,
    at,
  });
  return true;
}

const Removal = z.object({
  networkId: z.string(),
  savedId: z.string(),
  providerAccount: z.string(),
});

/** Job `card-removal`: removes at the provider a card or bank account that was removed here, unless it was saved again in the meantime. */
export const removeCardAtProvider: JobHandler = async (deps, job) => {
  const { networkId, savedId, providerAccount } = Removal.parse(job.payload);
  if (await isStillSaved(deps.db, networkId, savedId)) return undefined;
  if (await isBeingCharged(deps.db, networkId, savedId)) return { again: later(deps.clock.now(), minutesMs(1)) };
  await deps.payments.at(providerAccount).removeSavedMethod(savedId);
  return undefined;
};
