import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import type { TicketUse } from "@guichet/contract/wallet.ts";
import { planPunch } from "@guichet/rules/punching.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type VignetteRefused, validationPlaceOf } from "./read-vignette.ts";
import { ticketCodeOf, tripCodeOf } from "./ticket-code.ts";
import { ticketReaderOf } from "./ticket-reader.ts";
import { listTickets, type WalletTicket } from "./ticket-store.ts";
import { consumeUse, insertUse, usesOf } from "./ticket-use-store.ts";
import { ticketView } from "./ticket-view.ts";

/** How often a punch is retried because another device was faster: each time the ticket has one trip less. */
const attemptsMax = 20;

type PunchError = "NOT_FOUND" | "TICKET_UNUSABLE" | "TICKET_USED_UP" | VignetteRefused;

/** Punches a ticket that the session may see, once per key (§7 "punchTicket"). */
export const punchTicket: Handlers["punchTicket"] = async (ctx) => {
  const { deps, network, session, request, language } = ctx;
  if (!isUuid(request.ticketId)) return err("NOT_FOUND");
  const place = await validationPlaceOf(deps, network.id, request);
  if (!place.ok) return place;
  const punched = await runTransaction(deps.db, (tx) =>
    punch(tx, deps, network.definition.timeZone, session, { ...request, stickerId: place.value }),
  );
  if (!punched.ok) return punched;
  const { ticket, use } = punched.value;
  return ok({ ticket: ticketView(ticket, network, language, deps.clock.iso()), use });
};

async function punch(
  tx: Tx,
  deps: Dependencies,
  timeZone: string,
  session: UserSession,
  request: { ticketId: string; change?: boolean | undefined; stickerId: string | null },
): Promise<Result<{ ticket: WalletTicket; use: TicketUse }, PunchError>> {
  const readTicket = () => listTickets(tx, { ...ticketReaderOf(session), ticketId: request.ticketId, limit: 1 });
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const [ticket] = await readTicket();
    if (ticket === undefined) return err("NOT_FOUND");
    const at = deps.clock.iso();
    const planned = planPunch(ticket, ticket.article, { now: at, timeZone, change: request.change });
    if (!planned.ok)
      return planned.code === "TICKET_UNUSABLE"
        ? err(planned.code, withBlockReasons(ticket, planned.details))
        : planned;
    const { value } = planned;
    const { validFrom, validUntil, tripUntil } = value;
    const after = { ...ticket, validFrom, validUntil, useBefore: null };
    const tripCode =
      value.kind === "trip" && tripUntil !== null
        ? tripCodeOf(deps, ticket, { from: at, until: tripUntil })
        : ticket.tripCode;
    const code = ticketCodeOf(deps, after, ticket.article, timeZone);
    if (!(await consumeUse(tx, ticket, { ...value, at, code, tripCode }))) continue;
    const { networkId } = ticket;
    const punchedBy = session.travellerId;
    const use = { id: deps.ids.uuid(), networkId, ticketId: ticket.id, punchedBy, stickerId: request.stickerId };
    await insertUse(tx, use, value, at);
    const [[now], [recordedUse]] = [await readTicket(), await usesOf(tx, networkId, ticket.id, 1)];
    if (now === undefined || recordedUse === undefined) throw new Error(`Ticket ${ticket.id} does not exist`);
    return ok({ ticket: now, use: recordedUse });
  }
  throw new Error(`Ticket ${request.ticketId} changed on every attempt`);
}

/** Adds why a ticket is blocked: an inspector sends an unpaid one to the shop, a lost card to the counter. */
const withBlockReasons = ({ status, blockedFor }: WalletTicket, details: ErrorDetails | undefined): ErrorDetails =>
  status === "blocked" && details?.reason === "blocked" ? { ...details, blockedFor } : { ...details };
