import { z } from "zod";
import { call } from "./call.ts";
import { Instant } from "./values.ts";

/** Longest token of a preview, in characters. */
const tokenMaxLength = 200;
const PreviewToken = z.string().max(tokenMaxLength);

/**
 * Field of the calls that show the catalogue (decision 187). Carts and orders do not know it: what is not published can be neither
 * quoted nor sold.
 */
export const previewable = {
  preview: PreviewToken.optional().describe(
    "Token of the preview of a catalogue draft: the answer is as if the draft were published. Such answers are not cached",
  ),
} as const;

/** Why a preview shows nothing, in the refusal's details (`reason`). `link`: its token is expired, or not of this network. */
export const PreviewEnd = z.enum(["link", "published", "discarded", "faults"]);
export type PreviewEnd = z.infer<typeof PreviewEnd>;

export const readCataloguePreview = call("catalogue-drafts", "GET", "/shop/preview", {
  summary: "Answers what a preview of a catalogue draft shows; refused with a `reason` if it shows nothing (any more).",
  session: "none",
  request: { token: PreviewToken.describe("From the link that the staff made (`previewCatalogueDraft`)") },
  answer: { name: z.string().describe("Of the draft"), expiresAt: Instant },
  refusals: ["NOT_FOUND"],
});
