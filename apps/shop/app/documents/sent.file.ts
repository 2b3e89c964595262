import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { visitOf } from "../request-context/request-context.ts";
import { sendDocument } from "./upload.server.ts";

/** A document that was sent in, fetched by its link: the browser never learns the Ticket API's address. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const documentId = idIn(request.url, "document");
  return answerFile(visit, href("documents"), async () => {
    const link = await visit.call("fileDownloadUrl", { documentId });
    if (!link.ok) return link;
    const file = await visit.linkedFile(link.value.url);
    return file === undefined ? { ok: false, code: "NOT_FOUND" } : { ok: true, value: file };
  });
}

/** Takes a document from a page with script, which shows how far it is; forms without go to the page itself. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  if (!visit.session.open) return data({ ok: false, code: "USER_NOT_CONNECTED" } as const, { status: 401 });
  const sent = await sendDocument(visit, await request.formData());
  return data(sent, { status: sent.ok ? 200 : 422 });
}
