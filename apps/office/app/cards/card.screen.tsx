import { CardIncident } from "@guichet/contract/cards.ts";
import type { StaffCard } from "@guichet/contract/office/cards.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split } from "@guichet/ui/page.tsx";
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
import { refusalText } from "../shell/refusals.ts";
import { SearchBox } from "../shell/search-box.tsx";
import { useFormats, useNetwork } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";
import { networkOf, visitOf } from "../shell/visit.ts";
import { CardActs } from "./card-acts.tsx";
import { Acts, CardTickets, Incidents } from "./card-history.tsx";
import { CardStamp } from "./card-words.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const network = await networkOf(visit, params.network);
  const outcome = await visit.call("getCard", { cardId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const visit = visitOf(context);
  const network = await networkOf(visit, params.network);
  const cardId = params.id ?? "";
  const form = await request.formData();
  const note = `${form.get("note") ?? ""}`.trim();
  const done = (what: string, count: number, id = cardId) =>
    redirect(`${href("card", { network: network.id, id })}?${new URLSearchParams({ done: what, count: `${count}` })}`, {
      status: 303,
    });
  if (form.get("what") === "block") {
    const incident = CardIncident.safeParse(form.get("incident"));
    if (!incident.success) return { code: "FIELD_INVALID" as const };
    const outcome = await visit.call("staffBlockCard", { cardId, incident: incident.data, note }, network.id);
    return outcome.ok ? done("blocked", outcome.value.blockedTickets) : { code: outcome.code };
  }
  if (form.get("what") === "lift") {
    const outcome = await visit.call("staffUnblockCard", { cardId, note }, network.id);
    return outcome.ok ? done("lifted", outcome.value.liftedTickets) : { code: outcome.code };
  }
  const outcome = await visit.call("staffReplaceCard", { cardId, note }, network.id);
  if (!outcome.ok) return { code: outcome.code };
  return done("replaced", outcome.value.movedTickets, outcome.value.newCard.cardId);
}

/** One card: whose it is, what happened to it, what is on it, and what may be done. */
export default function Card() {
  const t = useT();
  const { card } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useKeys({ "/": "q", b: "act-block", l: "act-lift", r: "act-replace" });
  return (
    <OfficePage
      title={t("cards.card", { number: card.number })}
      stamp={<CardStamp card={card} />}
      told={<Done />}
      refused={answer?.code && refusalText(t, answer.code)}
    >
      <SearchBox of="cards" />
      <Split aside={<CardActs key={card.state} card={card} />}>
        <CardFacts card={card} />
        <CardTickets tickets={card.tickets} />
        <Incidents incidents={card.incidents} />
        <Acts acts={card.acts} />
      </Split>
    </OfficePage>
  );
}

/** What was just done, said once more. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const what = (["blocked", "lifted", "replaced"] as const).find((known) => known === query.get("done"));
  if (what === undefined) return null;
  const count = Number(query.get("count")) || 0;
  return (
    <Notice tone="ok" role="status">
      {t(`cards.done.${what}`, { count })}
    </Notice>
  );
}

function CardFacts({ card }: { card: StaffCard }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { holder, replacedBy } = card;
  const facts = [
    { term: t("cards.bearer"), value: <bdi>{`${card.firstName} ${card.lastName}`}</bdi> },
    { term: t("cards.born"), value: formats.shortDay(card.birthDate) },
    { term: t("cards.expires"), value: card.expiresAt ? formats.dayOf(card.expiresAt) : t("cards.no-expiry") },
    { term: t("cards.account"), value: holder ? <bdi>{holder.name}</bdi> : t("cards.no-account") },
    ...(holder
      ? [
          { term: t("cards.email"), value: <bdi dir="ltr">{holder.email}</bdi> },
          { term: t("cards.customer-number"), value: <Figures>{holder.customerNumber}</Figures> },
        ]
      : []),
    ...(card.traveller ? [{ term: t("cards.traveller"), value: <bdi>{card.traveller}</bdi> }] : []),
    ...(card.linkedAt ? [{ term: t("cards.linked"), value: formats.shortInstant(card.linkedAt) }] : []),
    { term: t("cards.created"), value: formats.shortInstant(card.createdAt) },
    ...(replacedBy
      ? [
          {
            term: t("cards.replaced-by"),
            value: (
              <TextLink href={href("card", { network: network.id, id: replacedBy.cardId })}>
                <Figures>{replacedBy.number}</Figures>
              </TextLink>
            ),
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}
