import type { Texts } from "@guichet/contract/locales.ts";
import type { CampaignState, CompensationKind, UnpayableRule } from "@guichet/contract/office/compensations.ts";
import { type CampaignTransition, campaignMachine } from "@guichet/rules/compensations/compensation-states.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A compensation campaign. Days in the time zone of the network, amounts in minor units. */
export interface CampaignRow {
  id: string;
  networkId: string;
  status: CampaignState;
  /** Counts the changes of the draft. */
  version: number;
  name: string;
  reasons: Texts;
  from: string;
  to: string;
  articles: string[];
  categories: string[];
  lines: string[];
  zones: string[];
  kind: CompensationKind;
  /** null: a share of the price paid. */
  amount: number | null;
  percent: number | null;
  currency: string;
  voucherUntil: string | null;
  unpayable: UnpayableRule;
  draftedBy: string;
  draftedAt: string;
  startedBy: string | null;
  startedAt: string | null;
  decidedBy: string | null;
}

type NewCampaign = Omit<CampaignRow, "status" | "version" | "startedBy" | "startedAt" | "decidedBy"> & {
  status: BirthState<typeof campaignMachine>;
};

const columns = sql`c.id, c.network_id as "networkId", c.status, c.version, c.name, c.reasons, c.from_day as "from", c.to_day as "to",
  c.articles, c.categories, c.lines, c.zones, c.kind, c.amount, c.percent, c.currency, c.voucher_until as "voucherUntil",
  c.unpayable, c.drafted_by as "draftedBy", c.drafted_at as "draftedAt", c.started_by as "startedBy",
  c.started_at as "startedAt", c.decided_by as "decidedBy"`;

export async function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<void> {
  await sql`insert into compensation_campaign (id, network_id, status, name, reasons, from_day, to_day, articles, categories,
      lines, zones, kind, amount, percent, currency, voucher_until, unpayable, drafted_by, drafted_at)
    values (${campaign.id}, ${campaign.networkId}, ${campaign.status}, ${campaign.name}, ${JSON.stringify(campaign.reasons)},
      ${campaign.from}, ${campaign.to}, ${campaign.articles}, ${campaign.categories}, ${campaign.lines}, ${campaign.zones},
      ${campaign.kind}, ${campaign.amount}, ${campaign.percent}, ${campaign.currency}, ${campaign.voucherUntil},
      ${campaign.unpayable}, ${campaign.draftedBy}, ${campaign.draftedAt})`.execute(tx);
}

/** The values of a draft that the staff choose. */
export type CampaignDraft = Pick<
  CampaignRow,
  | "name"
  | "reasons"
  | "from"
  | "to"
  | "articles"
  | "categories"
  | "lines"
  | "zones"
  | "kind"
  | "amount"
  | "percent"
  | "currency"
  | "voucherUntil"
  | "unpayable"
>;

/** Replaces the values of a campaign that is still a draft of this version; returns whether it was. */
export async function updateDraft(tx: Tx, id: string, version: number, draft: CampaignDraft): Promise<boolean> {
  const updated = await sql`update compensation_campaign set version = version + 1, name = ${draft.name},
      reasons = ${JSON.stringify(draft.reasons)}, from_day = ${draft.from}, to_day = ${draft.to}, articles = ${draft.articles},
      categories = ${draft.categories}, lines = ${draft.lines}, zones = ${draft.zones}, kind = ${draft.kind},
      amount = ${draft.amount}, percent = ${draft.percent}, currency = ${draft.currency},
      voucher_until = ${draft.voucherUntil}, unpayable = ${draft.unpayable}
    where id = ${id} and status = 'draft' and version = ${version} returning id`.execute(tx);
  return updated.rows.length === 1;
}

/**
 * Reads a campaign of a network. `update` locks it against every other transaction; `share` holds its state, so that
 * several servers can pay while nobody pauses it.
 */
export async function readCampaign(
  db: Database | Tx,
  networkId: string,
  id: string,
  lock?: "update" | "share",
): Promise<CampaignRow | undefined> {
  const locking = lock === undefined ? sql`` : lock === "update" ? sql`for update` : sql`for share`;
  const found = await sql<CampaignRow>`select ${columns} from compensation_campaign c
    where c.network_id = ${networkId} and c.id = ${id} ${locking}`.execute(db);
  return found.rows[0];
}

/** Locks the start of campaigns of a network until the transaction ends: each counts what earlier ones give for a ticket. */
export async function lockCampaignStarts(tx: Tx, networkId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('compensation-campaign'), hashtext(${networkId}))`.execute(tx);
}

/**
 * Moves a campaign by a transition of its state machine, if `only` holds. `by` is who starts it, or the second person.
 * Returns whether it moved: of two concurrent calls, one succeeds.
 */
export async function moveCampaign(
  tx: Tx | Database,
  id: string,
  transition: CampaignTransition,
  by: { startedBy?: string; decidedBy?: string; at: string },
  only: RawBuilder<unknown> = sql`true`,
): Promise<boolean> {
  const { from, to } = transitionOf<CampaignState, CampaignTransition>(campaignMachine, transition);
  const { startedBy = null, decidedBy = null, at } = by;
  const moved = await sql`update compensation_campaign c set status = ${to},
      started_by = coalesce(${startedBy}::uuid, started_by),
      started_at = case when ${startedBy}::uuid is null then started_at else ${at}::timestamptz end,
      decided_by = coalesce(${decidedBy}::uuid, decided_by),
      decided_at = case when ${decidedBy}::uuid is null then decided_at else ${at}::timestamptz end
    where c.id = ${id} and c.status = any(${from}) and ${only} returning c.id`.execute(tx);
  return moved.rows.length === 1;
}

/**
 * Finishes a running campaign of which nothing is pending any more; returns whether it did. Its row is locked first: what
 * a retry makes pending at the same moment is seen.
 */
export const finishCampaign = (db: Database, id: string, at: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`select from compensation_campaign where id = ${id} for update`.execute(tx);
    const isNothingPending = sql`not exists (select from compensation p where p.campaign_id = c.id and p.status = 'pending')`;
    return moveCampaign(tx, id, "finish", { at }, isNothingPending);
  });

interface Sums {
  entitled: number;
  total: number;
  pending: number;
  paid: number;
  failed: number;
  skipped: number;
  cancelled: number;
  refunded: number;
  vouchers: number;
}

/** A campaign with the names of the staff and what it has given, in minor units. */
export type ListedCampaign = Omit<CampaignRow, "draftedBy" | "startedBy" | "decidedBy"> & {
  draftedBy: string | null;
  startedBy: string | null;
  decidedBy: string | null;
} & Sums;

/** Lists one page of the campaigns of a network, the newest first; `before` is a campaign's id. */
export async function listCampaigns(
  db: Database | Tx,
  filter: {
    networkId: string;
    id?: string | undefined;
    status?: CampaignState | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<ListedCampaign[]> {
  const found = await sql<ListedCampaign>`select ${columns}, drafted.name as "draftedBy", started.name as "startedBy",
      decided.name as "decidedBy", sums.*
    from compensation_campaign c left join staff drafted on drafted.id = c.drafted_by
      left join staff started on started.id = c.started_by left join staff decided on decided.id = c.decided_by
      cross join lateral (select count(*) as entitled, coalesce(sum(p.amount), 0) as total,
        count(*) filter (where p.status = 'pending') as pending, count(*) filter (where p.status = 'paid') as paid,
        count(*) filter (where p.status = 'failed') as failed, count(*) filter (where p.status = 'skipped') as skipped,
        count(*) filter (where p.status = 'cancelled') as cancelled, coalesce(sum(p.refunded_amount), 0) as refunded,
        coalesce(sum(p.voucher_amount), 0) as vouchers from compensation p where p.campaign_id = c.id) sums
    where c.network_id = ${filter.networkId}
      and (${filter.id ?? null}::uuid is null or c.id = ${filter.id ?? null}::uuid)
      and (${filter.status ?? null}::text is null or c.status = ${filter.status ?? null})
      and (${filter.before ?? null}::uuid is null or (c.drafted_at, c.id)
        < (select drafted_at, id from compensation_campaign where id = ${filter.before ?? null}::uuid))
    order by c.drafted_at desc, c.id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}

/** Articles and categories among these that the network has never had, on sale or withdrawn. */
export async function unknownChoices(
  db: Database,
  networkId: string,
  { articles, categories }: Pick<CampaignRow, "articles" | "categories">,
): Promise<{ articles: string[]; categories: string[] }> {
  const found = await sql<{ articles: string[]; categories: string[] }>`select
    array(select unnest(${articles}::text[]) except select id from article where network_id = ${networkId}) as articles,
    array(select unnest(${categories}::text[]) except select id from category where network_id = ${networkId}) as categories`.execute(
    db,
  );
  return found.rows[0] ?? { articles: [], categories: [] };
}
