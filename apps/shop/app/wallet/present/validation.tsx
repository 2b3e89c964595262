import type { Ticket } from "@guichet/contract/wallet.ts";
import type { Ride } from "@guichet/rules/rides.ts";
import { CheckIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useEffect, useRef } from "react";
import { useFormats } from "../../formats/formats.ts";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { isRunning } from "../ticket-words.ts";
import { signalValidation } from "./validation-signal.ts";

type ActionProps = { ticket: Ticket; ride: Ride | null; now: number };

/** The button that validates the ticket, or records a change during a trip. */
export function ValidateLink({ ticket, ride, now }: ActionProps) {
  const t = useT();
  const to = href("wallet", undefined, { ticket: ticket.ticketId, use: "1" });
  if (ticket.punch !== null) {
    return (
      <LinkButton variant={ride === null ? "main" : "plain"} big href={to}>
        {t("wallet.present.validate")}
      </LinkButton>
    );
  }
  return isRunning(ticket, now) ? <LinkButton href={to}>{t("wallet.use.change")}</LinkButton> : null;
}

/** The time of the validation just made, visible, audible and felt. */
export function Validated({ ticket, ride }: Pick<ActionProps, "ticket" | "ride">) {
  const t = useT();
  const formats = useFormats();
  const last = ticket.uses?.[0];
  const signalled = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (last === undefined || signalled.current === last.useId) return;
    signalled.current = last.useId;
    signalValidation();
  }, [last]);
  return (
    <div className="full-ticket-done" role="status">
      <CheckIcon />
      <p>
        <b>{last ? t("wallet.ride.validated", { time: formats.time(last.usedAt) }) : t("wallet.used")}</b>
        {ride && (
          <>
            <br />
            {t("wallet.ride.until", { time: formats.time(new Date(ride.until).toISOString()) })}
          </>
        )}
      </p>
    </div>
  );
}
