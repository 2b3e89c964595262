import type { Campaign, CompensationState } from "@guichet/contract/office/compensations.ts";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

const campaignTones: Record<Campaign["status"], Tone> = {
  draft: "wait",
  awaiting: "wait",
  running: "wait",
  paused: "wait",
  finished: "ok",
  ended: "bad",
  refused: "bad",
};
const compensationTones: Record<CompensationState, Tone> = {
  pending: "wait",
  paid: "ok",
  failed: "bad",
  skipped: "wait",
  cancelled: "bad",
};

/** The state of a campaign in words. */
export function CampaignStamp({ status }: Pick<Campaign, "status">) {
  const t = useT();
  return <Stamp tone={campaignTones[status]}>{t(`campaigns.status.${status}`)}</Stamp>;
}

/** The state of the compensation of one ticket in words. */
export function CompensationStamp({ status }: { status: CompensationState }) {
  const t = useT();
  return <Stamp tone={compensationTones[status]}>{t(`campaigns.compensation.${status}`)}</Stamp>;
}
