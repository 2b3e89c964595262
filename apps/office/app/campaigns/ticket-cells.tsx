import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";

interface TicketCellsProps {
  name: string;
  serial: string;
  orderId: string;
  orderNumber: string;
}

/** The first cells of a row about a ticket: its name and number, and its order. */
export function TicketCells({ name, serial, orderId, orderNumber }: TicketCellsProps) {
  const network = useNetwork();
  return (
    <>
      <th scope="row">
        {name}
        <span className="fine act-note">
          <Figures>{serial}</Figures>
        </span>
      </th>
      <td>
        <TextLink href={href("order", { network: network.id, id: orderId })}>
          <Figures>{orderNumber}</Figures>
        </TextLink>
      </td>
    </>
  );
}
