import type { Ticket } from "@guichet/contract/wallet.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon, CheckIcon, ClockIcon, ReceiptIcon, RefreshIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon, SunIcon, SwapIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { CodePlate } from "@guichet/ui/tickets/code-plate.tsx";
import { PresentedTicket } from "@guichet/ui/tickets/presented-ticket.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { fileHref, href } from "../paths.ts";
import { BoughtSubscription } from "../subscriptions/bought-subscription.tsx";
import type { SubscriptionNote } from "../subscriptions/subscriptions.server.ts";
import { useT } from "../texts/texts.tsx";
import { CardLoadStatus } from "./card-load-status.tsx";
import { isRunning, journeyWords, leftOf, stateWords, validityParts } from "./ticket-words.ts";
import { UnpaidTicket } from "./unpaid-ticket.tsx";
import { useFreshTicket } from "./use-fresh-ticket.ts";
import { UseLocation } from "./use-location.tsx";

type OneTicketProps = {
  ticket: Ticket;
  barcode: { side: number; path: string } | null;
  /** The time of the server's response, in milliseconds. */
  now: number;
  /** Whether the requested document was not found. */
  refused: boolean;
  /** The last action on the ticket. */
  flash: string | null;
  /** The use for which the user may share a location. */
  position: { useId: string; agreed: boolean | null } | null;
  /** The subscription that issued the ticket. */
  subscription: SubscriptionNote | null;
};

/** One ticket to show to an inspector: barcode, validity, time left, readable number; then its documents. */
export function OneTicket({ ticket, barcode, now, refused, flash, position, subscription }: OneTicketProps) {
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
        <span />
      </Stack>
      <Split even aside={<TicketDetails {...{ ticket, now, position, subscription }} shown={barcode !== null} />}>
        <Presented ticket={ticket} barcode={barcode} now={now} />
      </Split>
    </Page>
  );
}

/** Confirmation of the last action and, during a trip, the end of the trip. */
function FlashMessage({ flash, ticket, now }: Pick<OneTicketProps, "flash" | "ticket" | "now">) {
  const t = useT();
  const formats = useFormats();
  if (flash === "given-ERROR") {
    return (
      <Notice tone="bad" role="alert">
        {t("wallet.given.error")}
      </Notice>
    );
  }
  const last = ticket.uses?.[0];
  const until = isRunning(ticket, now) ? ticket.tripUntil : flash === "used" ? last?.validUntil : null;
  if (until) {
    const words = t("wallet.used.until", { instant: formats.instant(until) });
    return <Notice tone="ok" role="status" title={words} />;
  }
  const title =
    flash === "used"
      ? t("wallet.used")
      : flash === "given-DONE"
        ? t("wallet.given.done")
        : flash === "given-PENDING"
          ? t("wallet.given.pending")
          : undefined;
  return title === undefined ? null : <Notice tone="ok" role="status" title={title} />;
}

function Presented({ ticket, barcode, now }: Pick<OneTicketProps, "ticket" | "barcode" | "now">) {
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

type TicketDetailsProps = Pick<OneTicketProps, "ticket" | "now" | "position" | "subscription"> & {
  /** Whether the barcode is shown. */
  shown: boolean;
};

/** The notices about a ticket, its actions, and its uses. */
function TicketDetails({ ticket, shown, now, position, subscription }: TicketDetailsProps) {
  return (
    <>
      {shown && <BrightnessNotice />}
      <UnpaidTicket ticket={ticket} />
      <CardLoadStatus ticket={ticket} />
      <UseLink ticket={ticket} now={now} />
      {position && <UseLocation {...position} />}
      {subscription && <BoughtSubscription note={subscription} />}
      <Refresh ticket={ticket} now={now} />
      <TicketActions ticket={ticket} shown={shown} />
      <Uses ticket={ticket} />
    </>
  );
}

function BrightnessNotice() {
  const t = useT();
  return (
    <div className="no-print">
      <Notice icon={<SunIcon />}>
        <b>{t("wallet.bright.title")}</b> {t("wallet.bright.text")}
      </Notice>
    </div>
  );
}

function Refresh({ ticket, now }: Pick<OneTicketProps, "ticket" | "now">) {
  const t = useT();
  const formats = useFormats();
  return (
    <p className="row small soft" data-ends="">
      <span>{t("wallet.refreshed", { instant: formats.instant(new Date(now).toISOString()) })}</span>
      <ToolLink href={href("wallet", undefined, { ticket: ticket.ticketId })} icon={<RefreshIcon size="s" />}>
        {t("wallet.refresh")}
      </ToolLink>
    </p>
  );
}

/** Actions on a ticket: PDF, attestation, transfer, receipt. */
function TicketActions({ ticket, shown }: Pick<TicketDetailsProps, "ticket" | "shown">) {
  const t = useT();
  const { ticketId, orderId, state } = ticket;
  const of = { ticket: ticketId };
  const isPrintable = ticket.support !== "MEDIA" && (shown || state === "expired" || state === "used-up");
  const isAttestable = ticket.validFrom !== null && ticket.validUntil !== null && ticket.traveller !== null;
  return (
    <div className="no-print">
      <Sheet list>
        <h2 className="visually-hidden">{t("wallet.actions")}</h2>
        {isPrintable && (
          <Item
            href={fileHref("ticketPdf", of)}
            icon={<DownloadIcon />}
            name={t("wallet.pdf")}
            note={t("wallet.pdf.note")}
          />
        )}
        {isAttestable && state !== "cancelled" && (
          <Item
            href={fileHref("attestationPdf", of)}
            icon={<DownloadIcon />}
            name={t("wallet.attestation")}
            note={t("wallet.attestation.note")}
          />
        )}
        {ticket.isTransferable && (
          <Item
            href={href("wallet", undefined, { ticket: ticketId, give: "1" })}
            icon={<SwapIcon />}
            name={t("wallet.give")}
            note={t("wallet.give.note")}
          />
        )}
        <Item
          href={href("invoices", undefined, { order: orderId })}
          icon={<ReceiptIcon />}
          name={t("wallet.receipt")}
          note={<Figures>{ticket.orderNumber}</Figures>}
        />
      </Sheet>
    </div>
  );
}

/** Link to use the ticket; a ticket on a card is validated with the card. */
function UseLink({ ticket, now }: { ticket: Ticket; now: number }) {
  const t = useT();
  if (ticket.punch === null && !isRunning(ticket, now)) return null;
  const to = href("wallet", undefined, { ticket: ticket.ticketId, use: "1" });
  return (
    <div className="no-print stack">
      <LinkButton variant={ticket.firstUsedAt === null ? "main" : "plain"} big href={to}>
        {t(ticket.punch === null ? "wallet.use.change" : "wallet.use")}
      </LinkButton>
    </div>
  );
}

const useIds = {
  opened: "wallet.uses.opened",
  trip: "wallet.uses.trip",
  change: "wallet.uses.change",
  checked: "wallet.uses.checked",
} as const;

/** The times and locations of the ticket's uses. */
function Uses({ ticket: { uses = [] } }: { ticket: Ticket }) {
  const t = useT();
  const formats = useFormats();
  if (uses.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("wallet.uses")}</h2>
      <Sheet list>
        {uses.map(({ useId, kind, usedAt, place }) => (
          <Item
            key={useId}
            icon={<CheckIcon />}
            name={t(useIds[kind])}
            note={[
              formats.shortInstant(usedAt),
              place?.name,
              place?.line && t("wallet.uses.line", { line: place.line }),
            ]
              .filter(Boolean)
              .join(" · ")}
            end={<span />}
          />
        ))}
      </Sheet>
    </section>
  );
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
  traveller ? `${traveller.firstName} ${traveller.lastName}`.trim() : undefined;
