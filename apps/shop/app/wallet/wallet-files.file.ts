import { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import type { LoaderFunctionArgs } from "react-router";
import { href } from "../paths.ts";
import { answerFile, idIn } from "../request-context/account-file.server.ts";
import { type RequestContext, requestContextOf, resolvedRequestOf } from "../request-context/request-context.ts";
import { offlineShop } from "./offline/offline-shop.server.tsx";
import { offlineWallet } from "./offline/offline-wallet.server.tsx";
import { addToWallet } from "./wallet-apps.server.ts";

/** Serves the wallet's files: a ticket as PDF or for the wallet app of a phone, an attestation for an employer, and the pages stored for use offline. */
export function loader({ context, request, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const { frame } = resolvedRequestOf(context);
  if (params.file === "offline") return offlineWallet(ctx, frame);
  if (params.file === "offline-shop") return offlineShop(ctx, frame);
  if (params.file === "ticket.pdf") return attestation(ctx, request.url, "ticketPdf");
  if (params.file === "attestation.pdf") return attestation(ctx, request.url, "contractAttestation");
  const wallet = params.file?.endsWith(".file") ? PassWallet.safeParse(params.file.slice(0, -5)) : undefined;
  if (wallet?.success) return addToWallet(ctx, wallet.data, idIn(request.url, "ticket"));
  throw new Response(null, { status: 404 });
}

function attestation(ctx: RequestContext, url: string, call: "ticketPdf" | "contractAttestation") {
  const ticketId = idIn(url, "ticket");
  return answerFile(ctx, href("wallet", undefined, { ticket: ticketId }), () => ctx.file(call, { ticketId }));
}
