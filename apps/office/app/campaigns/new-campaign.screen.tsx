import { currencyDigits } from "@guichet/texts/money-format.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { type DraftField, draftFields, draftOf, emptyCampaign, typedAgain, typedIn } from "./campaign-draft.ts";
import { CampaignForm } from "./campaign-form.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const choices = await choicesOf(ctx, network.id);
  // The same form sent twice is one draft.
  return { choices, typed: await startingPoint(ctx, network.id, choices.today), idempotencyKey: crypto.randomUUID() };
}

async function choicesOf(ctx: RequestContext, network: string) {
  const outcome = await ctx.call("getCampaignChoices", {}, network);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** An empty form, or the values of an earlier campaign to correct. */
async function startingPoint(ctx: RequestContext, network: string, today: string) {
  const campaignId = ctx.url.searchParams.get("from");
  const earlier = campaignId === null ? undefined : await ctx.call("getCampaign", { campaignId }, network);
  if (earlier === undefined || !earlier.ok) return emptyCampaign(today);
  return typedAgain(earlier.value.campaign, (amount, currency) => writtenAmount(amount, currency, ctx.language));
}

/** An amount as it is typed, without its currency: `12,50`. */
function writtenAmount(amount: number, currency: string, language: string): string {
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, useGrouping: false });
  return format.format(amount / 10 ** digits);
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const choices = await ctx.call("getCampaignChoices", {}, network.id);
  if (!choices.ok)
    return refused(choices.code, { field: null, typed: typedIn(form, form.getAll("language").map(String)) });
  const typed = typedIn(form, choices.value.languages);
  const draft = draftOf(typed, choices.value);
  const outcome = draft.ok
    ? await ctx.call("draftCampaign", draft.value, network.id, { idempotencyKey: `${form.get("key") ?? ""}` })
    : draft;
  if (!outcome.ok) {
    const field = draftFields.find((one) => one === outcome.details?.field) ?? null;
    return refused(outcome.code, { field: field as DraftField | null, typed });
  }
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
  const wrong =
    answer?.field == null
      ? undefined
      : t(answer.code === "FIELD_REQUIRED" ? `campaigns.missing.${answer.field}` : `campaigns.wrong.${answer.field}`);
  return (
    <OfficePage
      title={t("campaigns.new")}
      text={t("campaigns.new.text")}
      back={{ href: href("campaigns", { network: network.id }), label: t("campaigns.back") }}
      refused={wrong ?? (answer?.code && refusalText(t, answer.code))}
    >
      {mayManage || answer !== undefined ? (
        <CampaignForm
          choices={choices}
          typed={answer?.typed ?? typed}
          idempotencyKey={idempotencyKey}
          wrong={answer?.field == null || wrong === undefined ? null : { field: answer.field, text: wrong }}
        />
      ) : (
        <Notice>{t("shell.read-only")}</Notice>
      )}
    </OfficePage>
  );
}
