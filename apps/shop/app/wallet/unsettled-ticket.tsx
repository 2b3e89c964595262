import type { Ticket } from "@guichet/contract/wallet.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useT } from "../texts/texts.tsx";

/** A ticket that is blocked until the first debit of its order is settled. */
export function UnsettledTicket({ ticket: { blockedFor } }: { ticket: Pick<Ticket, "blockedFor"> }) {
  const t = useT();
  if (!blockedFor.includes("unsettled")) return null;
  return (
    <Notice tone="wait" title={t("wallet.unsettled")}>
      <p>{t("wallet.unsettled.text")}</p>
    </Notice>
  );
}
