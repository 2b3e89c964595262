import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../shell/account-file.server.ts";
import { visitOf } from "../shell/visit.ts";

/** A ticket on paper. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const ticketId = idIn(request.url, "ticket");
  return answerFile(visit, href("wallet", undefined, { ticket: ticketId }), () =>
    visit.file("ticketPdf", { ticketId }),
  );
}
