import type { Ticket } from "@guichet/contract/wallet.ts";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../texts/texts.tsx";
import { stateWords } from "./ticket-words.ts";

const tones: Partial<Record<Ticket["state"], Tone>> = {
  active: "ok",
  pending: "wait",
  blocked: "bad",
  cancelled: "bad",
};

/** The state of a ticket, with an icon in its tone. */
export function StateStamp({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const tone = tones[ticket.state];
  return (
    <Stamp {...(tone ? { tone } : {})} icon={iconOf(tone)}>
      {stateWords(t, ticket)}
    </Stamp>
  );
}

function iconOf(tone: Tone | undefined) {
  if (tone === "ok") return <CheckIcon size="s" />;
  if (tone === "bad") return <AlertIcon size="s" />;
  return <ClockIcon size="s" />;
}
