import type { FileAnswer } from "@guichet/client/ticket-api.ts";
import type { Result } from "@guichet/contract/result.ts";

/** Answers a file of the Ticket API, shown by the browser and run by nothing; a refused one is an error page. */
export function fileResponse(outcome: Result<FileAnswer>, contentDisposition = "inline"): Response {
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { bytes, mediaType } = outcome.value;
  const headers = {
    "content-type": mediaType,
    "content-disposition": contentDisposition,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
  };
  return new Response(Buffer.from(bytes), { headers });
}
