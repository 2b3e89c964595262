import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { type Visit, visitOf } from "../request-context/request-context.ts";
import { offlineWallet } from "./offline-wallet.server.ts";

/** What the wallet answers beside its screen: a ticket on paper, what an employer is told of it, and the page for where there is no network. */
export function loader({ context, request, params }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  if (params.file === "offline") return offlineWallet(visit);
  if (params.file === "ticket.pdf") return paper(visit, request.url, "ticketPdf");
  if (params.file === "attestation.pdf") return paper(visit, request.url, "contractAttestation");
  throw new Response(null, { status: 404 });
}

function paper(visit: Visit, url: string, call: "ticketPdf" | "contractAttestation") {
  const ticketId = idIn(url, "ticket");
  return answerFile(visit, href("wallet", undefined, { ticket: ticketId }), () => visit.file(call, { ticketId }));
}
