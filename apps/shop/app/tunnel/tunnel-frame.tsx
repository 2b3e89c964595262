import { allowedTunnelStep, type TunnelStep } from "@guichet/rules/tunnel.ts";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Steps } from "@guichet/ui/steps.tsx";
import { type ReactNode, useEffect } from "react";
import { Navigate } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { type TunnelState, useTunnel } from "./tunnel-state.ts";

/** The address of each step. */
export const stepHref: Readonly<Record<TunnelStep, () => string>> = {
  passengers: () => href("tunnelPassengers"),
  media: () => href("tunnelMedia"),
  association: () => href("tunnelCardAssociation"),
  card: () => href("tunnelCard"),
  profiles: () => href("tunnelCardProfiles"),
  selection: () => href("tunnelCardSelection"),
};

const stops = ["passengers", "card", "profiles", "selection"] as const;
const stopOf: Readonly<Record<TunnelStep, number>> = {
  passengers: 0,
  media: 1,
  association: 1,
  card: 1,
  profiles: 2,
  selection: 3,
};
/** Steps that scroll to the top when they open (§2). */
const fromTop: readonly TunnelStep[] = ["passengers", "card", "selection"];

interface TunnelFrameProps {
  step: TunnelStep;
  title: string;
  text: string;
  faulty?: string | undefined;
  /** The previous step. */
  back?: (state: TunnelState) => { href: string; label: string };
  children: (state: TunnelState) => ReactNode;
}

/**
 * Frame of a tunnel step, with the progress. The state is in the browser: the server sends only the frame, and the
 * browser redirects to the first incomplete step (§2).
 */
export function TunnelFrame({ step, title, text, faulty, back, children }: TunnelFrameProps) {
  const t = useT();
  const { user, network } = usePageContext();
  const hydrated = useHydrated();
  const state = useTunnel(user?.userId ?? "");
  const stands = allowedTunnelStep(step, state, { pairing: network.switches.mediaTunnelPairing });
  useEffect(() => {
    if (fromTop.includes(step)) scrollTo(0, 0);
  }, [step]);
  if (hydrated && stands !== step) return <Navigate to={stepHref[stands]()} replace />;
  return (
    <Page narrow>
      <Title faulty={faulty}>{title}</Title>
      <Steps
        label={t("tunnel.steps")}
        passed={t("tunnel.passed")}
        current={stopOf[step]}
        stops={stops.map((stop) => ({ name: t(`tunnel.stop.${stop}`), href: stepHref[stop]() }))}
      />
      {back && <BackLink {...back(state)} />}
      <PageHead title={title}>{text}</PageHead>
      {hydrated ? children(state) : <p className="soft">{t("tunnel.wait")}</p>}
    </Page>
  );
}
