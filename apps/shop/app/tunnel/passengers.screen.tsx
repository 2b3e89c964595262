import { choosePassengers } from "@guichet/rules/tunnel.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { type FormEvent, useEffect, useState } from "react";
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "react-router";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { tunnelPeople } from "./tunnel.server.ts";
import { TunnelFrame } from "./tunnel-frame.tsx";
import { readTunnel, type TunnelState, tunnel } from "./tunnel-state.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await tunnelPeople(requestContextOf(context)), { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Choice of the passengers (§2 "/tunnel/passengers"). `for` restarts the tunnel for one of them. */
export default function TunnelPassengers() {
  const t = useT();
  return (
    <TunnelFrame step="passengers" title={t("tunnel.passengers.title")} text={t("tunnel.passengers.text")}>
      {(state) => <Passengers state={state} />}
    </TunnelFrame>
  );
}

function Passengers({ state }: { state: TunnelState }) {
  const t = useT();
  const navigate = useNavigate();
  const { user } = usePageContext();
  const { travellers } = useLoaderData<typeof loader>();
  const [isMissing, setMissing] = useState(false);
  useTunnelForOne();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = state.passengers.map(({ id }) => id);
    if (!travellers.some(({ userId }) => chosen.includes(userId))) return setMissing(true);
    void navigate(href("tunnelMedia"));
  };
  return (
    <form onSubmit={submit} noValidate className="stack" data-gap="l">
      <PassengerChoice state={state} isMissing={isMissing} chosen={() => setMissing(false)} />
      {user?.isParent !== false && (
        <p>
          <LinkButton
            variant="quiet"
            href={href("travellerNew", undefined, { next: href("tunnelPassengers") })}
            icon={<PlusIcon size="s" />}
          >
            {t("tunnel.passengers.add")}
          </LinkButton>
        </p>
      )}
      <Button variant="main" big>
        {t("tunnel.continue")}
      </Button>
    </form>
  );
}

/** Restarts the tunnel for the traveller named by `for`. */
function useTunnelForOne(): void {
  const { user } = usePageContext();
  const { travellers } = useLoaderData<typeof loader>();
  const [search, setSearch] = useSearchParams();
  const named = search.get("for");
  const ownerId = user?.userId ?? "";
  useEffect(() => {
    if (named === null) return;
    const known = travellers.some(({ userId }) => userId === named);
    tunnel.begin(ownerId, known ? [{ id: named, media: null }] : []);
    // Removes `for`, so that a reload keeps the choices made since.
    setSearch({}, { replace: true });
  }, [named, ownerId, travellers, setSearch]);
}

interface PassengerChoiceProps {
  state: TunnelState;
  isMissing: boolean;
  chosen: () => void;
}

function PassengerChoice({ state, isMissing, chosen }: PassengerChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const { user, network } = usePageContext();
  const { travellers, cards } = useLoaderData<typeof loader>();
  const ownerId = user?.userId ?? "";
  const selected = state.passengers.map(({ id }) => id);
  const choose = (id: string, isChosen: boolean) => {
    const ids = isChosen ? [...selected, id] : selected.filter((one) => one !== id);
    if (state.ownerId !== ownerId) tunnel.begin(ownerId);
    tunnel.change(choosePassengers(readTunnel(), ids, cards));
    chosen();
  };
  const hasCard = (id: string) => cards.some((card) => card.travellerId === id && card.isUsable);
  return (
    <ChoiceGroup
      id="passengers"
      label={t("tunnel.passengers.question")}
      error={isMissing ? t("tunnel.passengers.missing") : undefined}
    >
      {travellers.map(({ userId, name, birthday }) => (
        <Choice
          key={userId}
          type="checkbox"
          name="passenger"
          value={userId}
          title={<bdi>{name}</bdi>}
          note={[
            ...(birthday === null || network.specific.hideBirthDate ? [] : [formats.shortDay(birthday)]),
            t(hasCard(userId) ? "tunnel.passengers.card" : "tunnel.passengers.no-card"),
          ].join(" · ")}
          checked={selected.includes(userId)}
          onChange={({ currentTarget }) => choose(userId, currentTarget.checked)}
        />
      ))}
    </ChoiceGroup>
  );
}
