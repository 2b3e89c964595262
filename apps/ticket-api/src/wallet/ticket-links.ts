import { ticketStateAt } from "@guichet/rules/punching.ts";
import { isUsable } from "@guichet/rules/wallet.ts";
import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { linkHolds, signLink } from "../link-signature.ts";
import { ticketDocument } from "./ticket-documents.ts";
import { readTicket, type TicketRow } from "./ticket-store.ts";

/** The lifetime in days of a link to a ticket without an end date. */
const unboundedDays = 400;

/** The signed text of a link; its prefix separates it from other signatures. */
const signedText = (ticketId: string, until: string): string => `guichet-ticket-link:${ticketId}:${until}`;

/** A link for guests to one ticket's PDF; it expires with the ticket. */
export function ticketLink(
  deps: Dependencies,
  ticket: Pick<TicketRow, "id" | "validUntil" | "useBefore" | "issuedAt">,
): string {
  const unbounded = new Date(Date.parse(ticket.issuedAt) + unboundedDays * 86_400_000).toISOString();
  const until = ticket.validUntil ?? ticket.useBefore ?? unbounded;
  const signature = signLink(deps, signedText(ticket.id, until));
  const link = new URL(`/files/tickets/${ticket.id}.pdf`, deps.config.publicUrl);
  link.searchParams.set("until", until);
  link.searchParams.set("signature", signature);
  return link.href;
}

/** Serves ticket PDFs by link: 403 if forged, 410 if expired or the ticket is not usable. */
export function registerTicketLinks(server: FastifyInstance, deps: Dependencies): void {
  server.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    "/files/tickets/:file",
    async (request, reply) => {
      const ticketId = request.params.file.replace(/\.pdf$/, "");
      const { until, signature } = request.query;
      reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
      if (typeof until !== "string" || typeof signature !== "string" || !isUuid(ticketId))
        return reply.code(403).send();
      if (!linkHolds(deps, signedText(ticketId, until), signature)) return reply.code(403).send();
      const ticket = deps.clock.iso() < until ? await readTicket(deps.db, ticketId) : undefined;
      if (ticket === undefined || ticket.code === null || !isUsable(ticketStateAt(ticket, deps.clock.iso())))
        return reply.code(410).send();
      const pdf = await ticketDocument(deps, ticket, ticket.language);
      return reply.type("application/pdf").send(Buffer.from(pdf));
    },
  );
}
