import { Joined } from "@guichet/ui/joined.tsx";
import { OwnTicket } from "@guichet/ui/tickets/own-ticket.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { CurrentTicket } from "./current-ticket.ts";

/** Strip with the current ticket, one tap from its barcode. */
export function TicketStrip({ ticket }: { ticket: CurrentTicket }) {
  const t = useT();
  const formats = useFormats();
  const { left, traveller, validUntil } = ticket;
  const words = [
    ...(traveller === null ? [] : [traveller]),
    ...(validUntil === null ? [] : [t("home.strip.until", { day: formats.lastDayOf(validUntil) })]),
  ];
  return (
    <section aria-labelledby="in-hand">
      <VisuallyHidden>
        <span id="in-hand">{t("home.strip.label")}</span>
      </VisuallyHidden>
      <OwnTicket
        ink={ticket.ink}
        href={href("wallet", undefined, { ticket: ticket.ticketId, present: "1" })}
        state={left.kind === "ready" ? t("home.strip.ready") : t(`home.strip.${left.kind}`, { count: left.count })}
        name={ticket.name}
        use={words.length > 0 ? <Joined parts={words} /> : undefined}
        action={t("home.strip.show")}
      />
    </section>
  );
}
