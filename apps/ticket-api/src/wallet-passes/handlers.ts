import { passesPerAccountAndHour } from "@guichet/contract/limits/wallet-pass-limits.ts";
import type { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hoursMs } from "../clock.ts";
import type { CallContext, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { unreachableParty } from "../integrations/unreachable.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { walletsFor } from "../wallet/pass-offers.ts";
import { ticketReaderOf } from "../wallet/ticket-reader.ts";
import { listTickets, readTicket, type WalletTicket } from "../wallet/ticket-store.ts";
import { writeGooglePass } from "./announce-change.ts";
import { savePass } from "./pass-store.ts";
import { signedApplePass } from "./signed-apple-pass.ts";

const passLimit = { limit: passesPerAccountAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };

/** Handlers of the calls that add a ticket to the wallet app of a phone. */
export const walletPassesHandlers: ModuleHandlers<"applePass" | "googlePass"> = {
  applePass: async (ctx) => {
    const { deps, network, language } = ctx;
    const ticket = await ticketFor(ctx, "apple");
    if (!ticket.ok) return ticket;
    const pass = { ticketId: ticket.value.id, wallet: "apple", networkId: network.id, language } as const;
    await savePass(deps.db, { ...pass, at: deps.clock.iso() });
    // Read again: a change before the pass was stored is announced to nobody.
    const current = await readTicket(deps.db, pass.ticketId);
    if (current === undefined) return err("NOT_FOUND");
    const bytes = await signedApplePass(deps, network, current, language);
    return ok({ bytes, filename: `${current.serial.replaceAll(" ", "-")}.pkpass` });
  },

  googlePass: async (ctx) => {
    const { deps, network, language } = ctx;
    const { google } = deps.walletPasses;
    const ticket = await ticketFor(ctx, "google");
    if (!ticket.ok) return ticket;
    if (google === undefined) return err("TICKET_UNUSABLE", { reason: "no-pass" });
    const { id: ticketId } = ticket.value;
    await savePass(deps.db, { ticketId, wallet: "google", networkId: network.id, language, at: deps.clock.iso() });
    try {
      await writeGooglePass(deps, ticketId);
    } catch (error) {
      if (unreachableParty(error) !== "google-wallet") throw error;
      ctx.log.warn({ err: error, ticketId }, "a pass could not be written at Google");
      return err("UNAVAILABLE");
    }
    const content = { id: ticketId, networkId: network.id };
    return ok({ url: await google.saveLink(content, new URL(deps.config.shopUrl).origin, new Date()) });
  },
};

/** The ticket of the session, if it can be added to this wallet now. */
async function ticketFor(
  ctx: Pick<CallContext<never>, "deps"> & {
    network: Parameters<typeof walletsFor>[1] & { id: string };
    session: Parameters<typeof ticketReaderOf>[0];
    request: { ticketId: string };
  },
  wallet: PassWallet,
): Promise<Result<WalletTicket, "NOT_FOUND" | "TICKET_UNUSABLE" | "TOO_MANY_REQUESTS">> {
  const { deps, network, session, request } = ctx;
  if (!isUuid(request.ticketId)) return err("NOT_FOUND");
  const [ticket] = await listTickets(deps.db, { ...ticketReaderOf(session), ticketId: request.ticketId, limit: 1 });
  if (ticket === undefined) return err("NOT_FOUND");
  const now = deps.clock.now();
  if (!walletsFor(deps, network, ticket, now.toISOString()).includes(wallet))
    return err("TICKET_UNUSABLE", { reason: "no-pass" });
  const subject = `wallet-pass:${session.accountId}`;
  if (!(await countAttempt(deps.db, network.id, subject, now, passLimit))) return err("TOO_MANY_REQUESTS");
  return ok(ticket);
}
