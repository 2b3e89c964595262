import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { ProviderPayout } from "../integrations/provider-settlement.ts";
import { bookedAt, bookedFee, dueAt } from "../payment-records/settlement-correction-store.ts";
import { hasOwnFee } from "../payment-records/settlement-store.ts";
import type { Found } from "./differences.ts";

const ofOrder = sql`o.network_id as "networkId", o.id as "orderId", o.number as "orderNumber"`;
const ofNone = sql`null::text as "networkId", null::uuid as "orderId", null::text as "orderNumber"`;
/** Entries of our payments that the ledger has. */
const entries = sql`settlement_entry e join payment p on p.id = e.payment_id and p.currency = e.currency
  join orders o on o.id = p.order_id`;
/** The account of the ledger on which the money of a payout `q` belongs. */
const sideOf = sql`case q.state when 'paid' then 'bank' when 'pending' then 'transit' when 'in-transit' then 'transit' else 'provider' end`;
/** The newest payout of each account that states what it pays. */
const latest = sql`(select provider_account, max(created_at) as at from payout where entries_at is not null group by 1)`;
/** Where a bank states movements in files, they say nothing of what was paid before the first one. */
const isReportedSince = sql`p.settled_at >= coalesce((select min(m.made_on) from reported_movement m
  where m.provider_account = p.provider_account), '-infinity')`;
/** Time until the provider states a movement of a payment, and until a payout pays what is available. */
const [entryDays, payoutDays] = [14, 3];

/** Fees and payouts: each payment is in one payout, payouts and entries agree, and the ledger has what they say (decision 155). */
export const settlementChecks = {
  "payout-sum-wrong": () => sql`select ${ofNone}, q.reference as subject,
      format('the payout is of %s %s, its %s movements add up to %s', q.amount, q.currency, count(e.reference),
        coalesce(sum(e.amount - e.fee), 0)) as found
    from payout q left join settlement_entry e
      on e.provider_account = q.provider_account and e.payout = q.reference and e.kind <> 'payout'
    where q.entries_at is not null group by q.provider_account, q.reference
    having coalesce(sum(e.amount - e.fee), 0) <> q.amount`,
  "fee-wrong": () => sql`select ${ofOrder}, coalesce(e.payout, e.reference) as subject,
      format('the provider charged %s for the %s %s, booked are %s', e.fee, e.kind, e.reference, ${bookedFee}) as found
    from ${entries} where ${hasOwnFee} and e.fee <> ${bookedFee}`,
  "payout-booked-wrong": () => sql`select ${ofOrder}, coalesce(e.payout, e.reference) as subject,
      format('%s of the %s %s should be at %s; booked are %s in transit and %s in the bank account', e.amount - e.fee, e.kind,
        e.reference, coalesce(${sideOf}, 'provider'), ${bookedAt("transit")}, ${bookedAt("bank")}) as found
    from ${entries} left join payout q on q.provider_account = e.provider_account and q.reference = e.payout
    where e.kind in ('payment', 'refund', 'dispute') and (${bookedAt("transit")} <> ${dueAt("transit")}
      or ${bookedAt("bank")} <> ${dueAt("bank")} or (e.side <> coalesce(${sideOf}, 'provider')
        and not exists (select from settlement_entry r where r.provider_account = e.provider_account and r.kind = 'payout-returned'
          and r.source = e.payout and r.payout is not null)))`,
  "payment-not-settled": () => sql`select ${ofOrder}, p.id::text as subject,
      case when e.reference is null then format('captured at %s, and the provider states no movement of it', p.settled_at)
        else format('available since %s, and not in the payouts that were made since', e.available_at) end as found
    from payment p join orders o on o.id = p.order_id join ${latest} l on l.provider_account = p.provider_account
      left join settlement_entry e on e.payment_id = p.id and e.kind = 'payment'
    where p.status in ('captured', 'refunded')
      and (e.reference is not null or ${isReportedSince})
      and ((e.reference is null and p.settled_at < l.at - ${entryDays} * interval '1 day')
        or (e.payout is null and e.available_at < l.at - ${payoutDays} * interval '1 day'))`,
  "payment-settled-twice": () => sql`select ${ofOrder}, p.id::text as subject,
      format('paid out %s times: %s', count(*), string_agg(e.reference, ', ' order by e.reference)) as found
    from ${entries} where e.kind = 'payment' group by o.id, p.id having count(*) > 1`,
};

/** A payout in our books. */
export interface BookedPayout {
  reference: string;
  state: string;
  amount: number;
  currency: string;
  hasEntries: boolean;
  readAt: string;
}

export async function bookedPayouts(tx: Tx): Promise<BookedPayout[]> {
  const found = await sql<BookedPayout>`select reference, state, amount::float8 as amount, currency,
      entries_at is not null as "hasEntries", read_at as "readAt" from payout`.execute(tx);
  return found.rows;
}

/** Compares the payouts at the providers with those in our books; what was made or read after `lateBefore` may be in progress. */
export function payoutDifferences(
  payouts: readonly { account: ProviderAccount; payout: ProviderPayout }[],
  booked: readonly BookedPayout[],
  lateBefore: string,
): Found[] {
  const byReference = new Map(booked.map((payout) => [payout.reference, payout]));
  return payouts.flatMap(({ account, payout }): Found[] => {
    const { id, state, amount, createdAt, items } = payout;
    const known = byReference.get(id);
    const differ = (kind: Found["kind"], found: string): Found[] => [
      { kind, networkId: null, orderId: null, orderNumber: null, subject: id, found },
    ];
    if (known === undefined) {
      if (createdAt >= lateBefore) return [];
      return differ("payout-not-booked", `a payout of ${amount.amount} ${amount.currency} at ${account} is ${state}`);
    }
    if (known.readAt >= lateBefore) return [];
    const isSame = known.state === state && known.amount === amount.amount && known.currency === amount.currency;
    if (!isSame) {
      const booking = `stored as ${known.state} of ${known.amount} ${known.currency}`;
      return differ("payout-differs", `${state} of ${amount.amount} ${amount.currency} at ${account}, ${booking}`);
    }
    if (items !== "listed" || known.hasEntries) return [];
    return differ("payout-differs", `${account} states what the payout pays, and it is not stored`);
  });
}
