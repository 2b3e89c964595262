import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { offlineWallet } from "./offline-wallet.server.ts";

/** Serves the wallet's files: a ticket as PDF, an attestation for an employer, and the offline page. */
export function loader({ context, request, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (params.file === "offline") return offlineWallet(ctx);
  if (params.file === "ticket.pdf") return attestation(ctx, request.url, "ticketPdf");
  if (params.file === "attestation.pdf") return attestation(ctx, request.url, "contractAttestation");
  throw new Response(null, { status: 404 });
}

function attestation(ctx: RequestContext, url: string, call: "ticketPdf" | "contractAttestation") {
  const ticketId = idIn(url, "ticket");
  return answerFile(ctx, href("wallet", undefined, { ticket: ticketId }), () => ctx.file(call, { ticketId }));
}
