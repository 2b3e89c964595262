import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../shell/account-file.server.ts";
import { visitOf } from "../shell/visit.ts";

/** What an employer is told of a ticket. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const ticketId = idIn(request.url, "ticket");
  const place = href("wallet", undefined, { ticket: ticketId });
  return answerFile(visit, place, () => visit.file("contractAttestation", { ticketId }));
}
