import type { Support } from "@guichet/contract/catalogue.ts";
import type { TransportCard } from "@guichet/contract/transport-cards.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { cart, offerOf, readCart } from "../cart/cart-state.ts";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { useRefusalWords } from "../texts/use-refusal-text.ts";
import type { ReplacementOffer } from "./replacement-offers.server.ts";

interface ReplaceCardProps {
  card: TransportCard;
  tickets: readonly { ticketId: string; name: string }[];
  offers: readonly ReplacementOffer[];
}

/** A blocked card: the tickets that wait for its replacement, and how to order it. */
export function ReplaceCard({ card, tickets, offers }: ReplaceCardProps) {
  const t = useT();
  const formats = useFormats();
  const [search] = useSearchParams();
  return (
    <>
      <Notice
        tone={search.get("flash") === "blocked" ? "ok" : "bad"}
        {...(search.get("flash") === "blocked" ? { role: "status" as const } : {})}
        title={
          card.incident_at === null
            ? t("transport-cards.replace.blocked")
            : t("transport-cards.replace.blocked-since", { instant: formats.instant(card.incident_at) })
        }
      >
        <p>{t("transport-cards.replace.waiting", { count: tickets.length })}</p>
        {tickets.length > 0 && (
          <p>
            <bdi>{formats.list(tickets.map(({ name }) => name))}</bdi>
          </p>
        )}
      </Notice>
      {card.traveller === null || offers[0] === undefined ? (
        <Notice title={t("transport-cards.replace.none")}>{t("transport-cards.replace.none.text")}</Notice>
      ) : (
        <Order card={card} offer={offers[0]} travellerId={card.traveller.userId} />
      )}
      <p className="small soft">{t("transport-cards.replace.found")}</p>
    </>
  );
}

const ways = ["SHIPPING", "COLLECT", "PHYSICAL"] as const;

function Order({ card, offer, travellerId }: { card: TransportCard; offer: ReplacementOffer; travellerId: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { switches, postage } = usePageContext().network;
  const words = useRefusalWords();
  const offered = ways.filter((way) => offer.supports.includes(way));
  const [support, setSupport] = useState<Support | undefined>(offered[0]);
  const [summary, setSummary] = useState<{ message: string }[]>([]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (support === undefined) return;
    // A card has one replacement: choosing another delivery method replaces the line in the cart.
    for (const line of readCart().lines)
      if (line.shopItemId === offer.shopItemId && line.mediaId === card.id) cart.remove(line.id);
    const line = {
      ...{ shopItemId: offer.shopItemId, quantity: 1, profileId: travellerId, support, optionId: null },
      ...{ mediaId: card.id, startingAt: null, startMonth: null, fields: {} },
    };
    const articles = [offer.kept, ...readCart().articles.filter(({ shopItemId }) => shopItemId !== offer.shopItemId)];
    const added = cart.add(line, articles, offerOf(switches));
    if (!added.ok) return setSummary([{ message: (await words())(added.code) }]);
    cart.keepArticles(articles);
    void navigate(href("cart"));
  };
  return (
    <Sheet title={t("transport-cards.replace.title")} id="replace">
      <form onSubmit={(event) => void submit(event)} className="stack" noValidate>
        <ErrorSummary key={JSON.stringify(summary)} title={t("shell.form.problem")} errors={summary} />
        <p>
          {offer.name}{" "}
          <b>
            <Amount money={offer.price} />
          </b>
        </p>
        <p className="soft">{offer.summary}</p>
        <ChoiceGroup id="support" label={t("transport-cards.replace.how")}>
          {offered.map((way) => (
            <Choice
              key={way}
              name="support"
              value={way}
              title={t(`transport-cards.replace.${way}`)}
              note={t(`transport-cards.replace.${way}.note`, { postage: `${postage}` })}
              checked={support === way}
              onChange={() => setSupport(way)}
            />
          ))}
        </ChoiceGroup>
        <Button variant="main" big>
          {t("transport-cards.replace.submit")}
        </Button>
      </form>
    </Sheet>
  );
}
