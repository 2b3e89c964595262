import type { StaffDispute } from "@guichet/contract/office/disputes.ts";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

const tones: Record<StaffDispute["state"], Tone> = {
  inquiry: "bad",
  "needs-response": "bad",
  "under-review": "wait",
  won: "ok",
  lost: "bad",
  closed: "ok",
};

/** The state of a dispute in words; evidence that is on its way or submitted is stated instead of awaited. */
export function DisputeStamp({ dispute: { state, evidence } }: { dispute: Pick<StaffDispute, "state" | "evidence"> }) {
  const t = useT();
  const isAwaited = state === "inquiry" || state === "needs-response";
  if (isAwaited && evidence !== null && evidence.state !== "refused")
    return <Stamp tone="wait">{t(`disputes.state.${evidence.state}`)}</Stamp>;
  return <Stamp tone={tones[state]}>{t(`disputes.state.${state}`)}</Stamp>;
}
