import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { proposeMedia, stepAfterMedia } from "@guichet/rules/tunnel.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type FormEvent, useEffect, useState } from "react";
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { OwnCardLink } from "./own-card-link.tsx";
import { offersOnlyPhysical, type TunnelTraveller, tunnelPeople } from "./tunnel.server.ts";
import { stepHref, TunnelFrame } from "./tunnel-frame.tsx";
import { readTunnel, type TunnelState, tunnel } from "./tunnel-state.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [people, onlyPhysical] = await Promise.all([tunnelPeople(ctx), offersOnlyPhysical(ctx)]);
  return data({ ...people, onlyPhysical }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Choice of each passenger's medium (§2 "/tunnel/media"). */
export default function TunnelMedia() {
  const t = useT();
  return (
    <TunnelFrame
      step="media"
      title={t("tunnel.media.title")}
      text={t("tunnel.media.text")}
      back={() => ({ href: href("tunnelPassengers"), label: t("tunnel.stop.passengers") })}
    >
      {(state) => <Media state={state} />}
    </TunnelFrame>
  );
}

function Media({ state }: { state: TunnelState }) {
  const t = useT();
  const navigate = useNavigate();
  const { switches } = usePageContext().network;
  const { onlyPhysical } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const [isMissing, setMissing] = useState(false);
  useProposedMedia();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.media === null) return setMissing(true);
    void navigate(stepHref[stepAfterMedia(state)]());
  };
  if (onlyPhysical) return <p className="soft">{t("tunnel.wait")}</p>;
  return (
    <form onSubmit={submit} noValidate className="stack" data-gap="l">
      {search.get("linked") && <Notice tone="ok" role="status" title={t("tunnel.association.done")} />}
      <MediaChoice state={state} isMissing={isMissing} chosen={() => setMissing(false)} />
      {state.media === "physical" &&
        state.passengers.map(({ id, media }) => <CardChoice key={id} state={state} passengerId={id} media={media} />)}
      {state.media === "physical" && switches.mediaTunnelPairing && <OwnCardLink />}
      <Button variant="main" big>
        {t("tunnel.continue")}
      </Button>
    </form>
  );
}

/** Selects a default medium for each passenger when the page opens, and skips the step where there is no choice (§2). */
function useProposedMedia(): void {
  const navigate = useNavigate();
  const { cards, onlyPhysical } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const [passenger, linked] = [search.get("passenger"), search.get("linked")];
  useEffect(() => {
    const stored = readTunnel();
    // Selects the card just associated for its passenger.
    const passengers = stored.passengers.map((one) =>
      linked && one.id === passenger ? { ...one, media: linked } : one,
    );
    const next = proposeMedia({ ...stored, passengers }, cards, onlyPhysical);
    tunnel.change(next);
    if (onlyPhysical) void navigate(stepHref[stepAfterMedia(next)](), { replace: true });
  }, [cards, onlyPhysical, linked, passenger, navigate]);
}

/** Choice of transport cards or phones, for all passengers. */
function MediaChoice({ state, isMissing, chosen }: { state: TunnelState; isMissing: boolean; chosen: () => void }) {
  const t = useT();
  return (
    <ChoiceGroup
      id="media"
      label={t("tunnel.media.question")}
      error={isMissing ? t("tunnel.media.missing") : undefined}
    >
      {(["physical", "dematerialised"] as const).map((media) => (
        <Choice
          key={media}
          name="media"
          value={media}
          title={t(`tunnel.media.${media}`)}
          note={t(`tunnel.media.${media}.note`)}
          checked={state.media === media}
          onChange={() => {
            tunnel.change({ media });
            chosen();
          }}
        />
      ))}
    </ChoiceGroup>
  );
}

/** Choice of one passenger's card: an existing one, or a new one. */
function CardChoice({ state, passengerId, media }: { state: TunnelState; passengerId: string; media: string | null }) {
  const t = useT();
  const { travellers, cards } = useLoaderData<typeof loader>();
  const choose = (mediaId: string) =>
    tunnel.change({
      passengers: state.passengers.map((one) => (one.id === passengerId ? { ...one, media: mediaId } : one)),
      ready: false,
    });
  const name = `card-${passengerId}`;
  return (
    <ChoiceGroup id={name} label={t("tunnel.media.of", { name: nameOf(travellers, passengerId) })}>
      {cards
        .filter(({ travellerId, isUsable }) => isUsable && travellerId === passengerId)
        .map((card) => (
          <Choice
            key={card.id}
            name={name}
            value={card.id}
            title={<Figures>{card.number}</Figures>}
            note={t("tunnel.media.own")}
            checked={media === card.id}
            onChange={() => choose(card.id)}
          />
        ))}
      <Choice
        name={name}
        value={newCard}
        title={t("tunnel.media.new")}
        note={t("tunnel.media.new.note")}
        checked={media === newCard}
        onChange={() => choose(newCard)}
      />
    </ChoiceGroup>
  );
}

const nameOf = (travellers: readonly TunnelTraveller[], id: string): string =>
  travellers.find(({ userId }) => userId === id)?.name ?? "";
