import { CompensationState } from "@guichet/contract/office/compensations.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { CampaignFacts, CampaignHistory } from "./campaign-facts.tsx";
import { ChangeForms, type Refused } from "./campaign-forms.tsx";
import { CampaignPreview, type Preview, StartForm } from "./campaign-preview.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { CampaignStamp } from "./campaign-stamp.tsx";
import { changeCampaignBy } from "./change-campaign.ts";
import { CompensationsTable } from "./compensations-table.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const campaignId = params.id ?? "";
  const outcome = await ctx.call("getCampaign", { campaignId }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { status } = outcome.value.campaign;
  const [choices, preview, given] = await Promise.all([
    ctx.call("getCampaignChoices", {}, network.id),
    status === "draft" ? ctx.call("previewCampaign", { campaignId }, network.id) : null,
    status === "draft" ? null : compensationsOf(ctx, network.id, campaignId),
  ]);
  // A start in another window ends the preview: the next load shows what it led to.
  const previewed: { preview: Preview | null; tooMany: boolean } = {
    preview: preview?.ok ? preview.value : null,
    tooMany: preview?.ok === false && preview.code === "COMPENSATIONS_TOO_MANY",
  };
  return { ...outcome.value, ...previewed, given, choices: choices.ok ? choices.value : null };
}

async function compensationsOf(ctx: RequestContext, network: string, campaignId: string) {
  const query = ctx.url.searchParams;
  const status = CompensationState.safeParse(query.get("state")).data;
  const cursor = query.get("after") ?? undefined;
  const values = {
    campaignId,
    ...(status === undefined ? {} : { status }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const outcome = await ctx.call("listCompensations", values, network);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { ...outcome.value, status: status ?? null };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const campaignId = params.id ?? "";
  const changed = await changeCampaignBy(ctx, network.id, campaignId, await request.formData());
  if (changed.code !== undefined)
    return refused(changed.code, { what: changed.what, reason: changed.reason, isChanged: changed.isChanged === true });
  const query = new URLSearchParams(changed.done);
  return redirect(`${href("campaign", { network: network.id, id: campaignId })}?${query}`, { status: 303 });
}

/** One campaign: its draft with the preview and the start, or its progress with what can be changed and each compensation. */
export default function CampaignPage() {
  const t = useT();
  const network = useNetwork();
  const mayManage = useMay()("campaigns.manage");
  const { campaign, problems, mayDecide, acts, preview, tooMany, given, choices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const before: Refused = answer ?? null;
  const isDraft = campaign.status === "draft";
  return (
    <OfficePage
      title={campaign.name}
      stamp={<CampaignStamp status={campaign.status} />}
      back={{ href: href("campaigns", { network: network.id }), label: t("campaigns.back") }}
      flash={<Done />}
      refused={answer?.isChanged ? t("campaigns.changed.start") : answer?.code && refusalText(t, answer.code)}
    >
      <Split
        aside={
          <Stack>
            {preview !== null && mayManage && (
              <StartForm preview={preview} version={campaign.version} before={before} />
            )}
            {!mayManage && <Notice>{t("shell.read-only")}</Notice>}
            {mayManage && <ChangeForms campaign={campaign} mayDecide={mayDecide} before={before} />}
            <CampaignFacts campaign={campaign} choices={choices} />
          </Stack>
        }
      >
        {tooMany && <Notice tone="bad">{t("shell.refused.COMPENSATIONS_TOO_MANY")}</Notice>}
        {preview !== null && <CampaignPreview preview={preview} />}
        {campaign.totals !== null && (
          <CampaignProgress campaign={campaign} totals={campaign.totals} problems={problems} />
        )}
        {!isDraft && mayManage && (
          <div className="row">
            <LinkButton
              href={href("campaignCsv", { network: network.id, id: campaign.campaignId })}
              download
              icon={<DownloadIcon size="s" />}
            >
              {t("campaigns.download")}
            </LinkButton>
          </div>
        )}
        {given !== null && (
          <CompensationsTable campaign={campaign} {...given} nextCursor={given.nextCursor} before={before} />
        )}
      </Split>
      <CampaignHistory acts={acts} />
    </OfficePage>
  );
}

const confirmed = ["drafted", "start", "awaiting", "approve", "refuse", "pause", "resume", "end", "retry"] as const;

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const formats = useFormats();
  const [query] = useSearchParams();
  const done = confirmed.find((one) => one === query.get("done"));
  if (done === undefined) return null;
  const count = (name: string) => Number.parseInt(query.get(name) ?? "0", 10) || 0;
  return (
    <Notice tone="ok" role="status">
      {done === "retry"
        ? t("campaigns.done.retry", { count: count("retried"), retried: formats.number(count("retried")) })
        : t(`campaigns.done.${done}`)}
      {done === "retry" && count("left") > 0 && <p>{t("campaigns.done.retry.left", { count: count("left") })}</p>}
    </Notice>
  );
}
