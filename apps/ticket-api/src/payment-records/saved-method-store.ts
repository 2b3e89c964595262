import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { NewSession } from "../integrations/payment-provider.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { NamedSubscription } from "../subscription-records/subscription-name.ts";
import { renewingStates } from "../subscription-records/subscription-store.ts";
import { outstandingStatuses } from "./installment-store.ts";

/** A payment method that the customer saved: a card, whose number only the provider has, or a bank account. */
export interface SavedMethod {
  id: string;
  networkId: string;
  accountId: string;
  kind: "CARD" | "IBAN";
  /** The provider's id of a card, and the account where it is saved. */
  savedId: string | null;
  providerAccount: ProviderAccount | null;
  /** Under whose id the provider has a card: that of the account, or of one that was merged into it (decision 186). */
  customer: string;
  /** The IBAN and holder of a bank account. */
  iban: string | null;
  holder: string | null;
  brand: string | null;
  last4: string;
  /** The last month in which it is valid, `YYYY-MM`. */
  expiresOn: string | null;
  nickname: string | null;
  bookmarked: boolean;
  /** Orders with open installments that need it, until the day of the last. */
  neededBy: SavedPaymentMethod["neededBy"];
  /** Subscriptions that it pays. */
  subscriptions: ({ subscriptionId: string } & NamedSubscription)[];
  /** Mandates signed for a bank account, newest first. */
  mandates: (Pick<
    SavedPaymentMethod["mandates"][number],
    "reference" | "signedAt" | "orderId" | "orderNumber" | "subscriptionId"
  > &
    Partial<NamedSubscription>)[];
  createdAt: string;
}

/** The owner: always network and account, so that a card of another account or network is never found. */
export interface Owner {
  networkId: string;
  accountId: string;
}

const columns = sql`m.id, m.network_id as "networkId", m.account_id as "accountId", m.kind, m.saved_id as "savedId",
  m.provider_account as "providerAccount", coalesce(m.customer_id, m.account_id) as customer, m.iban, m.holder, m.brand, m.last4,
  m.expires_on as "expiresOn", m.nickname, m.bookmarked, m.created_at as "createdAt",
  coalesce((select json_agg(n order by n.until, n."orderNumber") from (
    select o.id as "orderId", o.number as "orderNumber", max(i.collected_on) as until
    from installment i join orders o on o.id = i.order_id where i.payment_method_id = m.id and i.status in ${outstandingStatuses}
    group by o.id) n), '[]') as "neededBy",
  coalesce((select json_agg(r order by r.name, r."subscriptionId") from (
    select s.id as "subscriptionId", l.name, l.article
    from subscription s join subscription_period p on p.subscription_id = s.id and p.position = 1
      join order_line l on l.order_id = p.order_id and l.kind = 'article'
    where s.payment_method_id = m.id and s.status in ${renewingStates}) r), '[]') as subscriptions,
  coalesce((select json_agg(s order by s."signedAt" desc, s.reference) from (
    select coalesce(d.provider_reference, d.reference) as reference, to_char(d.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "signedAt",
      o.id as "orderId", o.number as "orderNumber", d.subscription_id as "subscriptionId", l.name, l.article
    from mandate d left join orders o on o.id = d.order_id
      left join subscription_period p on p.subscription_id = d.subscription_id and p.position = 1
      left join order_line l on l.order_id = p.order_id and l.kind = 'article'
    where d.payment_method_id = m.id and d.revoked_at is null) s), '[]') as mandates`;

/** Lists the saved cards and bank accounts of an account: the favourite first, then the newest. */
export async function savedMethodsOf(db: Database | Tx, { networkId, accountId }: Owner): Promise<SavedMethod[]> {
  const found = await sql<SavedMethod>`select ${columns} from payment_method m
    where m.network_id = ${networkId} and m.account_id = ${accountId} and m.removed_at is null
    order by m.bookmarked desc, m.created_at desc, m.id limit 100`.execute(db);
  return found.rows;
}

/** Locks one saved card or account until the transaction ends, and reads it. */
export async function lockSavedMethod(
  tx: Tx,
  { networkId, accountId }: Owner,
  id: string,
): Promise<SavedMethod | undefined> {
  await sql`select from payment_method where id = ${id} for update`.execute(tx);
  // Read under the lock: an installment may have come to need it in the meantime.
  const locked = await sql<SavedMethod>`select ${columns} from payment_method m where m.id = ${id}
    and m.network_id = ${networkId} and m.account_id = ${accountId} and m.removed_at is null`.execute(tx);
  return locked.rows[0];
}

/** A saved card, with its id at the provider. */
export type SavedCard = SavedMethod & { savedId: string; providerAccount: ProviderAccount };

export const isSavedCard = (method: SavedMethod): method is SavedCard => method.kind === "CARD";

/** Reads a saved card by its id, of any account: for charges to it. */
export async function savedCardById(db: Database | Tx, id: string): Promise<SavedCard | undefined> {
  const found = await sql<SavedCard>`select ${columns} from payment_method m
    where m.id = ${id} and m.kind = 'CARD' and m.removed_at is null`.execute(db);
  return found.rows[0];
}

/** A card to save. */
export interface CardToSave extends Owner {
  id: string;
  savedId: string;
  providerAccount: ProviderAccount;
  fingerprint?: string | undefined;
  brand: string;
  last4: string;
  expiresOn: string;
  wanted: boolean;
  at: string;
}

/** The row of a saved card, and a provider id that is no longer needed. */
export interface SavedCardRow {
  id: string;
  spare: string | undefined;
}

/**
 * Saves a card, or finds the saved one: the same provider id, or the same card under another id (decision 078). It has
 * one row, which installments refer to, with the later expiry; a card that the customer asked to save stays saved.
 */
export async function upsertSavedCard(tx: Tx, card: CardToSave): Promise<SavedCardRow> {
  // A concurrent call saves the same card: then it is found in the next attempt.
  for (let attempt = 0; attempt < saveAttemptsMax; attempt++) {
    const known = await knownCard(tx, card);
    if (known !== undefined) return updateSavedCard(tx, card, known);
    const inserted = await sql<{
      id: string;
    }>`insert into payment_method (id, network_id, account_id, kind, saved_id, provider_account,
        fingerprint, brand, last4, expires_on, wanted, created_at)
      values (${card.id}, ${card.networkId}, ${card.accountId}, 'CARD', ${card.savedId}, ${card.providerAccount},
        ${card.fingerprint ?? null}, ${card.brand}, ${card.last4}, ${card.expiresOn}, ${card.wanted}, ${card.at})
      on conflict do nothing returning id`.execute(tx);
    if (inserted.rows.length === 1) return { id: card.id, spare: undefined };
  }
  throw new Error(`Card ${card.savedId} could not be saved: it is saved and removed concurrently`);
}
const saveAttemptsMax = 5;

interface KnownCard {
  id: string;
  savedId: string;
  expiresOn: string;
  /** Set if the provider has it under an account that was merged into this one, under which no payment page proposes it. */
  customerId: string | null;
  /** Whether another row, from before fingerprints existed, has the new provider id. */
  isTwice: boolean;
}

/** Finds and locks the row of a card; a match of the card itself comes before a match of the provider id. */
async function knownCard(tx: Tx, card: CardToSave): Promise<KnownCard | undefined> {
  const matchesCard = sql`network_id = ${card.networkId} and account_id = ${card.accountId} and removed_at is null
    and provider_account = ${card.providerAccount} and (saved_id = ${card.savedId} or fingerprint = ${card.fingerprint ?? null})`;
  await sql`select from payment_method where ${matchesCard} order by id for update`.execute(tx);
  const known = await sql<
    Omit<KnownCard, "isTwice">
  >`select id, saved_id as "savedId", expires_on as "expiresOn", customer_id as "customerId" from payment_method
    where ${matchesCard} order by (fingerprint = ${card.fingerprint ?? null}) desc nulls last, id limit 2`.execute(tx);
  const [first, second] = known.rows;
  return first && { ...first, isTwice: second !== undefined };
}

async function updateSavedCard(tx: Tx, card: CardToSave, known: KnownCard): Promise<SavedCardRow> {
  const { id, savedId, expiresOn, customerId } = known;
  const isLater = card.expiresOn > expiresOn || (customerId !== null && card.expiresOn === expiresOn);
  const isNewer = !known.isTwice && card.savedId !== savedId && isLater;
  const remaining = isNewer ? card : { savedId, expiresOn };
  // The provider has a newer id under the account itself.
  const customer = isNewer ? sql`null` : sql`customer_id`;
  await sql`update payment_method set wanted = wanted or ${card.wanted}, saved_id = ${remaining.savedId}, customer_id = ${customer},
      expires_on = ${remaining.expiresOn}, fingerprint = coalesce(fingerprint, ${card.fingerprint ?? null})
    where id = ${id}`.execute(tx);
  return { id, spare: card.savedId === savedId ? undefined : isNewer ? savedId : card.savedId };
}

/** Saves a bank account, or finds the saved one and updates its holder. Returns its id. */
export async function upsertBankAccount(
  tx: Tx,
  account: Owner & { id: string; iban: string; holder: string; at: string },
): Promise<string> {
  const upserted = await sql<{
    id: string;
  }>`insert into payment_method (id, network_id, account_id, kind, provider_account, last4, iban, holder,
      wanted, created_at)
    values (${account.id}, ${account.networkId}, ${account.accountId}, 'IBAN', null, ${account.iban.slice(-4)}, ${account.iban},
      ${account.holder}, true, ${account.at})
    on conflict (network_id, account_id, iban) where removed_at is null and iban is not null
      do update set holder = excluded.holder returning id`.execute(tx);
  return upserted.rows[0]?.id ?? account.id;
}

/** Marks a saved method as the favourite, instead of any other, or removes the mark. */
export async function bookmarkSavedMethod(
  tx: Tx,
  { networkId, accountId }: Owner,
  id: string,
  bookmarked: boolean,
): Promise<void> {
  await sql`update payment_method set bookmarked = false where network_id = ${networkId} and account_id = ${accountId}
    and bookmarked and (${bookmarked} or id = ${id})`.execute(tx);
  if (bookmarked) await sql`update payment_method set bookmarked = true where id = ${id}`.execute(tx);
}

/** Sets or clears the customer's own name for a saved method. */
export async function renameSavedMethod(tx: Tx, id: string, name: string | null): Promise<void> {
  await sql`update payment_method set nickname = ${name} where id = ${id}`.execute(tx);
}

/**
 * Removes a saved method from the list, and returns what names a card at its provider. Its row stays for the installments
 * that it paid.
 */
export async function removeSavedMethod(
  tx: Tx,
  id: string,
  at: string,
): Promise<Pick<SavedCard, "savedId" | "providerAccount"> | undefined> {
  const removed = await sql<Pick<SavedCard, "savedId" | "providerAccount">>`update payment_method
    set removed_at = ${at}, bookmarked = false where id = ${id} and removed_at is null
    returning saved_id as "savedId", provider_account as "providerAccount"`.execute(tx);
  return removed.rows.find(({ savedId }) => savedId !== null);
}

/** Whether the card was saved only for installments or a subscription, and is no longer needed. */
export async function isNoLongerNeeded(tx: Tx, id: string): Promise<boolean> {
  const found = await sql`select 1 from payment_method m where m.id = ${id} and not m.wanted and m.removed_at is null
    and not exists (select 1 from installment i where i.payment_method_id = m.id and i.status in ${outstandingStatuses})
    and not exists (select 1 from subscription s where s.payment_method_id = m.id and s.status in ${renewingStates})`.execute(
    tx,
  );
  return found.rows.length > 0;
}

/** Whether a charge with this provider id of a card is under way. Its request would be repeated verbatim. */
export async function isBeingCharged(db: Database | Tx, networkId: string, savedId: string): Promise<boolean> {
  const found = await sql`select 1 from payment where network_id = ${networkId} and kind = 'charge'
    and status in ('begun', 'open') and asked ->> 'method' = ${savedId} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Whether any account of the network has saved this card of the provider. */
export async function isStillSaved(db: Database | Tx, networkId: string, savedId: string): Promise<boolean> {
  const found = await sql`select 1 from payment_method
    where network_id = ${networkId} and saved_id = ${savedId} and removed_at is null limit 1`.execute(db);
  return found.rows.length > 0;
}

/** The registration of a card without a payment. */
export interface Registration {
  id: string;
  networkId: string;
  accountId: string;
  /** `mismatched`: the provider's answer does not match the request. */
  status: "begun" | "kept" | "ended" | "mismatched";
  asked: NewSession;
  providerAccount: ProviderAccount;
}
const registrationColumns = sql`id, network_id as "networkId", account_id as "accountId", status, asked,
  provider_account as "providerAccount"`;

export async function insertRegistration(
  tx: Tx,
  registration: Omit<Registration, "status"> & { at: string },
): Promise<void> {
  await sql`insert into card_registration (id, network_id, account_id, status, asked, provider_account,
      created_at)
    values (${registration.id}, ${registration.networkId}, ${registration.accountId}, 'begun',
      ${JSON.stringify(registration.asked)}, ${registration.providerAccount}, ${registration.at})`.execute(tx);
}

export async function readRegistration(db: Database | Tx, id: string): Promise<Registration | undefined> {
  const found =
    await sql<Registration>`select ${registrationColumns} from card_registration where id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** Lists the open registrations of an account, newest first. */
export async function openRegistrations(
  db: Database,
  { networkId, accountId }: Owner,
  limit: number,
): Promise<Registration[]> {
  const found = await sql<Registration>`select ${registrationColumns} from card_registration
    where network_id = ${networkId} and account_id = ${accountId} and status = 'begun'
    order by created_at desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Ends a registration once; returns whether it was open. */
export async function endRegistration(
  tx: Tx,
  id: string,
  status: Exclude<Registration["status"], "begun">,
): Promise<boolean> {
  const ended = await sql`update card_registration set status = ${status} where id = ${id} and status = 'begun'
    returning id`.execute(tx);
  return ended.rows.length === 1;
}
