import type { Language } from "@guichet/contract/locales.ts";
import type { PackCreditor } from "@guichet/contract/network-pack.ts";
import { mandateUnusedMonths } from "@guichet/rules/payments/installments.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import { collectionStopped } from "./installment-store.ts";
import { movePaymentsStatement } from "./payment-store.ts";

/** The scope of a mandate's wording: the payments of one order, or those of one subscription with its renewals. */
export type MandateCovers = "ORDER" | "SUBSCRIPTION";

export interface NewMandate {
  id: string;
  networkId: string;
  accountId: string;
  methodId: string;
  covers: MandateCovers;
  orderId: string | null;
  subscriptionId: string | null;
  /** The unique mandate reference. */
  reference: string;
  creditor: { name: string; id: string; address: string };
  debtor: { name: string; iban: string };
  wording: string;
  language: Language;
  /** How it was signed: instant, address, session, and the digest of the text that was shown. */
  evidence: Record<string, unknown>;
  signedAt: string;
  /** The account at the payment provider that collects under it; null: the bank does. */
  providerAccount: ProviderAccount | null;
}

/** Inserts a signed mandate; false if its reference was used before. */
export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<boolean> {
  const written = await sql`insert into mandate (id, network_id, account_id, payment_method_id, reference, covers,
      order_id, subscription_id, creditor, debtor, wording, language, evidence, signed_at, provider_account)
    values (${mandate.id}, ${mandate.networkId}, ${mandate.accountId}, ${mandate.methodId}, ${mandate.reference},
      ${mandate.covers}, ${mandate.orderId}, ${mandate.subscriptionId},
      ${JSON.stringify(mandate.creditor)}, ${JSON.stringify(mandate.debtor)}, ${mandate.wording}, ${mandate.language},
      ${JSON.stringify(mandate.evidence)}, ${mandate.signedAt}, ${mandate.providerAccount})
    on conflict (network_id, reference) do nothing returning id`.execute(tx);
  return written.rows.length === 1;
}

/** An installment to debit, with its mandate and debtor. */
export interface InstallmentToDebit {
  networkId: string;
  orderId: string;
  orderNumber: string;
  position: number;
  /** Whether it is the only debit of its mandate. */
  isOnly: boolean;
  /** Whether nothing was debited under its mandate before. Debits that the bank rejected do not count. */
  isFirst: boolean;
  /** Whether it is the last debit of a mandate for an order in installments. */
  isLast: boolean;
  amount: number;
  currency: string;
  reference: string;
  signedAt: string;
  debtor: { name: string; iban: string };
  /** Where its mandate is registered; null: the bank collects. */
  providerAccount: ProviderAccount | null;
}

interface DebitsOfDay {
  networkId: string;
  collectOn: string;
  limit: number;
  /** After this many returned installments of an unpaid order, it is no longer debited. */
  returnedMax: number;
}

/** The reference of the mandate `m` that the debtor's bank shows, as far as it is known. */
export const shownReference = sql`coalesce(m.provider_reference, m.reference)`;

/** Whether the mandate `m` covers the order `o` by its wording. */
export const coversByWording = sql`(m.order_id = o.id or m.subscription_id = o.subscription_id)`;

/** The day on which the mandate `m` was last used: of its latest debit, otherwise of its signature. */
export const lastUseOf = sql`coalesce(m.last_debit_on, (m.signed_at at time zone 'UTC')::date)`;

/** Whether the mandate `m` covers the installment `i` of the order `o`, and is still in force on the day of its collection. */
const isCovered = sql`(m.revoked_at is null and ${coversByWording}
  and ${lastUseOf} > i.collected_on - make_interval(months => ${mandateUnusedMonths}))`;

/**
 * Locks the planned installments of a network that are due on a day and covered by their mandates, until the
 * transaction ends. A mandate that is ending at the same time is waited for: after its end nothing is collected.
 */
export async function lockInstallmentsToDebit(
  tx: Tx,
  { networkId, collectOn, limit, returnedMax }: DebitsOfDay,
): Promise<InstallmentToDebit[]> {
  const locked =
    await sql<InstallmentToDebit>`select i.network_id as "networkId", i.order_id as "orderId", o.number as "orderNumber",
      i.position, m.covers = 'ORDER' and o.installments = 1 as "isOnly",
      not exists (select from installment j join payment p on p.order_id = j.order_id and p.installment = j.position
        where j.mandate_id = m.id and p.kind = 'debit' and p.status <> 'refused') as "isFirst",
      m.covers = 'ORDER' and o.installments > 1 and not exists (select from installment j where j.mandate_id = m.id
        and j.position <> i.position and j.status in ('planned', 'begun')) as "isLast",
      i.amount, i.currency, m.reference, m.signed_at as "signedAt", m.debtor, m.provider_account as "providerAccount"
    from installment i join orders o on o.id = i.order_id join mandate m on m.id = i.mandate_id
    where i.network_id = ${networkId} and i.method = 'TRANSFER' and i.status = 'planned' and i.collected_on = ${collectOn}
      and ${isCovered} and not ${collectionStopped(returnedMax)} and (m.provider_account is null or m.provider_mandate is not null)
    order by i.order_id, i.position limit ${limit} for update of i skip locked for share of m`.execute(tx);
  return locked.rows;
}

/** Is an installment of this day still to be debited? One that nothing covers any more is handled by its own query. */
export async function isAnyToDebit(db: Database, networkId: string, collectOn: string): Promise<boolean> {
  const found = await sql`select from installment where network_id = ${networkId} and method = 'TRANSFER'
    and status = 'planned' and collected_on = ${collectOn} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** An installment that is not debited on its day, and why: no mandate covers it, or too much of its order was returned. */
export interface InstallmentNotDebited {
  networkId: string;
  orderId: string;
  position: number;
  cause: "NO_MANDATE" | "RETURNED";
}

/** Lists the planned installments of a day that may not be debited. */
export async function installmentsNotDebited(
  db: Database,
  { networkId, collectOn, limit, returnedMax }: DebitsOfDay,
): Promise<InstallmentNotDebited[]> {
  const found =
    await sql<InstallmentNotDebited>`select i.network_id as "networkId", i.order_id as "orderId", i.position,
      case when ${isCovered} then 'RETURNED' else 'NO_MANDATE' end as cause
    from installment i join orders o on o.id = i.order_id left join mandate m on m.id = i.mandate_id
    where i.network_id = ${networkId} and i.method = 'TRANSFER' and i.status = 'planned' and i.collected_on = ${collectOn}
      and (${isCovered} is not true or ${collectionStopped(returnedMax)})
    order by i.order_id, i.position limit ${limit}`.execute(db);
  return found.rows;
}

/** Whether a mandate covers the renewals of a subscription. */
export async function coversSubscription(tx: Tx, mandateId: string, subscriptionId: string): Promise<boolean> {
  const found = await sql`select from mandate m where m.id = ${mandateId} and m.subscription_id = ${subscriptionId}
    and m.revoked_at is null`.execute(tx);
  return found.rows.length > 0;
}

/** Moves the planned debits of a subscription that no mandate covers to the newly signed one. */
export async function moveDebitsToMandate(
  tx: Tx,
  { id, methodId, subscriptionId }: Pick<NewMandate, "id" | "methodId" | "subscriptionId">,
): Promise<void> {
  await sql`update installment i set mandate_id = ${id}, payment_method_id = ${methodId}
    from orders o
    where o.subscription_id = ${subscriptionId} and i.order_id = o.id and i.method = 'TRANSFER' and i.status = 'planned'
      and not exists (select from mandate k where k.id = i.mandate_id and k.revoked_at is null
        and (k.order_id = o.id or k.subscription_id = o.subscription_id))`.execute(tx);
}

export interface DebitFileRow {
  id: string;
  networkId: string;
  /** The due day of the installments in it. */
  dueOn: string;
  /** The day on which the bank is asked to collect: later if the due day was missed. */
  collectOn: string;
  creditor: PackCreditor;
  createdAt: string;
  /** The account at the payment provider that collects it; null: the bank does. */
  providerAccount: ProviderAccount | null;
}

export async function insertDebitFile(tx: Tx, file: DebitFileRow): Promise<void> {
  await sql`insert into debit_file (id, network_id, due_on, collect_on, creditor, created_at, provider_account)
    values (${file.id}, ${file.networkId}, ${file.dueOn}, ${file.collectOn}, ${JSON.stringify(file.creditor)}, ${file.createdAt},
      ${file.providerAccount})`.execute(tx);
}

/** Lists the files of a day that are not submitted yet. */
export async function debitFilesToSubmit(db: Database, networkId: string, dueOn: string): Promise<DebitFileRow[]> {
  const found =
    await sql<DebitFileRow>`select id, network_id as "networkId", due_on as "dueOn", collect_on as "collectOn",
      creditor, created_at as "createdAt", provider_account as "providerAccount"
    from debit_file where network_id = ${networkId} and due_on = ${dueOn} and submitted_at is null
    order by created_at, id`.execute(db);
  return found.rows;
}

/** Moves a file that the bank never received to another day. */
export async function postponeDebitFile(db: Database, id: string, collectOn: string): Promise<void> {
  await sql`update debit_file set collect_on = ${collectOn} where id = ${id} and submitted_at is null`.execute(db);
}

/** Marks a file as submitted: its debits wait for their day, and each mandate records its use. */
export async function markDebitFileSubmitted(
  tx: Tx,
  { id, collectOn, providerAccount }: DebitFileRow,
  at: string,
): Promise<void> {
  await sql`update debit_file set submitted_at = coalesce(submitted_at, ${at}) where id = ${id}`.execute(tx);
  // The bank names a debit by our reference. A provider has a name of its own, which is stored when it first answers about the debit.
  const named =
    providerAccount === null
      ? sql`provider_session = replace(id::text, '-', '')`
      : sql`provider_session = provider_session`;
  await movePaymentsStatement("open", sql`debit_file_id = ${id}`, named).execute(tx);
  await sql`update mandate m set last_debit_on = greatest(coalesce(m.last_debit_on, ${collectOn}::date), ${collectOn}::date)
    from installment i join payment p on p.order_id = i.order_id and p.installment = i.position
    where p.debit_file_id = ${id} and p.status <> 'refused' and m.id = i.mandate_id`.execute(tx);
}

/** The account from which a debit was to be collected. */
export async function debtorOfDebit(
  db: Database,
  paymentId: string,
): Promise<{ name: string; iban: string } | undefined> {
  const found = await sql<{ debtor: { name: string; iban: string } | null }>`select asked -> 'debtor' as debtor
    from payment where id = ${paymentId} and kind = 'debit'`.execute(db);
  return found.rows[0]?.debtor ?? undefined;
}

/** The reference of the mandate under which a debit was collected; once its owner is erased, as its installment states it, since the request is emptied. */
export async function mandateOfDebit(tx: Tx, paymentId: string): Promise<string | undefined> {
  const found = await sql<{ reference: string | null }>`select
      coalesce(p.asked #>> '{mandate,reference}', m.reference) as reference
    from payment p left join installment i on i.order_id = p.order_id and i.position = p.installment
      left join mandate m on m.id = i.mandate_id
    where p.id = ${paymentId} and p.kind = 'debit'`.execute(tx);
  return found.rows[0]?.reference ?? undefined;
}

/** Lists the debits of a day that are not final yet. */
export async function openDebits(db: Database, networkId: string, dueOn: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select p.id from payment p join debit_file f on f.id = p.debit_file_id
    where f.network_id = ${networkId} and f.due_on = ${dueOn} and p.status in ('begun', 'open')
    order by p.id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Reads the mandate facts that an installment's e-mails state; undefined: no mandate in force, so that it is not debited. */
export async function mandateOfInstallment(
  db: Database | Tx,
  orderId: string,
  position: number,
): Promise<Pick<NewMandate, "reference" | "creditor" | "debtor"> | undefined> {
  const found = await sql<Pick<NewMandate, "reference" | "creditor" | "debtor">>`
    select ${shownReference} as reference, m.creditor, m.debtor from installment i join mandate m on m.id = i.mandate_id
    where i.order_id = ${orderId} and i.position = ${position} and m.revoked_at is null`.execute(db);
  return found.rows[0];
}

/**
 * May an installment be debited again: its mandate is in force and had no last debit (`FNAL`) but its own, and the customer still has the bank
 * account saved?
 */
export async function isDebitable(tx: Tx, orderId: string, position: number): Promise<boolean> {
  const found = await sql`select from installment i join mandate m on m.id = i.mandate_id
      join payment_method a on a.id = i.payment_method_id
    where i.order_id = ${orderId} and i.position = ${position} and m.revoked_at is null and a.removed_at is null
      and not exists (select from installment j join payment p on p.order_id = j.order_id and p.installment = j.position
        where j.mandate_id = m.id and j.position <> i.position and p.asked ->> 'sequence' = 'FNAL')
    for share of m`.execute(tx);
  return found.rows.length > 0;
}
