import type { Ticket } from "@guichet/contract/wallet.ts";
import type { BarcodePath } from "@guichet/ticket-code/barcode.ts";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import { nameOf } from "./ticket-order.ts";
import { journeyWords, validityParts } from "./ticket-words.ts";

/** The drawing of a ticket's code; its accessible name states product, traveller and validity. */
export function TicketCode({ ticket, barcode }: { ticket: Ticket; barcode: BarcodePath }) {
  const t = useT();
  const formats = useFormats();
  const alt = t("wallet.code.alt", {
    product: formats.list([ticket.name, journeyWords(t, ticket)].filter((part) => part !== undefined)),
    traveller: nameOf(ticket) ?? t("wallet.bearer"),
    validity: validityParts(t, formats, ticket).join(""),
  });
  const { side, path } = barcode;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={alt} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
