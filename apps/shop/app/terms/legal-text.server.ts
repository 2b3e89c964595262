import { data } from "react-router";
import type { RequestContext } from "../request-context/request-context.ts";
import { formatted } from "../texts/formatted.server.ts";

export type LegalCall = "getLegalNotice" | "getTermsOfUse" | "getPrivacyPolicy";

/** Loads a legal text of the network from the Terms calls (§7), ready to show. */
export async function loadLegalText(ctx: RequestContext, call: LegalCall) {
  const outcome = await ctx.call(call, {}, { previewed: true });
  if (!outcome.ok) throw data(null, { status: 404 });
  const { title, markdown, language, updatedOn } = outcome.value;
  return { title, html: formatted(markdown), language, updatedOn };
}
