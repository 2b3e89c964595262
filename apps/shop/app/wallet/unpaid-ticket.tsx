import type { Ticket } from "@guichet/contract/wallet.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** A ticket blocked by an unpaid order: the reason, and a link to pay. */
export function UnpaidTicket({ ticket: { blockedFor, orderId } }: { ticket: Pick<Ticket, "blockedFor" | "orderId"> }) {
  const t = useT();
  if (!blockedFor.includes("unpaid")) return null;
  return (
    <Notice tone="bad" title={t("wallet.unpaid")}>
      <p>{t("wallet.unpaid.text")}</p>
      <LinkButton variant="main" href={href("invoices", undefined, { order: orderId })}>
        {t("wallet.unpaid.pay")}
      </LinkButton>
    </Notice>
  );
}
