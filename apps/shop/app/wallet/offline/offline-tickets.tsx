import type { Ticket } from "@guichet/contract/wallet.ts";
import type { Ride } from "@guichet/rules/rides.ts";
import type { BarcodePath } from "@guichet/ticket-code/barcode.ts";
import { ChevronBackIcon } from "@guichet/ui/icons.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { ChevronOnwardIcon, CloseIcon, WifiOffIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { FullTicket } from "@guichet/ui/tickets/full-ticket.tsx";
import { OwnTicket } from "@guichet/ui/tickets/own-ticket.tsx";
import { Tickets } from "@guichet/ui/tickets/tickets.tsx";
import { useFormats } from "../../formats/formats.ts";
import { useT } from "../../texts/texts.tsx";
import { Clock, RideStamp, TicketRing, Validity } from "../present/ticket-marks.tsx";
import { RideLeft } from "../ride-left.tsx";
import { TicketCode } from "../ticket-code.tsx";
import { nameOf } from "../ticket-order.ts";
import { journeyWords, leftOf, stateWords, validityWords } from "../ticket-words.ts";
import { OfflineFrame } from "./offline-frame.tsx";

export interface StoredTicket {
  ticket: Ticket;
  ride: Ride | null;
  /** null: it cannot be presented now. */
  barcode: BarcodePath | null;
}

const anchorOf = ({ ticketId }: Ticket): string => `ticket-${ticketId}`;

/** The wallet without network: when it was refreshed, what needs a network, the list, and each ticket on the full screen. */
export function OfflineTickets({ tickets, now }: { tickets: readonly StoredTicket[]; now: number }) {
  const t = useT();
  const formats = useFormats();
  const shown = tickets.filter(({ barcode }) => barcode !== null);
  return (
    <>
      <OfflineFrame current="wallet">
        <Page narrow>
          <PageHead title={t("wallet.title")} />
          <Notice tone="wait" icon={<WifiOffIcon />} role="status" title={t("wallet.offline.title")}>
            <p>{t("wallet.refreshed", { instant: formats.instant(new Date(now).toISOString()) })}</p>
            <p>{t("wallet.offline.connect")}</p>
            <LinkButton href="?">{t("shell.offline.retry")}</LinkButton>
          </Notice>
          {tickets.length === 0 && <p>{t("wallet.offline.none")}</p>}
          <Stack>
            <Tickets>
              {tickets.map((stored) => (
                <ListedTicket key={stored.ticket.ticketId} {...stored} now={now} />
              ))}
            </Tickets>
          </Stack>
        </Page>
      </OfflineFrame>
      {shown.map((stored, index) => (
        <StoredFullTicket
          key={stored.ticket.ticketId}
          {...stored}
          now={now}
          position={shown.length > 1 ? { number: `${index + 1}`, count: `${shown.length}` } : null}
          previous={shown.at(index - 1)?.ticket ?? stored.ticket}
          next={shown[(index + 1) % shown.length]?.ticket ?? stored.ticket}
        />
      ))}
    </>
  );
}

function ListedTicket({ ticket, ride, barcode, now }: StoredTicket & { now: number }) {
  const t = useT();
  const formats = useFormats();
  const left = leftOf(t, formats, ticket, now);
  return (
    <OwnTicket
      ink={ticket.state === "blocked" ? "bad" : ticket.ink}
      href={barcode === null ? "#main" : `#${anchorOf(ticket)}`}
      state={ride ? <RideLeft ride={ride} now={now} /> : (left?.label ?? stateWords(t, ticket))}
      name={ticket.name}
      traveller={nameOf(ticket) ?? t("wallet.bearer")}
      use={<Joined parts={[journeyWords(t, ticket), validityWords(t, formats, ticket)]} />}
      action={barcode === null ? undefined : t("wallet.present")}
    />
  );
}

type StoredFullTicketProps = StoredTicket & {
  now: number;
  position: { number: string; count: string } | null;
  previous: Ticket;
  next: Ticket;
};

function StoredFullTicket({ ticket, ride, barcode, now, position, previous, next }: StoredFullTicketProps) {
  const t = useT();
  if (barcode === null) return null;
  return (
    <FullTicket
      targetId={anchorOf(ticket)}
      ink={ticket.ink}
      close={
        <a href="#main" className="tool" data-turn="close" aria-label={t("shell.close")}>
          <CloseIcon />
        </a>
      }
      clock={<Clock at={now} />}
      stamp={<RideStamp ticket={ticket} ride={ride} at={now} />}
      name={ticket.name}
      traveller={<bdi>{nameOf(ticket) ?? t("wallet.bearer")}</bdi>}
      position={position && t("wallet.present.position", position)}
      validity={<Validity ticket={ticket} ride={ride} />}
      ring={<TicketRing ticket={ticket} ride={ride} at={now} />}
      code={<TicketCode ticket={ticket} barcode={barcode} />}
      serial={ticket.serial}
      pager={
        position && (
          <nav className="full-ticket-pager" aria-label={t("wallet.present.pager")}>
            <a
              href={`#${anchorOf(previous)}`}
              className="tool"
              data-turn="previous"
              aria-label={t("wallet.present.previous")}
            >
              <ChevronBackIcon />
            </a>
            <a href={`#${anchorOf(next)}`} className="tool" data-turn="next" aria-label={t("wallet.present.next")}>
              <ChevronOnwardIcon />
            </a>
          </nav>
        )
      }
      action={<p className="full-ticket-offline">{t("wallet.offline.connect")}</p>}
    />
  );
}
