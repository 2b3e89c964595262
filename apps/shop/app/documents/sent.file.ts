import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../shell/account-file.server.ts";
import { visitOf } from "../shell/visit.ts";

/** A document that was sent in, fetched by its link: the browser never learns the Ticket API's address. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const documentId = idIn(request.url, "document");
  return answerFile(visit, href("documents"), async () => {
    const link = await visit.call("fileDownloadUrl", { documentId });
    if (!link.ok) return link;
    const response = await visit.linked(link.value.url);
    if (!response.ok) throw new Response(null, { status: response.status === 404 ? 404 : 502 });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { ok: true, value: { bytes, mediaType: link.value.contentType } };
  });
}
