import { Day, Id } from "@guichet/contract/values.ts";
import { z } from "zod";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { accountRefused, type RegisteredMandate } from "../../integrations/direct-debit.ts";
import { ProviderRefused } from "../../integrations/payment-provider.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { plan } from "../../jobs/plan-job.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { type OrderRow, readOrder } from "../../order-records/order-store.ts";
import type { NewMandate } from "../../payment-records/debit-store.ts";
import { endMandates } from "../../payment-records/mandate-end-store.ts";
import {
  findRegisteredMandate,
  hasAccount,
  type ProviderMandate,
  readProviderMandate,
  saveRegistration,
} from "../../payment-records/registered-mandate-store.ts";
import { deviceOfSession } from "../../sessions/session-store.ts";
import { addresseeOf } from "../../subscription-records/addressee-store.ts";
import { subscriptionName } from "../../subscription-records/subscription-name.ts";
import { providerDebitsAt } from "../debit-collectors.ts";
import { notifyMandateSigned } from "../emails/debit-emails.ts";
import { usableFrom } from "../installments/settlement-hold.ts";
import { planMethodRemoval } from "../save-card.ts";

/*
 * A mandate under which the payment provider collects is registered there after its signature, by a job (decision 180): the signature does
 * not wait for the provider, and the first debit is days away. Its e-mail waits, because it states the reference that the bank shows.
 */

/** Plans the registration of a mandate in the transaction that signs it. `listsDebits`: its e-mail lists the debits of the order. */
export const planRegistration = (
  tx: Tx,
  deps: Dependencies,
  { id: mandateId, networkId }: Pick<NewMandate, "id" | "networkId">,
  more: { orderId: string; listsDebits: boolean },
): Promise<void> =>
  plan(tx, deps, { networkId, kind: "debit-mandate", key: mandateId, payload: { mandateId, ...more } });

const Payload = z.object({ mandateId: Id, orderId: Id, listsDebits: z.boolean() });

/** Job `debit-mandate`: registers a mandate at the payment provider, and sends it to the customer with the reference that their bank shows. */
export const registerSignedMandate: JobHandler = async (deps, job) => {
  const { mandateId, orderId, listsDebits } = Payload.parse(job.payload);
  const registered = await registerMandate(deps, mandateId);
  const mandate = registered && (await readProviderMandate(deps.db, mandateId));
  const network = mandate && (await deps.networks.get(mandate.networkId));
  if (registered === undefined || mandate === undefined || network === undefined) return undefined;
  await deps.db.transaction().execute(async (tx) => {
    const order = await readOrder(tx, orderId);
    // The person was erased meanwhile.
    if (order === undefined) return;
    const calendar = listsDebits ? debitsIn(mandate) : [];
    await notifyMandateSigned(
      tx,
      deps,
      { ...order, language: mandate.language },
      { ...mandate, reference: registered.reference },
      {
        calendar,
        usable: listsDebits ? usableFrom(network, calendar, mandate.signedAt) : { from: "signed", on: null },
        subscription: await subscriptionInEmail(tx, network, order),
      },
    );
  });
  deps.wake();
  return undefined;
};

const Debits = z.array(z.object({ collectedOn: Day, amount: z.int() }));

/** The debits that the debtor saw when they signed. */
const debitsIn = ({ evidence }: ProviderMandate) => Debits.parse(evidence.calendar);

/** The subscription that an order starts or belongs to, as e-mails name it; undefined: none. */
export async function subscriptionInEmail(tx: Tx, network: LoadedNetwork, { subscriptionId: id, language }: OrderRow) {
  const addressee = id === null ? undefined : await addresseeOf(tx, id);
  return id === null || addressee === undefined
    ? undefined
    : { id, name: subscriptionName(addressee, network, language) };
}

/**
 * Registers a mandate at its payment provider, once however often it is called. Undefined: it has ended, or ends now because the provider
 * refuses its account. Throws `ProviderUnreachable` and `ProviderRefused`.
 */
export async function registerMandate(deps: Dependencies, mandateId: string): Promise<RegisteredMandate | undefined> {
  const mandate = await readProviderMandate(deps.db, mandateId);
  if (mandate === undefined || mandate.isOver) return undefined;
  if (mandate.registered !== undefined) return mandate.registered;
  const { accountId, debtor, evidence, providerAccount, signedAt } = mandate;
  const email = accountId === null ? undefined : await emailOf(deps, evidence);
  // The person was erased: nothing is collected any more.
  if (accountId === null || email === undefined) return undefined;
  try {
    const registered = await providerDebitsAt(deps, providerAccount).register({
      reference: mandate.id,
      customer: accountId,
      debtor: { ...debtor, email },
      signature: { at: signedAt, address: textIn(evidence.address), browser: await browserOf(deps, evidence) },
    });
    await deps.db.transaction().execute(async (tx) => {
      await saveRegistration(tx, mandate.id, registered);
      // Removed here while it was registered there.
      const { networkId } = mandate;
      if (!(await hasAccount(tx, mandate.id)))
        await planMethodRemoval(tx, deps, networkId, { savedId: registered.method, providerAccount });
    });
    return registered;
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.code !== accountRefused) throw error;
    await endByProvider(deps, mandate, "AC01");
    return undefined;
  }
}

/** The address of the debtor when they signed. A mandate of an earlier version does not state it: that of its order, as it is now. */
async function emailOf(deps: Dependencies, evidence: Record<string, unknown>): Promise<string | undefined> {
  if (typeof evidence.email === "string") return evidence.email;
  const order = await readOrder(deps.db, textIn(evidence.orderId));
  return order === undefined ? undefined : (order.invoiceEmail ?? order.customer.email);
}

/** The browser in which it was signed. A mandate of an earlier version does not state it: as far as its session tells, otherwise the application. */
const browserOf = async (deps: Dependencies, { browser, session, client }: Record<string, unknown>): Promise<string> =>
  typeof browser === "string" ? browser : ((await deviceOfSession(deps.db, textIn(session))) ?? textIn(client));

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** The end reason of a mandate that its provider ended without naming a reason. */
const endedByProvider = "INACTIVE";

/** Ends a mandate under which the payment provider collects nothing more. Returns whether it is one of ours in force. Throws `ProviderUnreachable`. */
export async function settleMandate(deps: Dependencies, account: ProviderAccount, mandateId: string): Promise<boolean> {
  const mandate = await findRegisteredMandate(deps.db, account, mandateId);
  if (mandate === undefined) return false;
  if (!(await providerDebitsAt(deps, account).isInForce(mandateId)))
    await endByProvider(deps, mandate, endedByProvider);
  return true;
}

async function endByProvider(
  deps: Dependencies,
  { networkId, reference }: Pick<NewMandate, "networkId" | "reference">,
  reason: string,
): Promise<void> {
  const at = deps.clock.iso();
  const network = await deps.networks.get(networkId);
  await deps.db.transaction().execute(async (tx) => {
    const ended = await endMandates(tx, { networkId, reference, ofAccount: false, at, reason });
    for (const { subscriptionId } of ended)
      if (subscriptionId !== null && network !== undefined)
        await deps.subscriptionHooks.mandateEnded(tx, deps, network, subscriptionId);
  });
  deps.wake();
}
