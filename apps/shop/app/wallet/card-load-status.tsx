import type { Ticket } from "@guichet/contract/wallet.ts";
import { CardIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { isUsable } from "./ticket-words.ts";

/** Status of a ticket for a transport card: card being produced, card blocked, to be loaded, or loaded on a date. */
export function CardLoadStatus({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const formats = useFormats();
  const { media, state, support } = ticket;
  if (support !== "MEDIA") return null;
  if (media === null) {
    return isUsable(ticket) ? (
      <Notice tone="wait" icon={<CardIcon />} title={t("wallet.card.waits")}>
        {t("wallet.card.waits.text")}
      </Notice>
    ) : null;
  }
  if (state === "blocked") {
    return (
      ticket.blockedFor.includes("incident") && (
        <Notice tone="bad" icon={<CardIcon />} title={t("wallet.card.blocked")}>
          <TextLink href={href("cardIncident", { id: media.mediaId })}>{t("wallet.card.blocked.text")}</TextLink>
        </Notice>
      )
    );
  }
  if (!isUsable(ticket)) return null;
  const digits = { digits: media.lastDigits };
  if (media.loadedAt !== null) {
    return (
      <Notice
        tone="ok"
        icon={<CardIcon />}
        title={t("wallet.card.loaded", { instant: formats.instant(media.loadedAt) })}
      >
        {t("wallet.card.loaded.text", digits)}
      </Notice>
    );
  }
  return media.loads === "stopped" ? (
    <Notice tone="bad" icon={<CardIcon />} title={t("wallet.card.stopped")}>
      {t("wallet.card.stopped.text", digits)}
    </Notice>
  ) : (
    <Notice icon={<CardIcon />} title={t("wallet.card.loads")}>
      {t("wallet.card.loads.text", digits)}
    </Notice>
  );
}
