import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { NewSession } from "../integrations/payment-provider.ts";
import type { Named } from "../subscription-records/subscription-name.ts";
import { running } from "../subscription-records/subscription-store.ts";
import { outstandingStatuses } from "./installment-store.ts";

/** A way to pay that the customer keeps: a card, whose number the provider has, or a bank account. */
export interface SavedMethod {
  id: string;
  networkId: string;
  accountId: string;
  kind: "CARD" | "IBAN";
  /** A card's name at the provider. */
  savedId: string | null;
  /** A bank account, and whose it is. */
  iban: string | null;
  holder: string | null;
  brand: string | null;
  last4: string;
  /** The last month in which it is good, `YYYY-MM`. */
  expiresOn: string | null;
  nickname: string | null;
  bookmarked: boolean;
  /** Orders with parts that are not paid yet and need it, until the day of the last. */
  neededBy: SavedPaymentMethod["neededBy"];
  /** Subscriptions that it pays and that still run. */
  subscriptions: ({ subscriptionId: string } & Named)[];
  /** What was signed for a bank account, newest first. */
  mandates: (Pick<
    SavedPaymentMethod["mandates"][number],
    "reference" | "signedAt" | "orderId" | "orderNumber" | "subscriptionId"
  > &
    Partial<Named>)[];
  createdAt: string;
}

/** Whose: always both, so that nobody meets a card of another account or network. */
export interface Owner {
  networkId: string;
  accountId: string;
}

const columns = sql`m.id, m.network_id as "networkId", m.account_id as "accountId", m.kind, m.saved_id as "savedId", m.iban,
  m.holder, m.brand, m.last4,
  m.expires_on as "expiresOn", m.nickname, m.bookmarked, m.created_at as "createdAt",
  coalesce((select json_agg(n order by n.until, n."orderNumber") from (
    select o.id as "orderId", o.number as "orderNumber", max(i.collected_on) as until
    from installment i join orders o on o.id = i.order_id where i.payment_method_id = m.id and i.status in ${outstandingStatuses}
    group by o.id) n), '[]') as "neededBy",
  coalesce((select json_agg(r order by r.name, r."subscriptionId") from (
    select s.id as "subscriptionId", l.name, l.article
    from subscription s join subscription_period p on p.subscription_id = s.id and p.position = 1
      join order_line l on l.order_id = p.order_id and l.kind = 'article'
    where s.payment_method_id = m.id and s.status in ${running}) r), '[]') as subscriptions,
  coalesce((select json_agg(s order by s."signedAt" desc, s.reference) from (
    select d.reference, to_char(d.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "signedAt",
      o.id as "orderId", o.number as "orderNumber", d.subscription_id as "subscriptionId", l.name, l.article
    from mandate d left join orders o on o.id = d.order_id
      left join subscription_period p on p.subscription_id = d.subscription_id and p.position = 1
      left join order_line l on l.order_id = p.order_id and l.kind = 'article'
    where d.payment_method_id = m.id and d.revoked_at is null) s), '[]') as mandates`;

/** The cards and bank accounts that an account keeps: the favourite first, then the newest. */
export async function savedMethodsOf(db: Database | Tx, { networkId, accountId }: Owner): Promise<SavedMethod[]> {
  const found = await sql<SavedMethod>`select ${columns} from payment_method m
    where m.network_id = ${networkId} and m.account_id = ${accountId} and m.removed_at is null
    order by m.bookmarked desc, m.created_at desc, m.id limit 100`.execute(db);
  return found.rows;
}

/** One kept card or account, held until the transaction ends. */
export async function lockSavedMethod(
  tx: Tx,
  { networkId, accountId }: Owner,
  id: string,
): Promise<SavedMethod | undefined> {
  await sql`select from payment_method where id = ${id} for update`.execute(tx);
  // Read once it is held: a part may have come to need it meanwhile.
  const held = await sql<SavedMethod>`select ${columns} from payment_method m where m.id = ${id}
    and m.network_id = ${networkId} and m.account_id = ${accountId} and m.removed_at is null`.execute(tx);
  return held.rows[0];
}

/** A kept card: the provider knows it by its name. */
export type SavedCard = SavedMethod & { savedId: string };

/** One kept card by its id, whoever's: for what is charged to it. */
export async function savedCardById(db: Database | Tx, id: string): Promise<SavedCard | undefined> {
  const found = await sql<SavedCard>`select ${columns} from payment_method m
    where m.id = ${id} and m.kind = 'CARD' and m.removed_at is null`.execute(db);
  return found.rows[0];
}

/** A card to be kept. */
export interface CardToSave extends Owner {
  id: string;
  savedId: string;
  fingerprint?: string | undefined;
  brand: string;
  last4: string;
  expiresOn: string;
  wanted: boolean;
  at: string;
}

/** Which row a card has, and a name of it at the provider that nobody needs any more. */
export interface SavedCardRow {
  id: string;
  spare: string | undefined;
}

/**
 * Keeps a card, or finds that it is kept: the same name at the provider, or the same card under another (decision 078). It stands
 * once, in the row that parts already name, with the expiry that is the later; what the customer asked to keep stays so.
 */
export async function upsertSavedCard(tx: Tx, card: CardToSave): Promise<SavedCardRow> {
  // Who keeps the same card at the same instant has written it when ours is not written.
  for (let tries = 0; tries < keepTriesMax; tries++) {
    const known = await knownCard(tx, card);
    if (known !== undefined) return keepAgain(tx, card, known);
    const kept = await sql<{
      id: string;
    }>`insert into payment_method (id, network_id, account_id, kind, saved_id, fingerprint,
        brand, last4, expires_on, wanted, created_at)
      values (${card.id}, ${card.networkId}, ${card.accountId}, 'CARD', ${card.savedId}, ${card.fingerprint ?? null},
        ${card.brand}, ${card.last4}, ${card.expiresOn}, ${card.wanted}, ${card.at})
      on conflict do nothing returning id`.execute(tx);
    if (kept.rows.length === 1) return { id: card.id, spare: undefined };
  }
  throw new Error(`Card ${card.savedId} is kept and removed at once, again and again`);
}
const keepTriesMax = 5;

interface KnownCard {
  id: string;
  savedId: string;
  expiresOn: string;
  /** Another row bears the new name: from before fingerprints were told. */
  isTwice: boolean;
}

/** The row that a card has already, held; the one of the same card before one of the same name. */
async function knownCard(tx: Tx, card: CardToSave): Promise<KnownCard | undefined> {
  const isIt = sql`network_id = ${card.networkId} and account_id = ${card.accountId} and removed_at is null
    and (saved_id = ${card.savedId} or fingerprint = ${card.fingerprint ?? null})`;
  await sql`select from payment_method where ${isIt} order by id for update`.execute(tx);
  const known = await sql<
    Omit<KnownCard, "isTwice">
  >`select id, saved_id as "savedId", expires_on as "expiresOn" from payment_method
    where ${isIt} order by (fingerprint = ${card.fingerprint ?? null}) desc nulls last, id limit 2`.execute(tx);
  const [first, second] = known.rows;
  return first && { ...first, isTwice: second !== undefined };
}

async function keepAgain(tx: Tx, card: CardToSave, known: KnownCard): Promise<SavedCardRow> {
  const { id, savedId, expiresOn } = known;
  const isNewer = !known.isTwice && card.savedId !== savedId && card.expiresOn > expiresOn;
  const stays = isNewer ? card : { savedId, expiresOn };
  await sql`update payment_method set wanted = wanted or ${card.wanted}, saved_id = ${stays.savedId},
      expires_on = ${stays.expiresOn}, fingerprint = coalesce(fingerprint, ${card.fingerprint ?? null})
    where id = ${id}`.execute(tx);
  return { id, spare: card.savedId === savedId ? undefined : isNewer ? savedId : card.savedId };
}

/** Keeps a bank account, or finds that it is kept; its holder is as it was said last. Answers its id. */
export async function upsertBankAccount(
  tx: Tx,
  account: Owner & { id: string; iban: string; holder: string; at: string },
): Promise<string> {
  const kept = await sql<{
    id: string;
  }>`insert into payment_method (id, network_id, account_id, kind, last4, iban, holder,
      wanted, created_at)
    values (${account.id}, ${account.networkId}, ${account.accountId}, 'IBAN', ${account.iban.slice(-4)}, ${account.iban},
      ${account.holder}, true, ${account.at})
    on conflict (network_id, account_id, iban) where removed_at is null and iban is not null
      do update set holder = excluded.holder returning id`.execute(tx);
  return kept.rows[0]?.id ?? account.id;
}

/** Makes a card the favourite (any other is it no longer), or takes the mark away. */
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

/** Gives a way to pay the customer's own name for it, or none. */
export async function renameSavedMethod(tx: Tx, id: string, name: string | null): Promise<void> {
  await sql`update payment_method set nickname = ${name} where id = ${id}`.execute(tx);
}

/** Takes a way to pay out of the list, and answers a card's name at the provider. Its row stays for the parts that it paid. */
export async function removeSavedMethod(tx: Tx, id: string, at: string): Promise<string | undefined> {
  const removed = await sql<{ savedId: string | null }>`update payment_method set removed_at = ${at}, bookmarked = false
    where id = ${id} and removed_at is null returning saved_id as "savedId"`.execute(tx);
  return removed.rows[0]?.savedId ?? undefined;
}

/** Was the card kept only for parts or a subscription, and is nothing left that needs it? */
export async function isNoLongerNeeded(tx: Tx, id: string): Promise<boolean> {
  const found = await sql`select 1 from payment_method m where m.id = ${id} and not m.wanted and m.removed_at is null
    and not exists (select 1 from installment i where i.payment_method_id = m.id and i.status in ${outstandingStatuses})
    and not exists (select 1 from subscription s where s.payment_method_id = m.id and s.status in ${running})`.execute(
    tx,
  );
  return found.rows.length > 0;
}

/** Is money being taken now by this name of a card? What was asked of the provider is asked again to the letter. */
export async function isBeingCharged(db: Database | Tx, networkId: string, savedId: string): Promise<boolean> {
  const found = await sql`select 1 from payment where network_id = ${networkId} and kind = 'charge'
    and status in ('begun', 'open') and asked ->> 'method' = ${savedId} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Does anybody of the network keep this card of the provider now? */
export async function isStillSaved(db: Database | Tx, networkId: string, savedId: string): Promise<boolean> {
  const found = await sql`select 1 from payment_method
    where network_id = ${networkId} and saved_id = ${savedId} and removed_at is null limit 1`.execute(db);
  return found.rows.length > 0;
}

/** A card that is being kept without a payment. */
export interface Registration {
  id: string;
  networkId: string;
  accountId: string;
  /** `mismatched`: the provider's answer was not about it. */
  status: "begun" | "kept" | "ended" | "mismatched";
  asked: NewSession;
}
const registrationColumns = sql`id, network_id as "networkId", account_id as "accountId", status, asked`;

export async function insertRegistration(
  tx: Tx,
  registration: Omit<Registration, "status"> & { at: string },
): Promise<void> {
  await sql`insert into card_registration (id, network_id, account_id, status, asked, created_at)
    values (${registration.id}, ${registration.networkId}, ${registration.accountId}, 'begun',
      ${JSON.stringify(registration.asked)}, ${registration.at})`.execute(tx);
}

export async function readRegistration(db: Database | Tx, id: string): Promise<Registration | undefined> {
  const found =
    await sql<Registration>`select ${registrationColumns} from card_registration where id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** Those of an account whose end nobody knows yet, newest first. */
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

/** Ends a registration once; answers whether it was under way. */
export async function endRegistration(
  tx: Tx,
  id: string,
  status: Exclude<Registration["status"], "begun">,
): Promise<boolean> {
  const ended = await sql`update card_registration set status = ${status} where id = ${id} and status = 'begun'
    returning id`.execute(tx);
  return ended.rows.length === 1;
}
