import type { Ticket } from "@guichet/contract/wallet.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { CodePlate } from "@guichet/ui/tickets/code-plate.tsx";
import { PresentedTicket } from "@guichet/ui/tickets/presented-ticket.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import { journeyWords, leftOf, stateWords, validityParts } from "./ticket-words.ts";

interface ShownTicketProps {
  ticket: Ticket;
  /** null: the ticket has no code on the phone, or it cannot be used now. */
  barcode: { side: number; path: string } | null;
  /** The time of the server's response, in milliseconds. */
  now: number;
  /** Level of the heading; 1 where the ticket is the screen. */
  level?: 1 | 2;
}

/** A ticket as it is presented to an inspector: state, time left, barcode, readable number and facts. */
export function ShownTicket({ ticket, barcode, now, level = 1 }: ShownTicketProps) {
  const t = useT();
  const formats = useFormats();
  const left = leftOf(t, formats, ticket, now);
  const [before, when, after] = validityParts(t, formats, ticket);
  const traveller = nameOf(ticket) ?? t("wallet.bearer");
  const alt = t("wallet.code.alt", {
    product: formats.list([ticket.name, journeyWords(t, ticket)].filter((said) => said !== undefined)),
    traveller,
    validity: before + when + after,
  });
  return (
    <PresentedTicket
      ink={ticket.ink}
      punched={ticket.state === "active"}
      stamp={<StateStamp ticket={ticket} />}
      name={ticket.name}
      level={level}
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
            code={{
              drawing: (
                <svg
                  viewBox={`0 0 ${barcode.side} ${barcode.side}`}
                  role="img"
                  aria-label={alt}
                  shapeRendering="crispEdges"
                >
                  <path d={barcode.path} />
                </svg>
              ),
            }}
            serial={ticket.serial}
            hint={t("wallet.code.hint")}
          />
        ) : (
          <p className="display">
            <Figures>{ticket.serial}</Figures>
          </p>
        )
      }
      facts={factsOf(ticket, traveller, t, formats)}
    />
  );
}

function factsOf(
  ticket: Ticket,
  traveller: string,
  t: ReturnType<typeof useT>,
  formats: ReturnType<typeof useFormats>,
) {
  const { trips, tripsLeft, issuedAt, orderNumber } = ticket;
  const journey = journeyWords(t, ticket);
  return [
    ...(journey === undefined ? [] : [{ term: t("wallet.journey"), value: <bdi>{journey}</bdi> }]),
    { term: t("wallet.traveller"), value: <bdi>{traveller}</bdi> },
    ...(ticket.media
      ? [{ term: t("wallet.card"), value: <Figures>{`•••• ${ticket.media.lastDigits}`}</Figures> }]
      : []),
    { term: t("wallet.bought"), value: formats.shortInstant(issuedAt) },
    ...(trips !== null && tripsLeft !== null
      ? [{ term: t("wallet.trips"), value: t("wallet.trips.of", { left: `${tripsLeft}`, all: `${trips}` }) }]
      : []),
    { term: t("wallet.order"), value: <Figures>{orderNumber}</Figures> },
  ];
}

const tones: Partial<Record<Ticket["state"], Tone>> = {
  active: "ok",
  pending: "wait",
  blocked: "bad",
  cancelled: "bad",
};

function StateStamp({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const tone = tones[ticket.state];
  return (
    <Stamp {...(tone ? { tone } : {})} icon={iconOf(tone)}>
      {stateWords(t, ticket)}
    </Stamp>
  );
}

function iconOf(tone: Tone | undefined) {
  if (tone === "ok") return <CheckIcon size="s" />;
  if (tone === "bad") return <AlertIcon size="s" />;
  return <ClockIcon size="s" />;
}

const nameOf = ({ traveller }: Ticket): string | undefined =>
  (traveller && `${traveller.firstName} ${traveller.lastName}`.trim()) || undefined;
