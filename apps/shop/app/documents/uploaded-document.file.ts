import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { sendDocument } from "./upload.server.ts";

/** Serves an uploaded document from its link; the browser never learns the Ticket API's address. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const documentId = idIn(request.url, "document");
  return answerFile(ctx, href("documents"), async () => {
    const link = await ctx.call("fileDownloadUrl", { documentId });
    if (!link.ok) return link;
    const file = await ctx.linkedFile(link.value.url);
    return file === undefined ? { ok: false, code: "NOT_FOUND" } : { ok: true, value: file };
  });
}

/** Accepts an upload from a page with script, which shows progress; forms without script post to the page itself. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  if (!ctx.session.open) return data({ ok: false, code: "USER_NOT_CONNECTED" } as const, { status: 401 });
  const sent = await sendDocument(ctx, await request.formData());
  return data(sent, { status: sent.ok ? 200 : 422 });
}
