import type { Ticket } from "@guichet/contract/wallet.ts";
import type { BarcodePath } from "@guichet/ticket-code/barcode.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, Split, Stack } from "@guichet/ui/page/page.tsx";
import { CodePlate } from "@guichet/ui/tickets/code-plate.tsx";
import { PresentedTicket } from "@guichet/ui/tickets/presented-ticket.tsx";
import { useFormats } from "../../formats/formats.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import type { SubscriptionNote } from "../../subscriptions/subscriptions.server.ts";
import { useT } from "../../texts/texts.tsx";
import { StateStamp } from "../state-stamp.tsx";
import { TicketCode } from "../ticket-code.tsx";
import { leftOf, validityParts } from "../ticket-words.ts";
import { useFreshTicket } from "../use-fresh-ticket.ts";
import type { WalletLink } from "../wallet-apps.server.ts";
import { FlashMessage } from "./flash-message.tsx";
import { TicketDetails } from "./ticket-details.tsx";
import { factsOf } from "./ticket-facts.tsx";

type OneTicketProps = {
  ticket: Ticket;
  barcode: BarcodePath | null;
  /** The time of the server's response, in milliseconds. */
  now: number;
  /** Whether the requested document was not found. */
  refused: boolean;
  /** Whether the ticket could not be added to a wallet app. */
  notAdded: boolean;
  walletLinks: readonly WalletLink[];
  /** The last action on the ticket. */
  flash: string | null;
  /** The use for which the user may share a location. */
  position: { useId: string; agreed: boolean | null } | null;
  /** The subscription that issued the ticket. */
  subscription: SubscriptionNote | null;
};

/** Everything about one ticket: code, validity, facts, documents, transfer, receipt and uses. */
export function OneTicket({ ticket, barcode, now, refused, notAdded, flash, ...more }: OneTicketProps) {
  const t = useT();
  useFreshTicket(barcode !== null);
  return (
    <Page>
      <Title>{ticket.name}</Title>
      <BackLink href={href("wallet")} label={t("wallet.title")} />
      <Stack>
        <FlashMessage flash={flash} ticket={ticket} now={now} />
        {refused && (
          <Notice tone="bad" role="alert">
            {t("wallet.unusable")}
          </Notice>
        )}
        {notAdded && (
          <Notice tone="bad" role="alert">
            {t("wallet.add.failed")}
          </Notice>
        )}
        <span />
      </Stack>
      <Split even aside={<TicketDetails {...{ ticket, now, ...more }} shown={barcode !== null} />}>
        <Presented ticket={ticket} barcode={barcode} now={now} />
      </Split>
    </Page>
  );
}

function Presented({ ticket, barcode, now }: Pick<OneTicketProps, "ticket" | "barcode" | "now">) {
  const t = useT();
  const formats = useFormats();
  const left = leftOf(t, formats, ticket, now);
  const [before, when, after] = validityParts(t, formats, ticket);
  return (
    <PresentedTicket
      ink={ticket.ink}
      punched={ticket.state === "active"}
      stamp={<StateStamp ticket={ticket} />}
      name={ticket.name}
      {...(left ? { left } : {})}
      validity={
        <>
          {before}
          <b>{when}</b>
          {after}
        </>
      }
      code={
        barcode ? (
          <CodePlate
            code={{ drawing: <TicketCode ticket={ticket} barcode={barcode} /> }}
            serial={ticket.serial}
            hint={t("wallet.code.hint")}
          />
        ) : (
          <p className="display">
            <Figures>{ticket.serial}</Figures>
          </p>
        )
      }
      facts={factsOf(ticket, t, formats)}
    />
  );
}
