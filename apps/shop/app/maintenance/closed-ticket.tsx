import { useHydrated } from "@guichet/ui/hydrated.ts";
import { ClockIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { formatsFor } from "@guichet/web/formats.ts";
import type { ReactNode } from "react";
import { useFrame } from "../page/frame.tsx";
import { useT } from "../texts/texts.tsx";

interface ClosedTicketProps {
  name: string | null;
  email: string | null;
  end: string | null;
  timeZone: string;
  actions?: ReactNode;
}

/** Maintenance notice: end time if known, and contact. Times are in the network's zone until the browser provides the user's. */
export function ClosedTicket({ name, email, end, timeZone, actions }: ClosedTicketProps) {
  const t = useT();
  const { language } = useFrame();
  const ownZone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone;
  const until = end === null ? undefined : formatsFor(language, ownZone).instant(end);
  return (
    <StateTicket
      level={1}
      ink="wait"
      icon={<ClockIcon size="s" />}
      {...(name === null ? {} : { kind: name })}
      title={t("maintenance.title")}
      actions={actions}
    >
      {until === undefined ? t("maintenance.text") : t("maintenance.until", { instant: until })}
      {email !== null && (
        <>
          {" "}
          {t("maintenance.question")}
          <br />
          <TextLink href={`mailto:${email}`}>{email}</TextLink>
        </>
      )}
    </StateTicket>
  );
}
