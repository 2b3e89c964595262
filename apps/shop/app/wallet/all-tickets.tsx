import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { DocumentIcon, ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { OwnTicket } from "@guichet/ui/tickets/own-ticket.tsx";
import { Tickets } from "@guichet/ui/tickets/tickets.tsx";
import { useFormats } from "../formats/formats.ts";
import { FlagAlert } from "../maintenance/flag-alert.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { presentHref } from "./present/pager.tsx";
import { RideLeft } from "./ride-left.tsx";
import { nameOf } from "./ticket-order.ts";
import { journeyWords, leftOf, stateWords, validityWords } from "./ticket-words.ts";
import type { readWallet, ShownStack } from "./wallet.server.ts";

type AllTicketsProps = Pick<Awaited<ReturnType<typeof readWallet>>, "stacks" | "past" | "each" | "vignette" | "now">;

/** The list of tickets, running rides first, each one tap from its code. */
export function AllTickets({ stacks, past, each, vignette, now }: AllTicketsProps) {
  const t = useT();
  const show: Record<string, string> = past ? { show: "past" } : {};
  return (
    <Page narrow>
      <Title>{t("wallet.title")}</Title>
      <PageHead title={t("wallet.title")} />
      <FlagAlert flag="VALIDATION" />
      {vignette?.place && (
        <Notice tone="ok" role="status" title={<bdi>{vignette.place.name}</bdi>}>
          {t("wallet.vignette.choose")}
        </Notice>
      )}
      {vignette && !vignette.place && (
        <Notice tone="bad" role="alert">
          {t("refusals.vignette-invalid")}
        </Notice>
      )}
      <Chips label={t("wallet.arrange")}>
        <ChipLink href={href("wallet")} current={!past}>
          {t("wallet.usable")}
        </ChipLink>
        <ChipLink href={href("wallet", undefined, { show: "past" })} current={past}>
          {t("wallet.past")}
        </ChipLink>
        {(each || stacks.some(({ count }) => count > 1)) && (
          <ChipLink href={href("wallet", undefined, each ? show : { ...show, each: "1" })} current={each}>
            {t("wallet.each")}
          </ChipLink>
        )}
      </Chips>
      {stacks.length === 0 ? <NoTickets past={past} /> : <StackList {...{ stacks, past, now, vignette }} />}
      <Sheet list>
        <Item href={href("invoices")} icon={<ReceiptIcon />} name={t("wallet.receipts")} />
        <Item href={href("documents")} icon={<DocumentIcon />} name={t("shell.documents")} />
      </Sheet>
    </Page>
  );
}

function NoTickets({ past }: { past: boolean }) {
  const t = useT();
  if (past) return <p className="soft">{t("wallet.empty.past")}</p>;
  const toShop = (
    <LinkButton variant="main" href={href("home")}>
      {t("wallet.empty.action")}
    </LinkButton>
  );
  return (
    <EmptyState title={t("wallet.empty.title")} action={toShop}>
      {t("wallet.empty.text")}
    </EmptyState>
  );
}

function StackList({ stacks, past, now, vignette }: Omit<AllTicketsProps, "each">) {
  const t = useT();
  return (
    <Stack>
      <h2 className="visually-hidden">{t(past ? "wallet.past" : "wallet.usable")}</h2>
      <Tickets>
        {stacks.map((stack) => (
          <ListedTicket key={stack.ticket.ticketId} stack={stack} past={past} now={now} vignette={vignette} />
        ))}
      </Tickets>
    </Stack>
  );
}

type ListedTicketProps = Pick<AllTicketsProps, "past" | "now" | "vignette"> & { stack: ShownStack };

function ListedTicket({ stack: { ticket, count, isPresentable, ride }, past, now, vignette }: ListedTicketProps) {
  const t = useT();
  const formats = useFormats();
  const left = leftOf(t, formats, ticket, now);
  const state = ride ? <RideLeft ride={ride} now={now} /> : (left?.label ?? stateWords(t, ticket));
  const isToUse = vignette?.place != null && ticket.punch !== null;
  const isShown = isPresentable && !past;
  const validity = ride
    ? t("wallet.ride.until", { time: formats.time(new Date(ride.until).toISOString()) })
    : validityWords(t, formats, ticket);
  const query = isToUse ? placed(ticket.ticketId, vignette) : { ticket: ticket.ticketId };
  return (
    <OwnTicket
      ink={ticket.state === "blocked" ? "bad" : ticket.ink}
      href={isShown && !isToUse ? presentHref(ticket.ticketId) : href("wallet", undefined, query)}
      state={
        <>
          {state}
          {count > 1 && ` · ${t("wallet.count", { count })}`}
        </>
      }
      name={ticket.name}
      traveller={nameOf(ticket) ?? t("wallet.bearer")}
      use={<Joined parts={[journeyWords(t, ticket), validity]} />}
      action={t(isToUse ? "wallet.use.short" : isShown ? "wallet.present" : "wallet.see")}
    />
  );
}

/** The link parameters of a ticket, with the vignette if one was read. */
const placed = (ticket: string, vignette: AllTicketsProps["vignette"]): Record<string, string> =>
  vignette?.place ? { ticket, use: "1", vignette: vignette.payload } : { ticket };
