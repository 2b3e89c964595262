import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from "react-router";
import { typedOf } from "../forms/form-values.ts";
import { lazyPage } from "../page/lazy-page.tsx";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { AllTickets } from "./all-tickets.tsx";
import { OfflineCopy } from "./offline/offline-copy.tsx";
import { readPresented } from "./present/present.server.ts";
import { readTicket, readWallet } from "./wallet.server.ts";
import { walletAction } from "./wallet-actions.server.ts";

const OneTicket = lazyPage(() => import("./ticket/one-ticket.tsx").then((module) => module.OneTicket));
const PresentTicket = lazyPage(() => import("./present/present-ticket.tsx").then((module) => module.PresentTicket));
const GiveTicket = lazyPage(() => import("./give-ticket.tsx").then((module) => module.GiveTicket));
const UseTicket = lazyPage(() => import("./use-ticket.tsx").then((module) => module.UseTicket));

/** Loads one ticket (`ticket`): its details, or to present (`present`), use (`use`) or transfer (`give`) it; otherwise all. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const query = new URL(request.url).searchParams;
  const view = await readView(ctx, request.url, query);
  return data(view, { headers: { "cache-control": "private, no-store" } });
}

function readView(ctx: RequestContext, url: string, query: URLSearchParams) {
  if (!query.has("ticket")) return readWallet(ctx, query);
  return query.has("present") ? readPresented(ctx, url) : readTicket(ctx, url);
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
  if (shown.view === "all" || shown.view === "one" || shown.view === "present") {
    return (
      <>
        <OfflineCopy flash={shown.view === "all" ? null : shown.flash} />
        {shown.view === "all" && <AllTickets {...shown} />}
        {shown.view === "one" && <OneTicket {...shown} />}
        {shown.view === "present" && <PresentTicket {...shown} />}
      </>
    );
  }
  const { key: once, ...asked } = shown;
  if (asked.view === "use") return <UseTicket {...asked} key={key} once={once} answer={answer} />;
  return <GiveTicket {...asked} once={once} answer={answer} />;
}
