import type { FoundCard } from "@guichet/contract/office/transport-cards.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import type { Translate } from "../shell/texts.tsx";
import { useT } from "../shell/texts.tsx";

const tones = { active: "ok", blocked: "bad", replaced: "wait", expired: "wait" } as const;

/** The state of a card as a stamp with text and tone. */
export function CardStamp({ card }: { card: Pick<FoundCard, "state" | "incident"> }) {
  const t = useT();
  const state = t(`transport-cards.state.${card.state}`);
  const incident =
    card.incident && card.state !== "active" ? ` · ${t(`transport-cards.incident.${card.incident}`)}` : "";
  return <Stamp tone={tones[card.state]}>{state + incident}</Stamp>;
}

const ticketStates = [
  "pending",
  "active",
  "blocked",
  "moved",
  "expired",
  "used up",
  "transferred",
  "cancelled",
] as const;

export function ticketState(t: Translate, status: string): string {
  const known = ticketStates.find((state) => state === status);
  return known === undefined ? status : t(`transport-cards.ticket.${known}`);
}

/** Describes an action of the staff on a card. */
export function auditEntryText(t: Translate, act: string, name: string): string {
  const verb = (["block", "unblock", "replace", "make", "issue", "rename"] as const).find(
    (known) => act === `card.${known}`,
  );
  return verb === undefined
    ? t("transport-cards.audit.other", { name, act })
    : t(`transport-cards.audit.${verb}`, { name });
}
