import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { UnpaidTicket } from "./account-overview.server.ts";

/** Tickets of the account are suspended because their order is unpaid: where it is paid. */
export function UnpaidNotice({ unpaid }: { unpaid: UnpaidTicket | undefined }) {
  const t = useT();
  if (unpaid === undefined) return null;
  return (
    <Notice tone="bad" title={t("accounts.unpaid")}>
      <p>{t("accounts.unpaid.text", { name: unpaid.name })}</p>
      <LinkButton variant="main" href={href("invoices", undefined, { order: unpaid.orderId })}>
        {t("accounts.unpaid.pay")}
      </LinkButton>
    </Notice>
  );
}
