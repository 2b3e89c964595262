import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { RegisteredMandate } from "../integrations/direct-debit.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { NewMandate } from "./debit-store.ts";
import type { EndedMandate } from "./mandate-end-store.ts";

/** A mandate under which a payment provider collects. */
export type ProviderMandate = Pick<
  NewMandate,
  "id" | "networkId" | "reference" | "creditor" | "debtor" | "wording" | "language" | "evidence" | "signedAt"
> & {
  accountId: string | null;
  providerAccount: ProviderAccount;
  /** Whether it ended. */
  isOver: boolean;
  /** Undefined: it is not registered yet. */
  registered: RegisteredMandate | undefined;
};

/** Where the mandate `m` is registered; null: nowhere yet. */
export const registration = sql`case when m.provider_mandate is not null then jsonb_build_object('mandate', m.provider_mandate,
  'method', m.provider_method, 'customer', m.provider_customer, 'reference', m.provider_reference) end`;

/** Reads a mandate; undefined: there is none, or the bank collects under it. */
export async function readProviderMandate(db: Database | Tx, id: string): Promise<ProviderMandate | undefined> {
  const found = await sql<Omit<ProviderMandate, "registered"> & { registered: RegisteredMandate | null }>`select m.id,
      m.network_id as "networkId", m.account_id as "accountId", m.reference, m.creditor, m.debtor, m.wording, m.language, m.evidence,
      m.signed_at as "signedAt", m.provider_account as "providerAccount", m.revoked_at is not null as "isOver",
      ${registration} as registered
    from mandate m where m.id = ${id}::uuid and m.provider_account is not null`.execute(db);
  const row = found.rows[0];
  return row && { ...row, registered: row.registered ?? undefined };
}

/** Reads where the mandate of a debit is registered; undefined: nowhere yet, or the bank collects it. */
export async function registrationOfDebit(db: Database, paymentId: string): Promise<RegisteredMandate | undefined> {
  const found = await sql<{ registered: RegisteredMandate | null }>`select ${registration} as registered
    from payment p join installment i on i.order_id = p.order_id and i.position = p.installment
      join mandate m on m.id = i.mandate_id
    where p.id = ${paymentId}::uuid`.execute(db);
  return found.rows[0]?.registered ?? undefined;
}

/** Whether a planned installment waits for the registration of its mandate. */
export async function isUnregistered(db: Database, orderId: string, position: number): Promise<boolean> {
  const found = await sql`select from installment i join mandate m on m.id = i.mandate_id
    where i.order_id = ${orderId} and i.position = ${position} and i.status = 'planned' and m.provider_account is not null
      and m.provider_mandate is null and m.revoked_at is null`.execute(db);
  return found.rows.length > 0;
}

/** Lists the mandates under which a provider will collect the installments of a day, and which are not registered there yet. */
export async function mandatesToRegister(
  db: Database,
  { networkId, collectOn }: { networkId: string; collectOn: string },
): Promise<string[]> {
  const found = await sql<{ id: string }>`select distinct m.id from installment i join mandate m on m.id = i.mandate_id
    where i.network_id = ${networkId} and i.method = 'TRANSFER' and i.status = 'planned' and i.collected_on = ${collectOn}
      and m.provider_account is not null and m.provider_mandate is null and m.revoked_at is null
    order by m.id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/**
 * The debits of a file in its order, each with where its mandate is registered; null: the bank collects. A provider is not asked again for one that
 * it refused; a file of the bank is the same each time.
 */
export async function debitsOfFile(
  db: Database,
  fileId: string,
): Promise<{ id: string; asked: unknown; registered: RegisteredMandate | null }[]> {
  const found = await sql<{ id: string; asked: unknown; registered: RegisteredMandate | null }>`select p.id, p.asked,
      ${registration} as registered
    from payment p left join installment i on i.order_id = p.order_id and i.position = p.installment
      left join mandate m on m.id = i.mandate_id
    where p.debit_file_id = ${fileId} and (p.provider_account is null or p.status in ('begun', 'open')) order by p.id`.execute(
    db,
  );
  return found.rows;
}

/** Stores where a mandate is registered, once. */
export async function saveRegistration(tx: Tx, id: string, at: RegisteredMandate): Promise<void> {
  await sql`update mandate set provider_mandate = ${at.mandate}, provider_method = ${at.method},
      provider_customer = ${at.customer}, provider_reference = ${at.reference}
    where id = ${id}::uuid and provider_mandate is null`.execute(tx);
}

/** The names at their providers of a customer's bank accounts, or of one of them: each mandate has its own. */
export async function methodsOfMandates(
  tx: Tx,
  { networkId, accountId, methodId }: { networkId: string; accountId: string; methodId?: string },
): Promise<{ savedId: string; providerAccount: ProviderAccount }[]> {
  const ofMethod = methodId === undefined ? sql`` : sql`and payment_method_id = ${methodId}`;
  const found = await sql<{ savedId: string; providerAccount: ProviderAccount }>`select provider_method as "savedId",
      provider_account as "providerAccount"
    from mandate where network_id = ${networkId} and account_id = ${accountId} ${ofMethod}
      and provider_method is not null order by id`.execute(tx);
  return found.rows;
}

/** Whether the customer still has the bank account of a mandate; locked until the transaction ends. */
export async function hasAccount(tx: Tx, mandateId: string): Promise<boolean> {
  const found = await sql`select from payment_method a join mandate m on m.payment_method_id = a.id
    where m.id = ${mandateId}::uuid and a.removed_at is null for share of a`.execute(tx);
  return found.rows.length > 0;
}

/** Finds the mandate in force with the provider's id; undefined: there is none. */
export async function findRegisteredMandate(
  db: Database,
  account: ProviderAccount,
  mandate: string,
): Promise<(Pick<EndedMandate, "networkId"> & { reference: string }) | undefined> {
  const found = await sql<{ networkId: string; reference: string }>`select network_id as "networkId", reference
    from mandate where provider_account = ${account} and provider_mandate = ${mandate} and revoked_at is null`.execute(
    db,
  );
  return found.rows[0];
}
