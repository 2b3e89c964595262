import type { Ticket } from "@guichet/contract/wallet.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../../formats/formats.ts";
import { useT } from "../../texts/texts.tsx";
import { isRunning } from "../ticket-words.ts";

/** Confirmation of the last action and, during a trip, the end of the trip. */
export function FlashMessage({ flash, ticket, now }: { flash: string | null; ticket: Ticket; now: number }) {
  const t = useT();
  const formats = useFormats();
  if (flash === "given-ERROR") {
    return (
      <Notice tone="bad" role="alert">
        {t("wallet.given.error")}
      </Notice>
    );
  }
  const last = ticket.uses?.[0];
  const until = isRunning(ticket, now) ? ticket.tripUntil : flash === "used" ? last?.validUntil : null;
  if (until) {
    const words = t("wallet.used.until", { instant: formats.instant(until) });
    return <Notice tone="ok" role="status" title={words} />;
  }
  const title =
    flash === "used"
      ? t("wallet.used")
      : flash === "given-DONE"
        ? t("wallet.given.done")
        : flash === "given-PENDING"
          ? t("wallet.given.pending")
          : undefined;
  return title === undefined ? null : <Notice tone="ok" role="status" title={title} />;
}
