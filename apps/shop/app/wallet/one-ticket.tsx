import type { Ticket } from "@guichet/contract/wallet.ts";
import { BackLink } from "@guichet/ui/back-link.tsx";
import { CodePlate } from "@guichet/ui/code-plate.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon, CardIcon, CheckIcon, ClockIcon, ReceiptIcon, RefreshIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Item } from "@guichet/ui/item.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { DownloadIcon, SunIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, Split, Stack } from "@guichet/ui/page.tsx";
import { PresentedTicket } from "@guichet/ui/presented-ticket.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/stamp.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { fileHref, href } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { journeyWords, leftOf, stateWords, validityParts } from "./ticket-words.ts";

type OneTicketProps = {
  ticket: Ticket;
  barcode: { side: number; path: string } | null;
  /** When the server told it, in milliseconds. */
  now: number;
  /** A document was asked for that there is none of. */
  refused: boolean;
};

/** One ticket to show an inspector: code, validity, time left, number to read aloud; then its papers. */
export function OneTicket({ ticket, barcode, now, refused }: OneTicketProps) {
  const t = useT();
  return (
    <Page>
      <Title>{ticket.name}</Title>
      <BackLink href={href("wallet")} label={t("wallet.title")} />
      {refused && (
        <Stack>
          <Notice tone="bad" role="alert">
            {t("wallet.unusable")}
          </Notice>
          <span />
        </Stack>
      )}
      <Split even aside={<Beside ticket={ticket} shown={barcode !== null} now={now} />}>
        <Presented ticket={ticket} barcode={barcode} now={now} />
      </Split>
    </Page>
  );
}

function Presented({ ticket, barcode, now }: Omit<OneTicketProps, "refused">) {
  const t = useT();
  const formats = useFormats();
  const left = leftOf(t, formats, ticket, now);
  const [before, when, after] = validityParts(t, formats, ticket);
  const traveller = nameOf(ticket) ?? t("wallet.bearer");
  const alt = t("wallet.code.alt", {
    product: [ticket.name, journeyWords(t, ticket)].filter(Boolean).join(", "),
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

/** What there is beside a ticket: how to show it, when it was told, its papers. */
function Beside({ ticket, shown, now }: { ticket: Ticket; shown: boolean; now: number }) {
  const t = useT();
  const formats = useFormats();
  const { ticketId, orderId, state } = ticket;
  const of = { ticket: ticketId };
  const isPrintable = ticket.support !== "MEDIA" && (shown || state === "expired" || state === "used-up");
  const isAttestable = ticket.validFrom !== null && ticket.validUntil !== null && ticket.traveller !== null;
  return (
    <>
      {shown && (
        <div className="no-print">
          <Notice icon={<SunIcon />}>
            <b>{t("wallet.bright.title")}</b> {t("wallet.bright.text")}
          </Notice>
        </div>
      )}
      {ticket.media === null && ticket.support === "MEDIA" && isUsable(ticket) && (
        <Notice tone="wait" icon={<CardIcon />} title={t("wallet.card.waits")}>
          {t("wallet.card.waits.text")}
        </Notice>
      )}
      {ticket.state === "blocked" && ticket.media && (
        <Notice tone="bad" icon={<CardIcon />} title={t("wallet.card.blocked")}>
          <TextLink href={href("cardIncident", { id: ticket.media.mediaId })}>{t("wallet.card.blocked.text")}</TextLink>
        </Notice>
      )}
      {ticket.media && isUsable(ticket) && (
        <Notice icon={<CardIcon />} title={t("wallet.card.loads")}>
          {t("wallet.card.loads.text", { digits: ticket.media.lastDigits })}
        </Notice>
      )}
      <p className="row small soft" data-ends="">
        <span>{t("wallet.refreshed", { instant: formats.instant(new Date(now).toISOString()) })}</span>
        <ToolLink href={href("wallet", undefined, of)} icon={<RefreshIcon size="s" />}>
          {t("wallet.refresh")}
        </ToolLink>
      </p>
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
          <Item
            href={href("invoices", undefined, { order: orderId })}
            icon={<ReceiptIcon />}
            name={t("wallet.receipt")}
            note={<Figures>{ticket.orderNumber}</Figures>}
          />
        </Sheet>
      </div>
    </>
  );
}

const isUsable = ({ state }: Ticket): boolean => state === "active" || state === "pending";

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
