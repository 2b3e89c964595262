import { type ActionFunctionArgs, data } from "react-router";
import { visitOf } from "../shell/visit.ts";
import { sendDocument } from "./upload.server.ts";

/** Takes a document from a page with script, which shows how far it is; forms without go to the page itself. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  if (!visit.session.open) return data({ ok: false, code: "USER_NOT_CONNECTED" } as const, { status: 401 });
  const sent = await sendDocument(visit, await request.formData());
  return data(sent, { status: sent.ok ? 200 : 422 });
}
