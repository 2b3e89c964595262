import { invoiceArchiveYears } from "@guichet/contract/limits/personal-data-limits.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import type { DeletionObstacleNotice } from "./deletion.server.ts";

/** Data that a deletion erases, data that is retained and why, and how to withdraw the request. */
export function DeletionConsequences() {
  const t = useT();
  return (
    <>
      <Sheet title={t("accounts.deletion.erased")} id="goes">
        <ul className="list-disc ps-5">
          <li>{t("accounts.deletion.erased.person")}</li>
          <li>{t("accounts.deletion.erased.tickets")}</li>
          <li>{t("accounts.deletion.erased.cards")}</li>
          <li>{t("accounts.deletion.erased.orders")}</li>
        </ul>
      </Sheet>
      <Sheet title={t("accounts.deletion.stays")} id="stays">
        <p>{t("accounts.deletion.stays.text", { years: invoiceArchiveYears })}</p>
        <p>
          <T id="accounts.deletion.stays.more" components={{ privacy: <TextLink href={href("privacyPolicy")} /> }} />
        </p>
      </Sheet>
    </>
  );
}

/** Notice of what prevents the deletion, with links to resolve it. */
export function DeletionBlocked({ obstacle }: { obstacle: DeletionObstacleNotice }) {
  const t = useT();
  return (
    <Notice tone="wait" role="status" title={t("accounts.deletion.hindered")}>
      <p>{t(`accounts.deletion.hindered.${obstacle.reason}`)}</p>
      <ul className="list-disc ps-5">
        {obstacle.each.map(({ id, name }) => (
          <li key={id}>
            {obstacle.reason === "subscription" ? (
              <TextLink href={href("tacitOne", { id })}>{name}</TextLink>
            ) : (
              <TextLink href={href("invoices", undefined, { order: id })}>
                <T
                  id="accounts.deletion.hindered.one"
                  values={{ number: name }}
                  components={{ number: <bdi dir="ltr" /> }}
                />
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      {obstacle.reason === "subscription" && (
        <LinkButton variant="quiet" href={href("tacit")}>
          {t("accounts.deletion.hindered.subscriptions")}
        </LinkButton>
      )}
    </Notice>
  );
}
