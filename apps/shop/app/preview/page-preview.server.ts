import { allWords } from "@guichet/web/catalogues.ts";
import type { PagePreview } from "../page/shown-preview.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { translateWith } from "../texts/texts.tsx";

/** The open preview for the page; null: none. */
export async function pagePreview(ctx: RequestContext): Promise<PagePreview | null> {
  const preview = await ctx.preview();
  if (preview?.name === undefined) return preview;
  return { ...preview, notSold: translateWith(await allWords(ctx.language))("preview.not-sold-here") };
}
