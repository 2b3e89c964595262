import { Language } from "@guichet/contract/locales.ts";
import type { LoaderFunctionArgs } from "react-router";
import { refusedFile } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves an e-mail with sample values as the document of the frame that shows it. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const language = Language.catch("fr").parse(ctx.url.searchParams.get("language"));
  const found = await ctx.call("showEmail", { template: params.template ?? "", language }, network.id);
  if (!found.ok) throw refusedFile(found.code);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    // The styles of an e-mail are in it; nothing of it runs, loads or leads anywhere.
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox",
    "x-content-type-options": "nosniff",
  };
  return new Response(found.value.html, { headers });
}
