import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { UnpaidTicket } from "./account-overview.server.ts";

/** Notice about tickets suspended because their order is unpaid, with a link to pay it. */
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
