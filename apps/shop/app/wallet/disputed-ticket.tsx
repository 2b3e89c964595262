import type { Ticket } from "@guichet/contract/wallet.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { useT } from "../texts/texts.tsx";

/** A ticket that is blocked because its payment is disputed at the bank. */
export function DisputedTicket({ ticket: { blockedFor } }: { ticket: Pick<Ticket, "blockedFor"> }) {
  const t = useT();
  if (!blockedFor.includes("disputed")) return null;
  return (
    <Notice tone="bad" title={t("wallet.disputed")}>
      <p>{t("wallet.disputed.text")}</p>
    </Notice>
  );
}
