import type { Ticket } from "@guichet/contract/wallet.ts";
import type { Ride } from "@guichet/rules/rides.ts";
import type { BarcodePath } from "@guichet/ticket-code/barcode.ts";
import { CloseIcon, SunIcon } from "@guichet/ui/more-icons.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { FullTicket } from "@guichet/ui/tickets/full-ticket.tsx";
import { useCallback, useEffect } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { useShopClock } from "../../page/shop-clock.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { TicketCode } from "../ticket-code.tsx";
import { nameOf } from "../ticket-order.ts";
import { useFreshTicket } from "../use-fresh-ticket.ts";
import { UseLocation } from "../use-location.tsx";
import { Pager, presentHref } from "./pager.tsx";
import type { FamilyTicket } from "./present.server.ts";
import { Clock, RideStamp, TicketRing, Validity } from "./ticket-marks.tsx";
import { useGestures } from "./use-gestures.ts";
import { useLeave } from "./use-leave.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import { Validated, ValidateLink } from "./validation.tsx";

type PresentTicketProps = {
  ticket: Ticket;
  barcode: BarcodePath;
  /** The validated time, if some of it is left. */
  ride: Ride | null;
  family: readonly FamilyTicket[];
  /** The time of the server's response, in milliseconds. */
  now: number;
  flash: string | null;
  position: { useId: string; agreed: boolean | null } | null;
};

/** One ticket on the whole screen, to show to an inspector or a reader. */
export function PresentTicket({ ticket, barcode, ride, family, now, flash, position }: PresentTicketProps) {
  const t = useT();
  const leave = useLeave();
  const at = useShopClock(now);
  const others = turnsFrom(family, ticket.ticketId);
  useFreshTicket(true);
  useWakeLock();
  useTurns(others, leave);
  useEndOfRide(ride, at);
  const traveller = nameOf(ticket) ?? t("wallet.bearer");
  return (
    <>
      <Title>{ticket.name}</Title>
      <FullTicket
        ink={ticket.ink}
        close={<CloseLink leave={leave} />}
        clock={<Clock at={at} />}
        details={
          <Link to={href("wallet", undefined, { ticket: ticket.ticketId })} className="tool">
            {t("wallet.present.details")}
          </Link>
        }
        stamp={<RideStamp ticket={ticket} ride={ride} at={at} />}
        name={ticket.name}
        traveller={<bdi>{traveller}</bdi>}
        position={others && t("wallet.present.position", { number: `${others.number}`, count: `${family.length}` })}
        validity={<Validity ticket={ticket} ride={ride} />}
        ring={<TicketRing ticket={ticket} ride={ride} at={at} />}
        code={<TicketCode ticket={ticket} barcode={barcode} />}
        serial={ticket.serial}
        hint={
          <p className="full-ticket-hint no-print">
            <SunIcon size="s" />
            {t("wallet.bright.title")}
          </p>
        }
        pager={others && <Pager previous={others.previous} next={others.next} />}
        done={flash === "used" && <Validated ticket={ticket} ride={ride} />}
        action={<ValidateLink ticket={ticket} ride={ride} now={at} />}
      >
        {position && (
          <div className="full-ticket-more no-print">
            <UseLocation {...position} />
          </div>
        )}
      </FullTicket>
      <LiveRegion>
        {others &&
          t("wallet.present.one", {
            number: `${others.number}`,
            count: `${family.length}`,
            name: ticket.name,
            traveller,
          })}
      </LiveRegion>
    </>
  );
}

/** The tickets before and after this one, in a circle; undefined if it is the only one. */
function turnsFrom(family: readonly FamilyTicket[], ticketId: string) {
  const index = family.findIndex((one) => one.ticketId === ticketId);
  const before = family.at(index - 1);
  const after = family[(index + 1) % family.length];
  if (index === -1 || family.length < 2 || !before || !after) return undefined;
  return { previous: before.ticketId, next: after.ticketId, number: index + 1 };
}

function useTurns(others: ReturnType<typeof turnsFrom>, leave: () => void): void {
  const navigate = useNavigate();
  const { previous, next } = others ?? {};
  const turnTo = useCallback(
    (ticketId: string | undefined) => {
      if (ticketId !== undefined) void navigate(presentHref(ticketId), { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
  const toPrevious = useCallback(() => turnTo(previous), [turnTo, previous]);
  const toNext = useCallback(() => turnTo(next), [turnTo, next]);
  useGestures({ previous: toPrevious, next: toNext, leave });
}

/** Asks the server again when the validated time is over. */
function useEndOfRide(ride: Ride | null, at: number): void {
  const { revalidate } = useRevalidator();
  const isOver = ride !== null && at >= ride.until;
  useEffect(() => {
    if (isOver && navigator.onLine) void revalidate();
  }, [isOver, revalidate]);
}

/** Leads to the wallet without script, and back to the page before with it. */
function CloseLink({ leave }: { leave: () => void }) {
  const t = useT();
  return (
    <Link
      to={href("wallet")}
      className="tool"
      aria-label={t("shell.close")}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        leave();
      }}
    >
      <CloseIcon />
    </Link>
  );
}
