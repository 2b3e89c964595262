import type { Campaign, CampaignTotals, CompensationProblem } from "@guichet/contract/office/compensations.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { ProgressBar } from "@guichet/ui/progress-bar.tsx";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { z } from "zod";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

interface CampaignProgressProps {
  campaign: Pick<Campaign, "status">;
  totals: z.infer<typeof CampaignTotals>;
  problems: readonly { problem: CompensationProblem; count: number }[];
}

/** How often the page of a running campaign reads its progress. */
const refreshMs = 5000;

/** What a started campaign has paid, what is pending, and why compensations failed. */
export function CampaignProgress({ campaign: { status }, totals, problems }: CampaignProgressProps) {
  const t = useT();
  const formats = useFormats();
  const { revalidate } = useRevalidator();
  const isMoving = status === "running" && totals.pending > 0;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => void revalidate(), refreshMs);
    return () => clearInterval(timer);
  }, [isMoving, revalidate]);
  const { entitled, amount, pending, paid, failed, skipped, cancelled, refunded, vouchers } = totals;
  const count = (term: string, value: number) => (value === 0 ? [] : [{ term, value: formats.number(value) }]);
  const facts = [
    { term: t("campaigns.total"), value: formats.money(amount) },
    { term: t("campaigns.entitled"), value: formats.number(entitled) },
    { term: t("campaigns.compensation.paid"), value: formats.number(paid) },
    { term: t("campaigns.compensation.pending"), value: formats.number(pending) },
    ...count(t("campaigns.compensation.failed"), failed),
    ...count(t("campaigns.compensation.skipped"), skipped),
    ...count(t("campaigns.compensation.cancelled"), cancelled),
    { term: t("campaigns.refunded"), value: formats.money(refunded) },
    ...(vouchers.amount === 0 ? [] : [{ term: t("campaigns.vouchers"), value: formats.money(vouchers) }]),
  ];
  return (
    <section>
      <h2>{t("campaigns.progress")}</h2>
      <ProgressBar label={t("campaigns.progress")} value={entitled - pending} max={Math.max(1, entitled)} />
      <Facts facts={facts} />
      {problems.length > 0 && (
        <Notice tone="bad" title={t("campaigns.failed.count", { count: failed })}>
          <ul>
            {problems.map(({ problem, count: number }) => (
              <li key={problem}>
                {formats.number(number)} · {t(`campaigns.problem.${problem}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}
