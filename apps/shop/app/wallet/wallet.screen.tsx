import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { DocumentIcon, ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { OwnTicket } from "@guichet/ui/tickets/own-ticket.tsx";
import { Tickets } from "@guichet/ui/tickets/tickets.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from "react-router";
import { useFormats } from "../formats/formats.ts";
import { typedOf } from "../forms/form-values.ts";
import { FlagAlert } from "../maintenance/flag-alert.tsx";
import { lazyPart } from "../page/lazy-part.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { useT } from "../texts/texts.tsx";
import { OfflineCopy } from "./offline-copy.tsx";
import { OneTicket } from "./one-ticket.tsx";
import { journeyWords, leftOf, stateWords, validityWords } from "./ticket-words.ts";
import { readTicket, readWallet } from "./wallet.server.ts";
import { walletAction } from "./wallet-actions.server.ts";

const GiveTicket = lazyPart(() => import("./give-ticket.tsx").then((module) => module.GiveTicket));
const UseTicket = lazyPart(() => import("./use-ticket.tsx").then((module) => module.UseTicket));

/** Loads one ticket (`ticket`), to show, to use (`use`) or to transfer (`give`); otherwise all. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const query = new URL(request.url).searchParams;
  const view = query.has("ticket") ? await readTicket(ctx, request.url) : await readWallet(ctx, query);
  return data(view, { headers: { "cache-control": "private, no-store" } });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export async function action({ context, request }: ActionFunctionArgs) {
  return walletAction(requestContextOf(context), request.url, typedOf(await request.formData()));
}

/** The tickets of the account, each one tap from its barcode (§3 "wallet"). */
export default function Wallet() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { key } = useLocation();
  if (shown.view === "all" || shown.view === "one") {
    return (
      <>
        <OfflineCopy flash={shown.view === "one" ? shown.flash : null} />
        {shown.view === "all" ? <AllTickets {...shown} /> : <OneTicket {...shown} />}
      </>
    );
  }
  const { key: once, ...asked } = shown;
  if (asked.view === "use") return <UseTicket {...asked} key={key} once={once} answer={answer} />;
  return <GiveTicket {...asked} once={once} answer={answer} />;
}

type AllTicketsProps = Pick<Awaited<ReturnType<typeof readWallet>>, "stacks" | "past" | "each" | "vignette" | "now">;

function AllTickets({ stacks, past, each, vignette, now }: AllTicketsProps) {
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
          const isToUse = vignette?.place != null && ticket.punch !== null;
          const use = [journeyWords(t, ticket), name, validityWords(t, formats, ticket)].filter(Boolean).join(" · ");
          return (
            <OwnTicket
              key={ticket.ticketId}
              ink={ticket.ink}
              href={href("wallet", undefined, placed(ticket.ticketId, isToUse ? vignette : null))}
              state={count > 1 ? `${state} · ${t("wallet.count", { count })}` : state}
              name={ticket.name}
              use={use}
              action={t(
                past || ticket.state === "blocked" ? "wallet.see" : isToUse ? "wallet.use.short" : "wallet.present",
              )}
            />
          );
        })}
      </Tickets>
    </Stack>
  );
}

/** The link parameters of a ticket, with the vignette if one was read. */
const placed = (ticket: string, vignette: AllTicketsProps["vignette"]): Record<string, string> =>
  vignette?.place ? { ticket, use: "1", vignette: vignette.payload } : { ticket };
