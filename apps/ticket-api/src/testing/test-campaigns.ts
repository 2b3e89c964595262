import { languages } from "@guichet/contract/locales.ts";
import type { Campaign } from "@guichet/contract/office/compensations.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { testArticle } from "./test-pack.ts";
import type { Shop } from "./test-purchase.ts";

/** Passes of 30 days from the purchase, one for each test: a campaign entitles everybody's of an article. */
export const passes = (count: number, price = 6000) =>
  Array.from({ length: count }, (_, index) =>
    testArticle({
      id: `pass-${index + 1}`,
      price,
      validity: { from: "purchase", duration: "P30D" },
      refund: { basis: "unused" },
    }),
  );

type Named = Pick<Campaign, "campaignId">;
export const euros = (amount: number) => ({ amount, currency: "EUR" });
export const reasons = languages.map((language) => ({ language, text: `The strike, in ${language}` }));
export const todayOf = (shop: Shop): string => dayIn(shop.api.clock.iso(), "Europe/Paris");

/** Moves the validity of an order's tickets into the past by days. */
export async function shiftTickets(shop: Shop, orderId: string, days: number): Promise<void> {
  await sql`update ticket set valid_from = valid_from - make_interval(days => ${days}), valid_until = valid_until - make_interval(days => ${days})
    where order_id = ${orderId}`.execute(shop.api.deps.db);
}

/** Drafts a campaign for today, 2.00 a day; `more` changes its values. */
export async function drafted(
  shop: Shop,
  staff: { token: string },
  article: string,
  more: Record<string, unknown> = {},
): Promise<Campaign> {
  const today = todayOf(shop);
  const request = { name: "Strike", reasons, from: today, to: today, articles: [article], ...more };
  const amount = more.percent === undefined ? { kind: "per-day" as const, amount: euros(200) } : {};
  const asking = { token: staff.token, idempotencyKey: crypto.randomUUID() };
  const { body } = await shop.api.call("draftCampaign", { ...amount, ...request } as never, asking);
  if (body.error !== undefined) throw new Error(`not drafted: ${JSON.stringify(body.error)}`);
  return body.campaign;
}

/** Starts a drafted campaign with the total of its preview. */
export async function started(shop: Shop, staff: { token: string }, { campaignId }: Campaign): Promise<Campaign> {
  const preview = (await shop.api.call("previewCampaign", { campaignId }, { token: staff.token })).body;
  const asked = { campaignId, total: preview.total, reason: "As decided by the board" };
  const { body } = await shop.api.call("startCampaign", asked, { token: staff.token });
  if (body.error !== undefined) throw new Error(`not started: ${JSON.stringify(body.error)}`);
  return body.campaign;
}

export const campaignNow = async (shop: Shop, staff: { token: string }, { campaignId }: Named): Promise<Campaign> =>
  (await shop.api.call("getCampaign", { campaignId }, { token: staff.token })).body.campaign;

export const compensationsNow = async (shop: Shop, staff: { token: string }, { campaignId }: Named) =>
  (await shop.api.call("listCompensations", { campaignId }, { token: staff.token })).body.items;

/** The e-mails of compensations of an order, as their values. */
export async function compensationEmails(shop: Shop, orderId: string) {
  const found = await sql<{ contents: Record<string, unknown>; language: string }>`select contents, language from mail
    where template = 'compensation-made' and contents ->> 'orderId' = ${orderId} order by created_at`.execute(
    shop.api.deps.db,
  );
  return found.rows.map(({ contents, language }): Record<string, unknown> => ({ ...contents, language }));
}
