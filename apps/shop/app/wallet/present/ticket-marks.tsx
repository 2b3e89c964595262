import type { Ticket } from "@guichet/contract/wallet.ts";
import { timeLeft } from "@guichet/rules/dates/time-left.ts";
import { countdown, type Ride, rideShare } from "@guichet/rules/rides.ts";
import { CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { TimeRing } from "@guichet/ui/tickets/time-ring.tsx";
import { useFormats } from "../../formats/formats.ts";
import { useT } from "../../texts/texts.tsx";
import { StateStamp } from "../state-stamp.tsx";
import { leftOf, validityParts } from "../ticket-words.ts";

/** The current time with seconds, in the network's zone. */
export function Clock({ at }: { at: number }) {
  const t = useT();
  const formats = useFormats();
  const instant = new Date(at).toISOString();
  return (
    <p className="full-ticket-clock">
      <span className="visually-hidden">{t("wallet.present.clock")} </span>
      <time dateTime={instant} dir="ltr" data-clock="">
        {formats.clock(instant)}
      </time>
    </p>
  );
}

/** The time of the validation, or the state of a ticket that is not validated. */
export function RideStamp({ ticket, ride, at }: { ticket: Ticket; ride: Ride | null; at: number }) {
  const t = useT();
  const formats = useFormats();
  if (ride === null) return <StateStamp ticket={ticket} />;
  if (at >= ride.until) {
    return (
      <Stamp tone="bad" icon={<ClockIcon size="s" />}>
        {t("wallet.ride.over")}
      </Stamp>
    );
  }
  // The last attributes are for the stored page, whose script replaces the words at the end.
  return (
    <span data-ends={ride.until} data-over={t("wallet.ride.over")}>
      <Stamp tone="ok" icon={<CheckIcon size="s" />}>
        {t("wallet.ride.validated", { time: formats.time(new Date(ride.from).toISOString()) })}
      </Stamp>
    </span>
  );
}

/** How long the ticket is valid, in words. */
export function Validity({ ticket, ride }: { ticket: Ticket; ride: Ride | null }) {
  const t = useT();
  const formats = useFormats();
  if (ride) return <b>{t("wallet.ride.until", { time: formats.time(new Date(ride.until).toISOString()) })}</b>;
  const [before, when, after] = validityParts(t, formats, ticket);
  return (
    <>
      {before}
      <b>{when}</b>
      {after}
    </>
  );
}

/** The time left after a validation, counted down; otherwise the days or trips left. */
export function TicketRing({ ticket, ride, at }: { ticket: Ticket; ride: Ride | null; at: number }) {
  const t = useT();
  const formats = useFormats();
  if (ride) {
    const { kind, count } = timeLeft(ride.until - at, false);
    const label = at < ride.until ? t(`wallet.left.${kind}`, { count }) : t("wallet.ride.over");
    return <TimeRing {...ride} part={rideShare(ride, at)} value={countdown(ride.until - at)} label={label} />;
  }
  const left = leftOf(t, formats, ticket, at);
  return left ? <TimeRing part={left.part} value={left.value} unit={left.unit} label={left.label} /> : null;
}
