import { Notice } from "@guichet/ui/notice.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { choicesOf, draftFieldIn, draftIn, typedFrom } from "./campaign-drafting.ts";
import { CampaignFacts } from "./campaign-facts.tsx";
import { CampaignForm, useWrongField } from "./campaign-form.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const campaignId = params.id ?? "";
  const [found, choices] = await Promise.all([
    ctx.call("getCampaign", { campaignId }, network.id),
    choicesOf(ctx, network.id),
  ]);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { campaign } = found.value;
  if (campaign.status !== "draft") throw redirect(href("campaign", { network: network.id, id: campaignId }));
  return { campaign, choices, typed: typedFrom(campaign, ctx.language) };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const campaignId = params.id ?? "";
  const form = await request.formData();
  const version = `${form.get("version") ?? ""}`;
  const { typed, draft } = await draftIn(ctx, network.id, form);
  const outcome = draft.ok
    ? await ctx.call("changeCampaignDraft", { campaignId, version: Number(version), ...draft.value }, network.id)
    : draft;
  if (!outcome.ok) {
    // What a colleague made of it is shown, and then the form is for that version.
    const isChanged = outcome.details?.reason === "changed";
    const current = isChanged ? await ctx.call("getCampaign", { campaignId }, network.id) : undefined;
    const changed = current?.ok ? current.value.campaign : null;
    return refused(outcome.code, { field: draftFieldIn(outcome.details), typed, version, changed });
  }
  return redirect(`${href("campaign", { network: network.id, id: campaignId })}?done=drafted`, { status: 303 });
}

/** The values of a draft, which can be changed until the campaign starts. */
export default function CampaignDraft() {
  const t = useT();
  const network = useNetwork();
  const mayManage = useMay()("campaigns.manage");
  const { campaign, choices, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useWrongField(answer);
  const changed = answer?.changed ?? null;
  const version = changed?.version ?? answer?.version ?? campaign.version;
  const refusal = changed === null ? answer?.code && refusalText(t, answer.code) : t("campaigns.changed");
  return (
    <OfficePage
      title={t("campaigns.change-draft")}
      text={t("campaigns.new.text")}
      back={{ href: href("campaign", { network: network.id, id: campaign.campaignId }), label: campaign.name }}
      refused={wrong?.text ?? refusal}
    >
      {changed !== null && (
        <section>
          <h2>{t("campaigns.changed.now", { name: changed.name })}</h2>
          <CampaignFacts campaign={changed} choices={choices} />
        </section>
      )}
      {mayManage || answer !== undefined ? (
        <CampaignForm
          key={version}
          choices={choices}
          typed={answer?.typed ?? typed}
          hidden={{ version: `${version}` }}
          wrong={wrong}
        />
      ) : (
        <Notice>{t("shell.read-only")}</Notice>
      )}
    </OfficePage>
  );
}
