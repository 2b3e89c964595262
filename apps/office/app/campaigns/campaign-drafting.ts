import type { Campaign } from "@guichet/contract/office/compensations.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import type { RequestContext } from "../shell/request-context.ts";
import { type DraftField, draftFields, draftOf, type TypedCampaign, typedAgain, typedIn } from "./campaign-draft.ts";

/** What a campaign can be drafted for; a refusal ends the page. */
export async function choicesOf(ctx: RequestContext, network: string) {
  const outcome = await ctx.call("getCampaignChoices", {}, network);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** A campaign as it is typed in the language of the office. */
export const typedFrom = (campaign: Campaign, language: string): TypedCampaign =>
  typedAgain(campaign, (amount, currency) => writtenAmount(amount, currency, language));

/** An amount as it is typed, without its currency: `12,50`. */
function writtenAmount(amount: number, currency: string, language: string): string {
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, useGrouping: false });
  return format.format(amount / 10 ** digits);
}

/** The form as it was typed, and the values of the call or why they are none. */
export async function draftIn(ctx: RequestContext, network: string, form: FormData) {
  const choices = await ctx.call("getCampaignChoices", {}, network);
  const languages = choices.ok ? choices.value.languages : form.getAll("language").map(String);
  const typed = typedIn(form, languages);
  return { typed, draft: choices.ok ? draftOf(typed, choices.value) : choices };
}

/** The field that a refusal is about. */
export const draftFieldIn = (details: { field?: unknown } | undefined): DraftField | null =>
  draftFields.find((one) => one === details?.field) ?? null;
