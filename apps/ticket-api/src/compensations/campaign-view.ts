import { languages } from "@guichet/contract/languages.ts";
import type { Campaign, Compensation } from "@guichet/contract/office/compensations.ts";
import type { Database } from "../database/database.ts";
import { type ListedCampaign, listCampaigns } from "./campaign-store.ts";
import type { listCompensations } from "./compensation-store.ts";

/** A campaign as the office shows it. */
export function campaignView(listed: ListedCampaign): Campaign {
  const { id: campaignId, reasons, amount, currency, startedAt } = listed;
  const money = (minor: number) => ({ amount: minor, currency });
  const { name, status, version, from, to, articles, categories } = listed;
  const { lines, zones, kind, percent, voucherUntil, unpayable } = listed;
  const { draftedBy, draftedAt, startedBy, decidedBy, entitled, total, refunded, vouchers } = listed;
  const { pending, paid, failed, skipped, cancelled } = listed;
  const counts = { entitled, pending, paid, failed, skipped, cancelled };
  return {
    ...{ campaignId, name, status, version, from, to, articles, categories },
    ...{ lines, zones, kind, percent, voucherUntil, unpayable },
    ...{ draftedBy, draftedAt, startedBy, startedAt, decidedBy },
    reasons: languages.flatMap((language) => {
      const text = reasons[language];
      return text === undefined ? [] : [{ language, text }];
    }),
    amount: amount === null ? null : money(amount),
    totals:
      startedAt === null
        ? null
        : { ...counts, amount: money(total), refunded: money(refunded), vouchers: money(vouchers) },
  };
}

/** Reads a campaign that exists. */
export async function readCampaignView(db: Database, networkId: string, id: string): Promise<Campaign> {
  const [found] = await listCampaigns(db, { networkId, id, limit: 1 });
  if (found === undefined) throw new Error(`Campaign ${id} does not exist`);
  return campaignView(found);
}

/** The compensation of one ticket as the office shows it. */
export function compensationView({
  id: compensationId,
  currency,
  amount,
  refundedAmount,
  voucherAmount,
  ...compensation
}: Awaited<ReturnType<typeof listCompensations>>[number]): Compensation {
  const money = (minor: number) => ({ amount: minor, currency });
  return {
    compensationId,
    ...compensation,
    amount: money(amount),
    refunded: money(refundedAmount),
    voucher: money(voucherAmount),
  };
}
