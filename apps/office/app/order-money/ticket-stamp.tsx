import type { TicketState } from "@guichet/contract/wallet.ts";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

/** The state of a ticket in words. */
export function TicketStamp({ state }: { state: TicketState }) {
  const t = useT();
  const tone: Tone = state === "active" ? "ok" : state === "pending" ? "wait" : "bad";
  return <Stamp tone={tone}>{t(`order-money.ticket.${state}`)}</Stamp>;
}
