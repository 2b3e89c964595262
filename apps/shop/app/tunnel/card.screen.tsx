import type { Support } from "@guichet/contract/catalogue.ts";
import { cardPhotoMinHeight, cardPhotoMinWidth } from "@guichet/contract/limits/file-limits.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type FormEvent, useState } from "react";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { OwnCardLink } from "./own-card-link.tsx";
import { type NewCardOffer, newCardOffers, offersOnlyPhysical, tunnelPeople } from "./tunnel.server.ts";
import { TunnelFrame } from "./tunnel-frame.tsx";
import { type TunnelState, tunnel } from "./tunnel-state.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [{ travellers }, offers, onlyPhysical] = await Promise.all([
    tunnelPeople(ctx),
    newCardOffers(ctx),
    offersOnlyPhysical(ctx),
  ]);
  return data({ travellers, offers, onlyPhysical }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** The new card: its price and delivery (§2 "/tunnel/card"). */
export default function TunnelCard() {
  const t = useT();
  const { onlyPhysical } = useLoaderData<typeof loader>();
  return (
    <TunnelFrame
      step="card"
      title={t("tunnel.card.title")}
      text={t("tunnel.card.text")}
      back={() =>
        onlyPhysical
          ? { href: href("tunnelPassengers"), label: t("tunnel.stop.passengers") }
          : { href: href("tunnelMedia"), label: t("tunnel.media.title") }
      }
    >
      {(state) => <NewCard state={state} />}
    </TunnelFrame>
  );
}

function NewCard({ state }: { state: TunnelState }) {
  const t = useT();
  const navigate = useNavigate();
  const { switches } = usePageContext().network;
  const { offers, onlyPhysical } = useLoaderData<typeof loader>();
  const [isMissing, setMissing] = useState(false);
  const chosen = offers.find(({ shopItemId }) => shopItemId === state.selectedMedia?.shopItemId) ?? offers[0];
  if (chosen === undefined) return <NoCardOffered />;
  const support = chosen.supports.find((one) => one === state.selectedMedia?.support);
  const choose = (shopItemId: string, by: Support | undefined) => {
    tunnel.change({ selectedMedia: by === undefined ? null : { shopItemId, support: by } });
    setMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (support === undefined) return setMissing(true);
    choose(chosen.shopItemId, support);
    void navigate(href("tunnelCardProfiles"));
  };
  return (
    <form onSubmit={submit} noValidate className="stack" data-gap="l">
      {offers.length > 1 ? (
        <CardArticleChoice offers={offers} chosen={chosen} support={support} choose={choose} />
      ) : (
        <OnlyCardArticle offer={chosen} />
      )}
      <Bearers state={state} />
      {chosen.pictureRequired && (
        <Notice title={t("tunnel.card.picture")}>
          {t("tunnel.card.picture.text", { width: cardPhotoMinWidth, height: cardPhotoMinHeight })}
        </Notice>
      )}
      <CardDeliveryChoice offer={chosen} support={support} isMissing={isMissing} choose={choose} />
      {onlyPhysical && switches.mediaTunnelPairing && <OwnCardLink />}
      <Button variant="main" big>
        {t("tunnel.continue")}
      </Button>
    </form>
  );
}

function NoCardOffered() {
  const t = useT();
  return (
    <EmptyState
      title={t("tunnel.card.none")}
      action={<LinkButton href={href("home")}>{t("tunnel.to-shop")}</LinkButton>}
    >
      {t("tunnel.card.none.text")}
    </EmptyState>
  );
}

type ChooseCard = (shopItemId: string, by: Support | undefined) => void;

interface CardArticleChoiceProps {
  offers: readonly NewCardOffer[];
  chosen: NewCardOffer;
  support: Support | undefined;
  choose: ChooseCard;
}

function CardArticleChoice({ offers, chosen, support, choose }: CardArticleChoiceProps) {
  const t = useT();
  return (
    <ChoiceGroup id="article" label={t("tunnel.card.which")}>
      {offers.map((offer) => (
        <Choice
          key={offer.shopItemId}
          name="article"
          value={offer.shopItemId}
          title={offer.name}
          note={offer.summary}
          end={<Amount money={offer.price} />}
          checked={offer === chosen}
          onChange={() => choose(offer.shopItemId, offer.supports.find((one) => one === support) ?? offer.supports[0])}
        />
      ))}
    </ChoiceGroup>
  );
}

function OnlyCardArticle({ offer }: { offer: NewCardOffer }) {
  const t = useT();
  return (
    <Sheet title={offer.name} id="article">
      <p className="soft">{offer.summary}</p>
      <p>
        <b>
          <Amount money={offer.price} />
        </b>{" "}
        {t("tunnel.card.each")}
      </p>
    </Sheet>
  );
}

/** The passengers who get a new card. */
function Bearers({ state }: { state: TunnelState }) {
  const t = useT();
  const formats = useFormats();
  const { travellers } = useLoaderData<typeof loader>();
  const bearers = state.passengers.flatMap(({ id, media }) =>
    media === newCard ? (travellers.find(({ userId }) => userId === id)?.name ?? []) : [],
  );
  return (
    <p>
      {t("tunnel.card.for", { count: bearers.length })} <bdi>{formats.list(bearers)}</bdi>
    </p>
  );
}

interface CardDeliveryChoiceProps {
  offer: NewCardOffer;
  support: Support | undefined;
  isMissing: boolean;
  choose: ChooseCard;
}

/** Choice of delivery: by post, at an agency, or immediate. */
function CardDeliveryChoice({ offer, support, isMissing, choose }: CardDeliveryChoiceProps) {
  const t = useT();
  const { postage } = usePageContext().network;
  return (
    <ChoiceGroup id="support" label={t("tunnel.card.how")} error={isMissing ? t("tunnel.card.how.missing") : undefined}>
      {offer.supports.flatMap((one) =>
        one === "SHIPPING" || one === "COLLECT" || one === "PHYSICAL" ? (
          <Choice
            key={one}
            name="support"
            value={one}
            title={t(`tunnel.by.${one}`)}
            note={t(`tunnel.by.${one}.note`, { postage: `${postage}` })}
            checked={one === support}
            onChange={() => choose(offer.shopItemId, one)}
          />
        ) : (
          []
        ),
      )}
    </ChoiceGroup>
  );
}
