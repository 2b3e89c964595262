import { Notice } from "@guichet/ui/notice.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { emptyCampaign } from "./campaign-draft.ts";
import { choicesOf, draftFieldIn, draftIn, typedFrom } from "./campaign-drafting.ts";
import { CampaignForm, useWrongField } from "./campaign-form.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const choices = await choicesOf(ctx, network.id);
  // The same form sent twice is one draft.
  return { choices, typed: await startingPoint(ctx, network.id, choices.today), idempotencyKey: crypto.randomUUID() };
}

/** An empty form, or the values of an earlier campaign to correct. */
async function startingPoint(ctx: RequestContext, network: string, today: string) {
  const campaignId = ctx.url.searchParams.get("from");
  const earlier = campaignId === null ? undefined : await ctx.call("getCampaign", { campaignId }, network);
  if (earlier === undefined || !earlier.ok) return emptyCampaign(today);
  return typedFrom(earlier.value.campaign, ctx.language);
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const { typed, draft } = await draftIn(ctx, network.id, form);
  const outcome = draft.ok
    ? await ctx.call("draftCampaign", draft.value, network.id, { idempotencyKey: `${form.get("key") ?? ""}` })
    : draft;
  if (!outcome.ok) return refused(outcome.code, { field: draftFieldIn(outcome.details), typed });
  const { campaignId } = outcome.value.campaign;
  return redirect(`${href("campaign", { network: network.id, id: campaignId })}?done=drafted`, { status: 303 });
}

/** The draft of a campaign: which days and tickets, and how much. Nothing is paid by it. */
export default function NewCampaign() {
  const t = useT();
  const network = useNetwork();
  const mayManage = useMay()("campaigns.manage");
  const { choices, typed, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useWrongField(answer);
  return (
    <OfficePage
      title={t("campaigns.new")}
      text={t("campaigns.new.text")}
      back={{ href: href("campaigns", { network: network.id }), label: t("campaigns.back") }}
      refused={wrong?.text ?? (answer?.code && refusalText(t, answer.code))}
    >
      {mayManage || answer !== undefined ? (
        <CampaignForm choices={choices} typed={answer?.typed ?? typed} hidden={{ key: idempotencyKey }} wrong={wrong} />
      ) : (
        <Notice>{t("shell.read-only")}</Notice>
      )}
    </OfficePage>
  );
}
