import { RefreshIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { SubscriptionNote } from "./subscriptions.server.ts";

/** Renewal note on a receipt or ticket of a subscription: next renewal, and link to manage it. */
export function BoughtSubscription({ note: { subscriptionId, nextDebit } }: { note: SubscriptionNote }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Notice icon={<RefreshIcon />} title={t("subscriptions.bought")}>
      <p>
        {nextDebit === null
          ? t("subscriptions.bought.no-next")
          : t("subscriptions.bought.next", {
              amount: formats.money(nextDebit.amount),
              day: formats.day(nextDebit.on),
            })}
      </p>
      <p>
        <TextLink href={href("tacitOne", { id: subscriptionId })}>{t("subscriptions.bought.manage")}</TextLink>
      </p>
    </Notice>
  );
}
