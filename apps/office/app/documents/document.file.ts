import type { LoaderFunctionArgs } from "react-router";
import { refusedFile } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** Serves a file of a submission, fetched by its expiring link, so that the browser stays on the office's host. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("officeSubmission", { submissionId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw refusedFile(outcome.code);
  const found = outcome.value.submission.documents.find(({ documentId }) => documentId === params.file);
  const file = found && found.fileUrl !== null ? await ctx.linkedFile(found.fileUrl) : undefined;
  if (file === undefined) throw new Response(null, { status: 404 });
  const headers = {
    "content-type": file.mediaType,
    "content-disposition": "inline",
    // Customer files must not run anything, and are shown only inside the office.
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
  };
  return new Response(Buffer.from(file.bytes), { headers });
}
