import type { Ticket } from "@guichet/contract/wallet.ts";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { DocumentIcon, ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { OwnTicket } from "@guichet/ui/own-ticket.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Tickets } from "@guichet/ui/tickets.tsx";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { FlagAlert } from "../maintenance/flag-alert.tsx";
import { href } from "../paths.ts";
import { idIn } from "../shell/account-file.server.ts";
import { useFormats } from "../shell/formats.ts";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { type Visit, visitOf } from "../shell/visit.ts";
import { barcodeOf } from "./barcode.server.ts";
import { OneTicket } from "./one-ticket.tsx";
import { journeyWords, leftOf, stateWords, validityWords } from "./ticket-words.ts";

type ShownStack = { count: number; ticket: Ticket };

/** `ticket`: one of them to show; else all that are usable, or with `show=past` the others; `each`: not stacked. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const query = new URL(request.url).searchParams;
  const view = query.has("ticket") ? await oneTicket(visit, request.url) : await wallet(visit, query);
  return data(view, { headers: { "cache-control": "private, no-store" } });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

async function oneTicket(visit: Visit, url: string) {
  const found = await visit.call("tickets", { ticketId: idIn(url, "ticket") });
  const ticket = found.ok ? found.value.items[0] : undefined;
  if (ticket === undefined) throw data(null, { status: 404 });
  const refused = new URL(url).searchParams.has("refused");
  return {
    ticket,
    barcode: ticket.code === null ? null : barcodeOf(ticket.code),
    now: Date.parse(visit.now()),
    refused,
  };
}

async function wallet(visit: Visit, query: URLSearchParams) {
  const past = query.get("show") === "past";
  const each = query.has("each");
  const found = await visit.call("getWallet", { type: past ? "past" : "current", unstack: each });
  if (!found.ok) throw data(null, { status: 503 });
  const stacks = found.value.stacks.flatMap(({ count, tickets: [ticket] }): ShownStack[] =>
    ticket === undefined ? [] : [{ count, ticket: { ...ticket, code: null } }],
  );
  return { stacks: stacks.sort((a, b) => rank(a.ticket) - rank(b.ticket)), past, each, now: Date.parse(visit.now()) };
}

const ranks: Partial<Record<Ticket["state"], number>> = { active: 0, pending: 1, blocked: 2 };
const rank = ({ state }: Ticket): number => ranks[state] ?? 3;

/** The tickets of the account, each one tap from its code (§3 "wallet"). */
export default function Wallet() {
  const view = useLoaderData<typeof loader>();
  return "ticket" in view ? <OneTicket {...view} /> : <AllTickets {...view} />;
}

function AllTickets({ stacks, past, each, now }: { stacks: ShownStack[]; past: boolean; each: boolean; now: number }) {
  const t = useT();
  const show: Record<string, string> = past ? { show: "past" } : {};
  return (
    <Page narrow>
      <Title>{t("wallet.title")}</Title>
      <PageHead title={t("wallet.title")} />
      <FlagAlert flag="VALIDATION" />
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
      {stacks.length === 0 ? <NoTickets past={past} /> : <StackList {...{ stacks, past, now }} />}
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
    <LinkButton look="main" href={href("home")}>
      {t("wallet.empty.action")}
    </LinkButton>
  );
  return (
    <EmptyState title={t("wallet.empty.title")} action={toShop}>
      {t("wallet.empty.text")}
    </EmptyState>
  );
}

function StackList({ stacks, past, now }: { stacks: ShownStack[]; past: boolean; now: number }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Stack>
      <h2 className="visually-hidden">{t(past ? "wallet.past" : "wallet.usable")}</h2>
      <Tickets>
        {stacks.map(({ ticket, count }) => {
          const { traveller } = ticket;
          const left = leftOf(t, formats, ticket, now);
          const state = left?.label ?? stateWords(t, ticket);
          const name = traveller && `${traveller.firstName} ${traveller.lastName}`.trim();
          const use = [journeyWords(t, ticket), name, validityWords(t, formats, ticket)].filter(Boolean).join(" · ");
          return (
            <OwnTicket
              key={ticket.ticketId}
              ink={ticket.ink}
              href={href("wallet", undefined, { ticket: ticket.ticketId })}
              state={count > 1 ? `${state} · ${t("wallet.count", { count })}` : state}
              name={ticket.name}
              use={use}
              action={t(past ? "wallet.see" : "wallet.present")}
            />
          );
        })}
      </Tickets>
    </Stack>
  );
}
