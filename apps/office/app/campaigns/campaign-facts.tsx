import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { Campaign, getCampaignChoices } from "@guichet/contract/office/compensations.ts";
import type { AuditEntry } from "@guichet/contract/office/staff.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { type Translate, useT } from "../shell/texts.tsx";

interface CampaignFactsProps {
  campaign: Campaign;
  /** The names of articles and categories; null: unknown. */
  choices: ReceivedOf<typeof getCampaignChoices> | null;
}

/** What a campaign gives, to which tickets, and why. */
export function CampaignFacts({ campaign, choices }: CampaignFactsProps) {
  const t = useT();
  const formats = useFormats();
  const { from, to, articles, categories, lines, zones, kind, amount, percent, voucherUntil, unpayable } = campaign;
  const nameIn = (all: readonly { id: string; name: string }[] = []) => {
    const names = new Map(all.map(({ id, name }) => [id, name]));
    return (ids: readonly string[]) => formats.list(ids.map((id) => names.get(id) ?? id));
  };
  const list = (term: string, items: readonly string[], written: string) =>
    items.length === 0 ? [] : [{ term, value: <bdi>{written}</bdi> }];
  const facts = [
    { term: t("campaigns.from"), value: formats.shortDay(from) },
    { term: t("campaigns.to"), value: formats.shortDay(to) },
    ...list(t("campaigns.categories"), categories, nameIn(choices?.categories)(categories)),
    ...list(t("campaigns.articles"), articles, nameIn(choices?.articles)(articles)),
    ...list(t("campaigns.lines"), lines, formats.list(lines)),
    ...list(t("campaigns.zones"), zones, formats.list(zones)),
    { term: t("campaigns.kind"), value: t(`campaigns.kind.${kind}`) },
    ...(amount === null ? [] : [{ term: t("campaigns.each"), value: formats.money(amount) }]),
    ...(percent === null ? [] : [{ term: t("campaigns.percent"), value: formats.number(percent) }]),
    ...(kind === "voucher" ? [] : [{ term: t("campaigns.unpayable"), value: t(`campaigns.unpayable.${unpayable}`) }]),
    ...(voucherUntil === null ? [] : [{ term: t("campaigns.voucher-until"), value: formats.shortDay(voucherUntil) }]),
  ];
  return (
    <>
      <Facts facts={facts} wide />
      <section>
        <h2>{t("campaigns.part.reason")}</h2>
        <ul>
          {campaign.reasons.map(({ language, text }) => (
            <li key={language}>
              <q lang={language} dir="auto">
                {text}
              </q>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const actIds = {
  "compensation.draft": "campaigns.act.draft",
  "compensation.change-draft": "campaigns.act.change-draft",
  "compensation.start": "campaigns.act.start",
  "compensation.start-awaiting": "campaigns.act.start-awaiting",
  "compensation.approve": "campaigns.act.approve",
  "compensation.refuse": "campaigns.act.refuse",
  "compensation.pause": "campaigns.act.pause",
  "compensation.resume": "campaigns.act.resume",
  "compensation.end": "campaigns.act.end",
  "compensation.retry": "campaigns.act.retry",
} as const;

function actText(t: Translate, act: string): string {
  return Object.hasOwn(actIds, act) ? t(actIds[act as keyof typeof actIds]) : act;
}

/** What the staff did with a campaign. */
export function CampaignHistory({ acts }: { acts: readonly AuditEntry[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("campaigns.history")}</h2>
      <ol className="history">
        {acts.map(({ act, at, by, reason }) => (
          <li key={`${at} ${act}`}>
            <span>{formats.shortInstant(at)}</span>
            <span>
              <Joined parts={[actText(t, act), by ?? "–"]} />
              {reason !== null && <q className="act-note">{reason}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
