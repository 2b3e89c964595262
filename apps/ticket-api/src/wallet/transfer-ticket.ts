import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { travellerErrors } from "@guichet/rules/line-errors.ts";
import { transferObstacle } from "@guichet/rules/punching.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { ticketMachine, transferStatus } from "@guichet/rules/wallet.ts";
import { type BuyerTraveller, readBuyer } from "../cart/buyer-store.ts";
import { eligibilityFor } from "../cart/quote-cart.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext, Handlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { lockCard } from "../transport-card-records/transport-card-store.ts";
import { ticketMovedToCard } from "./card-load-store.ts";
import { newSerial } from "./issue-tickets.ts";
import { ticketCodeOf } from "./ticket-code.ts";
import { insertTickets, listTickets, markTransferred, type NewTicket, type WalletTicket } from "./ticket-store.ts";
import { loadingOf } from "./ticket-view.ts";

type TransferContext = CallContext<Calls["transferContract"]>;
type TransferError = CodeOf<Calls["transferContract"]> | "FIELD_REQUIRED" | "FIELD_INVALID";

class CardNotLoaded extends Error {}

/**
 * Transfers a ticket to another traveller of the account or to a card, once and before its first use (§7
 * "transferContract").
 */
export const transferContract: Handlers["transferContract"] = async (ctx) => {
  const { mediaId, ticketId } = ctx.request;
  if (!isUuid(ticketId)) return err("NOT_FOUND");
  try {
    return await runTransaction(ctx.deps.db, async (tx) => {
      const earlierTransfer = mediaId === undefined ? undefined : await earlierTransferToCard(tx, ctx, mediaId);
      if (earlierTransfer !== undefined) return ok(earlierTransfer);
      const transferred = await transfer(tx, ctx);
      if (!transferred.ok) return transferred;
      return ok({
        transfer: transferStatus(mediaId === undefined ? null : "next-validation"),
        ticketId: transferred.value,
      });
    });
  } catch (error) {
    if (!(error instanceof CardNotLoaded)) throw error;
    ctx.log.error({ err: error.cause, ticketId }, "card load could not be requested");
    return ok({ transfer: "ERROR", ticketId: null });
  }
};

/** The state of an earlier transfer of the ticket to this card; undefined: there was none. */
async function earlierTransferToCard(tx: Tx, { deps, session, request }: TransferContext, mediaId: string) {
  const { networkId, accountId } = session;
  if (!isUuid(mediaId)) return undefined;
  const ticketId = await ticketMovedToCard(tx, { networkId, cardId: mediaId, ticketId: request.ticketId });
  if (ticketId === undefined) return undefined;
  const [ticket] = await listTickets(tx, { networkId, accountId, travellerId: null, ticketId, limit: 1 });
  return ticket && { transfer: transferStatus(loadingOf(ticket, deps.clock.iso())), ticketId };
}

async function transfer(tx: Tx, ctx: TransferContext): Promise<Result<string, TransferError>> {
  const { deps, network, session, request } = ctx;
  const { networkId, accountId } = session;
  const [ticket] = await listTickets(tx, {
    networkId,
    accountId,
    travellerId: null,
    ticketId: request.ticketId,
    limit: 1,
  });
  if (ticket === undefined) return err("NOT_FOUND");
  const { customerId, mediaId } = request;
  if (customerId === undefined && mediaId === undefined) return err("FIELD_REQUIRED", { field: "customerId" });
  if (customerId !== undefined && mediaId !== undefined) return err("FIELD_INVALID", { field: "mediaId" });
  const at = deps.clock.iso();
  const obstacle = transferObstacle(ticket, at);
  if (obstacle !== undefined) return err("TICKET_UNUSABLE", { reason: obstacle });
  const target = await targetOf(tx, ctx, ticket, at);
  if (!target.ok) return target;
  const { traveller, cardId } = target.value;
  if (!(await markTransferred(tx, { networkId, id: ticket.id, at })))
    return err("TICKET_UNUSABLE", { reason: "transferred" });
  const newTicket: NewTicket = {
    ...ticket,
    id: deps.ids.uuid(),
    status: born(ticketMachine, ticket.status === "active" ? "issueStarted" : "issue"),
    serial: newSerial(deps),
    travellerId: traveller.userId,
    traveller: { firstName: traveller.firstName, lastName: traveller.lastName, birthDate: traveller.birthday },
    support: cardId === null ? "DEMATERIALIZED" : "MEDIA",
    cardId,
    issuedAt: at,
    transferredFrom: ticket.id,
  };
  const code = cardId === null ? ticketCodeOf(deps, newTicket, ticket.article, network.definition.timeZone) : null;
  await insertTickets(tx, [{ ...newTicket, code }]);
  if (cardId === null) return ok(newTicket.id);
  try {
    await deps.cardLoading.load(tx, { networkId, cardId, ticketIds: [newTicket.id] }, at);
  } catch (cause) {
    throw new CardNotLoaded("not loaded", { cause });
  }
  return ok(newTicket.id);
}

/** The recipient of the ticket, and the card; the recipient must be eligible for its article (§5). */
async function targetOf(
  tx: Tx,
  { network, session, request }: TransferContext,
  ticket: WalletTicket,
  at: string,
): Promise<Result<{ traveller: BuyerTraveller; cardId: string | null }, TransferError>> {
  const buyer = await readBuyer(tx, network.id, session, at);
  const { mediaId } = request;
  let travellerId = request.customerId;
  if (mediaId !== undefined) {
    if (!ticket.article.supports.includes("MEDIA")) return err("SUPPORT_NOT_OFFERED", { support: "MEDIA" });
    const card = isUuid(mediaId) ? await lockCard(tx, network.id, mediaId) : undefined;
    if (card?.accountId !== session.accountId) return err("CARD_REQUIRED");
    const isOver = card.expiresAt !== null && card.expiresAt <= at;
    if (card.status !== "active" || card.incident !== null || isOver) return err("CARD_REQUIRED");
    travellerId = card.travellerId ?? ticket.travellerId ?? undefined;
  }
  const traveller = buyer?.travellers.find(({ userId }) => userId === travellerId);
  if (traveller === undefined) return err("TRAVELLER_UNKNOWN");
  if (mediaId === undefined && traveller.userId === ticket.travellerId)
    return err("TICKET_UNUSABLE", { reason: "theirs-already" });
  const { article } = ticket;
  const restricted = {
    ageFrom: article.ageFrom ?? null,
    ageTo: article.ageTo ?? null,
    statuses: article.statuses,
    validity: article.validity,
    pictureRequired: article.pictureRequired,
    ...{ pivotType: null, pivotValue: null, startProposals: null, salesEndsAt: null },
    requiredDocuments: article.requiredDocuments.map((documentTypeId) => ({ documentTypeId, name: documentTypeId })),
  };
  const line = { customerId: traveller.userId, ...(ticket.validFrom === null ? {} : { startingAt: ticket.validFrom }) };
  const eligibility = eligibilityFor(network, session, buyer, false, at, false);
  // Documents must be valid now, and when a ticket with a later start begins.
  const begins = ticket.validFrom !== null && ticket.validFrom > at ? [ticket.validFrom] : [];
  const [error] = [at, ...begins].flatMap((now) => travellerErrors(line, restricted, { ...eligibility, now }));
  return error === undefined
    ? ok({ traveller, cardId: mediaId ?? null })
    : err(error.code as TransferError, error.details as never);
}
