import type { AlertState } from "@guichet/contract/office/alerts/alerts.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

const tones = { displayed: { tone: "ok" }, planned: { tone: "wait" }, past: {}, withdrawn: {} } as const;

/** Whether an alert is displayed at this moment. */
export function AlertStamp({ state }: { state: AlertState }) {
  const t = useT();
  return <Stamp {...tones[state]}>{t(`alerts.state.${state}`)}</Stamp>;
}
