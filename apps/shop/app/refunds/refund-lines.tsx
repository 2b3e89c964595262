import type { RefundableTicket } from "@guichet/contract/refunds.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import type { Line } from "@guichet/ui/lines.tsx";
import type { Formats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";

/** The traveller and the number of a ticket. */
export function TicketNote({ ticket: { travellerName, serial } }: { ticket: RefundableTicket }) {
  const t = useT();
  return <Joined parts={[travellerName, t("refunds.serial", { serial })]} />;
}

/** A deduction, which is negative; no line for 0. */
export function deducted(
  id: string,
  name: string,
  amount: number,
  { formats, currency }: { formats: Formats; currency: string },
): Line[] {
  return amount === 0 ? [] : [{ id, name, value: <Figures>{formats.money({ amount, currency })}</Figures> }];
}
