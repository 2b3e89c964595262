import type { FileAnswer, LargeFileAnswer } from "@guichet/client/ticket-api.ts";
import { type ErrorCode, refusalStatus } from "@guichet/contract/error-codes.ts";
import type { Result } from "@guichet/contract/result.ts";

/** Answers a file of the Ticket API, shown by the browser and run by nothing; a refused one is an error page with the status of its refusal. */
export function fileResponse(outcome: Result<FileAnswer>, contentDisposition = "inline"): Response {
  const { bytes, mediaType } = answered(outcome);
  return new Response(Buffer.from(bytes), { headers: fileHeaders(mediaType, contentDisposition) });
}

/** The header by which a response is passed on as it arrives: neither this server nor a proxy before it collects the body first. */
export const passedOn = { "x-accel-buffering": "no" };

/** Answers a large file as it arrives, to be saved. */
export function largeFileResponse(outcome: Result<LargeFileAnswer>): Response {
  const { body, mediaType, filename } = answered(outcome);
  const headers = { ...fileHeaders(mediaType, `attachment; filename="${filename}"`), ...passedOn };
  return new Response(body, { headers });
}

function answered<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw refusedFile(outcome.code);
  return outcome.value;
}

/** To throw where a file is refused: the server shows the error page with this status. */
export const refusedFile = (code: ErrorCode): Response => new Response(null, { status: refusalStatus(code) });

const fileHeaders = (mediaType: string, contentDisposition: string) => ({
  "content-type": mediaType,
  "content-disposition": contentDisposition,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
});
