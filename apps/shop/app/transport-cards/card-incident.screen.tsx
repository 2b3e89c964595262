import type { TransportCard } from "@guichet/contract/transport-cards.ts";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { readIncident } from "./card-forms.ts";
import { DeclareIncident } from "./declare-incident.tsx";
import { OwnCardDrawing } from "./own-card.tsx";
import { ReplaceCard } from "./replace-card.tsx";
import { replacementOffers } from "./replacement-offers.server.ts";
import { ReplacementOrder } from "./replacement-order.tsx";

/** Loads a card with its tickets and the articles that replace it. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [held, wallet] = await Promise.all([ctx.call("getMedias", {}), ctx.call("tickets", { limit: 100 })]);
  if (!held.ok) throw data(null, { status: 503 });
  const card = held.value.medias.find(({ id }) => id === params.id);
  if (card === undefined) throw data(null, { status: 404 });
  const replacing = held.value.medias.find(({ id }) => id === card.replaced_by);
  const onCard = (wallet.ok ? wallet.value.items : []).filter(
    ({ media, state }) => media?.mediaId === card.id && ["active", "pending", "blocked"].includes(state),
  );
  const tickets = onCard.map(({ ticketId, name, state }) => ({ ticketId, name, state }));
  const offers = card.incident !== null && card.state === "active" ? await replacementOffers(ctx) : [];
  return data({ card, replacing, tickets, offers }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Declares the incident; the page then shows the updated card. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const read = readIncident(typed);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const id = params.id ?? "";
  const declared = await reached(() => ctx.call("declareMediaIncident", { mediaId: id, ...read.value }));
  if (!declared.ok && declared.code === "NOT_FOUND") throw data(null, { status: 404 });
  // Another tab, or the traveller, has already declared it.
  if (declared.ok || declared.code === "CARD_INCIDENT")
    return redirect(href("cardIncident", { id }, { flash: "blocked" }), { status: 303 });
  return data(sentBack([{ code: declared.code }], typed), { status: 422 });
}

/** The screen for a lost, stolen or defective card (§2 "/account/transport-cards/incident/{id}"). */
export default function CardIncidentScreen() {
  const t = useT();
  const { card, replacing, tickets, offers } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const view = viewOf(card);
  const title = t(`transport-cards.declare.title.${view}`);
  return (
    <Page narrow>
      <Title faulty={answer ? t("shell.form.faulty") : undefined}>{title}</Title>
      <BackLink href={href("transportCards")} label={t("transport-cards.title")} />
      <PageHead title={title}>{t(`transport-cards.declare.text.${view}`)}</PageHead>
      <OwnCardDrawing card={card} />
      {view === "declare" && <DeclareIncident tickets={tickets} answer={answer} />}
      {view === "blocked" && <ReplaceCard card={card} tickets={tickets} offers={offers} />}
      {view === "ordered" && <ReplacementOrder card={card} replacing={replacing} />}
    </Page>
  );
}

/** Returns the view for a card's state: declare, replace, follow the replacement, or over. */
function viewOf({ incident, state, replacement, replaced_by }: TransportCard) {
  if (replacement !== null || replaced_by !== null) return "ordered";
  if (incident !== null && state === "active") return "blocked";
  return state === "active" ? "declare" : "over";
}
