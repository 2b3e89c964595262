import { type Campaign, CampaignState } from "@guichet/contract/office/compensations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { CampaignStamp } from "./campaign-stamp.tsx";

const statusIn = (query: URLSearchParams) => CampaignState.safeParse(query.get("status")).data;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const status = statusIn(query);
  const cursor = query.get("after") ?? undefined;
  const values = { ...(status === undefined ? {} : { status }), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listCampaigns", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Compensation campaigns, the newest first. */
export default function Campaigns() {
  const t = useT();
  const { id } = useNetwork();
  const mayManage = useMay()("campaigns.manage");
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("campaigns.title"),
        text: t("campaigns.text"),
        none: t("campaigns.none"),
        more: t("campaigns.more"),
      }}
      filter={
        <>
          {mayManage && (
            <div className="row">
              <LinkButton variant="main" href={href("newCampaign", { network: id })}>
                {t("campaigns.new")}
              </LinkButton>
            </div>
          )}
          <Filter />
        </>
      }
      href={href("campaigns", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <CampaignTable items={items} />}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const status = statusIn(query) ?? "";
  return (
    <Form className="search" key={status}>
      <Select
        label={t("campaigns.status")}
        name="status"
        defaultValue={status}
        options={[
          { value: "", label: t("campaigns.status.all") },
          ...CampaignState.options.map((one) => ({ value: one, label: t(`campaigns.status.${one}`) })),
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("campaigns.filter")}</Button>
    </Form>
  );
}

function CampaignTable({ items }: { items: readonly Campaign[] }) {
  const t = useT();
  return (
    <TableFrame label={t("campaigns.title")}>
      <thead>
        <tr>
          <th scope="col">{t("campaigns.name")}</th>
          <th scope="col">{t("campaigns.days")}</th>
          <th scope="col">{t("campaigns.given")}</th>
          <th scope="col" className="money">
            {t("campaigns.total")}
          </th>
          <th scope="col">{t("campaigns.status")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((campaign) => (
          <CampaignRow key={campaign.campaignId} campaign={campaign} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { campaignId, name, from, to, status, totals, draftedBy, draftedAt } = campaign;
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("campaign", { network: network.id, id: campaignId })}>
          <bdi>{name}</bdi>
        </TextLink>
        <span className="fine act-note">
          <Joined parts={[formats.shortInstant(draftedAt), draftedBy ?? "–"]} />
        </span>
      </th>
      <td>{from === to ? formats.shortDay(from) : `${formats.shortDay(from)} – ${formats.shortDay(to)}`}</td>
      <td>
        {totals === null
          ? "–"
          : t("campaigns.given.of", {
              paid: formats.number(totals.paid),
              count: totals.entitled,
              all: formats.number(totals.entitled),
            })}
        {totals !== null && totals.failed > 0 && (
          <span className="fine act-note">{t("campaigns.failed.count", { count: totals.failed })}</span>
        )}
      </td>
      <td className="money">{totals === null ? "–" : formats.money(totals.amount)}</td>
      <td>
        <CampaignStamp status={status} />
      </td>
    </tr>
  );
}
