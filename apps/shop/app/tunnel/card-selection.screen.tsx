import { needsNewCard } from "@guichet/rules/tunnel.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { type FormEvent, useState } from "react";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { offerOf } from "../cart/cart-state.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { useRefusalWords } from "../texts/use-refusal-text.ts";
import { PassChoice } from "./pass-choice.tsx";
import { putInCart } from "./put-in-cart.ts";
import { newCardOffers, passOffers, tunnelPeople } from "./tunnel.server.ts";
import { TunnelFrame } from "./tunnel-frame.tsx";
import { passesFor, tunnelLines } from "./tunnel-lines.ts";
import { readTunnel, type TunnelState, tunnel } from "./tunnel-state.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [people, offers, passes] = await Promise.all([tunnelPeople(ctx), newCardOffers(ctx), passOffers(ctx)]);
  return data({ ...people, offers, passes }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Choice of each passenger's pass (§2 "/tunnel/card/selection"). */
export default function TunnelCardSelection() {
  const t = useT();
  return (
    <TunnelFrame
      step="selection"
      title={t("tunnel.selection.title")}
      text={t("tunnel.selection.text")}
      back={(state) =>
        needsNewCard(state)
          ? { href: href("tunnelCardProfiles"), label: t("tunnel.stop.profiles") }
          : { href: href("tunnelMedia"), label: t("tunnel.media.title") }
      }
    >
      {(state) => <Selection state={state} />}
    </TunnelFrame>
  );
}

function Selection({ state }: { state: TunnelState }) {
  const t = useT();
  const navigate = useNavigate();
  const { switches } = usePageContext().network;
  const { travellers, cards, offers, passes } = useLoaderData<typeof loader>();
  const refusalWords = useRefusalWords();
  const [summary, setSummary] = useState<{ message: string }[]>([]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { lines, articles } = tunnelLines(readTunnel(), offers, passes);
    if (lines.length === 0) return setSummary([{ message: t("tunnel.selection.missing") }]);
    const passengers = new Set(state.passengers.map(({ id }) => id));
    const outcome = putInCart(lines, articles, offerOf(switches), passengers);
    if (!outcome.ok) {
      const words = await refusalWords();
      return setSummary([{ message: words(outcome.code) }]);
    }
    void navigate(href("cart"));
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="stack" data-gap="l">
      <ErrorSummary key={JSON.stringify(summary)} title={t("shell.form.problem")} errors={summary} />
      {state.passengers.map((passenger) => {
        const traveller = travellers.find(({ userId }) => userId === passenger.id);
        return traveller === undefined ? null : (
          <PassChoice
            key={passenger.id}
            name={traveller.name}
            passenger={passenger}
            card={state.media === "physical" ? cards.find(({ id }) => id === passenger.media) : undefined}
            isOnPhone={state.media === "dematerialised"}
            passes={passesFor(passes, passenger.id).filter(
              ({ supports }) => state.media === "physical" || supports.includes("DEMATERIALIZED"),
            )}
            chosen={state.passes[passenger.id]}
            choose={(pass) => {
              tunnel.pass(passenger.id, pass);
              setSummary([]);
            }}
          />
        );
      })}
      <Button variant="main" big>
        {t("tunnel.selection.add")}
      </Button>
    </form>
  );
}
