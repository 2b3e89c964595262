import { RequestMoney } from "@guichet/contract/values.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** What the forms on the page of a campaign do. */
const changes = ["start", "approve", "refuse", "pause", "resume", "end", "retry"] as const;
export type CampaignChange = (typeof changes)[number];

/** Makes the change that a form on the page of a campaign requests; returns the code of a refusal, or what is confirmed. */
export async function changeCampaignBy(ctx: RequestContext, network: string, campaignId: string, form: FormData) {
  const what = changes.find((one) => one === form.get("what"));
  const reason = `${form.get("reason") ?? ""}`.trim();
  if (what === undefined) return { code: "FIELD_INVALID" as const, what: null, reason };
  if (what === "start" && form.get("sure") === null) return { code: "FIELD_REQUIRED" as const, what, reason };
  // Only the second person's decision needs no reason.
  if (reason === "" && what !== "approve" && what !== "refuse")
    return { code: "FIELD_REQUIRED" as const, what, reason };
  const outcome = await requested(ctx, network, { what, campaignId, reason, form });
  if (outcome === undefined) return { code: "FIELD_INVALID" as const, what, reason };
  if (!outcome.ok) return { code: outcome.code, what, reason, isChanged: outcome.details?.reason === "changed" };
  const { campaign } = outcome.value;
  const counts =
    "retried" in outcome.value && "left" in outcome.value
      ? { retried: `${outcome.value.retried}`, left: `${outcome.value.left}` }
      : {};
  return { code: undefined, done: { done: campaign.status === "awaiting" ? "awaiting" : what, ...counts } };
}

interface Requested {
  what: CampaignChange;
  campaignId: string;
  reason: string;
  form: FormData;
}

function requested(ctx: RequestContext, network: string, { what, campaignId, reason, form }: Requested) {
  switch (what) {
    case "start": {
      const total = moneyIn(`${form.get("total") ?? ""}`);
      if (total === undefined) return undefined;
      const version = Number(form.get("version") ?? "");
      return ctx.call("startCampaign", { campaignId, total, version, reason }, network);
    }
    case "approve":
    case "refuse": {
      const values = { campaignId, decision: what, ...(reason === "" ? {} : { reason }) };
      return ctx.call("decideCampaign", values, network);
    }
    case "retry": {
      const compensationId = `${form.get("compensation") ?? ""}`;
      const one = compensationId === "" ? {} : { compensationId };
      return ctx.call("retryCompensations", { campaignId, reason, ...one }, network);
    }
    default:
      return ctx.call("changeCampaign", { campaignId, action: what, reason }, network);
  }
}

/** An amount in a hidden field, `1250 EUR` in minor units. */
function moneyIn(text: string) {
  const [amount, currency] = text.split(" ");
  return RequestMoney.safeParse({ amount: Number(amount), currency }).data;
}
