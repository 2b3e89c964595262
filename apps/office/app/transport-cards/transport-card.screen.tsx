import type { StaffCard } from "@guichet/contract/office/transport-cards.ts";
import { CardIncident } from "@guichet/contract/transport-cards.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { SearchBox } from "../shell/search/search-box.tsx";
import { useT } from "../shell/texts.tsx";
import { blankCardText, type CardsRefused, typedCardsIn } from "./blank-card-fields.tsx";
import { TransportCardActions } from "./transport-card-actions.tsx";
import { AuditEntries, CardTickets, Incidents } from "./transport-card-history.tsx";
import { CardStamp } from "./transport-card-texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getCard", { cardId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const cardId = params.id ?? "";
  const form = await request.formData();
  const note = `${form.get("note") ?? ""}`.trim();
  const done = (what: string, count: number, id = cardId) =>
    redirect(
      `${href("transportCard", { network: network.id, id })}?${new URLSearchParams({ done: what, count: `${count}` })}`,
      {
        status: 303,
      },
    );
  if (form.get("what") === "block") {
    const incident = CardIncident.safeParse(form.get("incident"));
    if (!incident.success) return { code: "FIELD_INVALID" as const };
    const outcome = await ctx.call("staffBlockCard", { cardId, incident: incident.data, note }, network.id);
    return outcome.ok ? done("blocked", outcome.value.blockedTickets) : refused(outcome.code);
  }
  if (form.get("what") === "lift") {
    const outcome = await ctx.call("staffUnblockCard", { cardId, note }, network.id);
    return outcome.ok ? done("lifted", outcome.value.liftedTickets) : refused(outcome.code);
  }
  const typed = typedCardsIn(form);
  const cardNumber = typed[cardId];
  const values = { cardId, note, ...(cardNumber === undefined ? {} : { cardNumber }) };
  const outcome = await ctx.call("staffReplaceCard", values, network.id);
  if (!outcome.ok) {
    const { code, details = {} } = outcome;
    return refused(code, { cards: { typed, code, details } });
  }
  return done("replaced", outcome.value.movedTickets, outcome.value.newCard.cardId);
}

/** One card: its bearer, its history, its tickets, and the available actions. */
export default function Card() {
  const t = useT();
  const { card } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const cards = (answer as { cards?: CardsRefused } | undefined)?.cards;
  const cardText = cards && blankCardText(t, cards.code, cards.details);
  useKeys({ "/": "q", b: "act-block", l: "act-lift", r: "act-replace" });
  return (
    <OfficePage
      title={t("transport-cards.card", { number: card.number })}
      stamp={<CardStamp card={card} />}
      flash={<Done />}
      refused={cardText ?? (answer?.code && refusalText(t, answer.code))}
    >
      <SearchBox of="transportCards" />
      <Split aside={<TransportCardActions key={card.state} card={card} refused={cards} />}>
        <CardFacts card={card} />
        <CardTickets tickets={card.tickets} />
        <Incidents incidents={card.incidents} />
        <AuditEntries acts={card.acts} />
      </Split>
    </OfficePage>
  );
}

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const what = (["blocked", "lifted", "replaced"] as const).find((known) => known === query.get("done"));
  if (what === undefined) return null;
  const count = Number(query.get("count")) || 0;
  return (
    <Notice tone="ok" role="status">
      {t(`transport-cards.done.${what}`, { count })}
    </Notice>
  );
}

function CardFacts({ card }: { card: StaffCard }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { holder, replacedBy } = card;
  const facts = [
    { term: t("transport-cards.bearer"), value: <bdi>{`${card.firstName} ${card.lastName}`}</bdi> },
    { term: t("transport-cards.born"), value: formats.shortDay(card.birthDate) },
    {
      term: t("transport-cards.expires"),
      value: card.expiresAt ? formats.dayOf(card.expiresAt) : t("transport-cards.no-expiry"),
    },
    { term: t("transport-cards.account"), value: holder ? <bdi>{holder.name}</bdi> : t("transport-cards.no-account") },
    ...(holder
      ? [
          { term: t("transport-cards.email"), value: <bdi dir="ltr">{holder.email}</bdi> },
          { term: t("transport-cards.customer-number"), value: <Figures>{holder.customerNumber}</Figures> },
        ]
      : []),
    ...(card.traveller ? [{ term: t("transport-cards.traveller"), value: <bdi>{card.traveller}</bdi> }] : []),
    ...(card.linkedAt ? [{ term: t("transport-cards.linked"), value: formats.shortInstant(card.linkedAt) }] : []),
    { term: t("transport-cards.created"), value: formats.shortInstant(card.createdAt) },
    ...(replacedBy
      ? [
          {
            term: t("transport-cards.replaced-by"),
            value: (
              <TextLink href={href("transportCard", { network: network.id, id: replacedBy.cardId })}>
                <Figures>{replacedBy.number}</Figures>
              </TextLink>
            ),
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}
