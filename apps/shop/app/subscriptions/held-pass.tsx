import type { LineWarning } from "@guichet/contract/cart.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { AlertIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import type { ReactNode } from "react";
import { useFormats } from "../formats/formats.ts";
import { type PageUser, usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Maximum number of warnings shown; there is usually one. */
const shownMax = 3;

interface HeldPassesProps {
  warnings: readonly LineWarning[];
  /** The question that the customer answers, if an active subscription is among the passes. */
  children?: ReactNode;
}

/**
 * Warning about passes that a traveller already has for the same days, with links to them. The purchase remains
 * possible (decision 096).
 */
export function HeldPasses({ warnings, children }: HeldPassesProps) {
  const t = useT();
  const { user } = usePageContext();
  const word = useWarningText();
  if (warnings.length === 0) return null;
  return (
    <Notice tone="wait" icon={<AlertIcon />} role="status" title={t("subscriptions.held")}>
      {warnings.slice(0, shownMax).map((warning) => (
        <p key={keyOf(warning)}>
          {word(warning)} <HeldLink warning={warning} user={user} />
        </p>
      ))}
      {children === undefined ? <p>{t("subscriptions.held.anyway")}</p> : <p>{t("subscriptions.duplicate.ask")}</p>}
      {children}
    </Notice>
  );
}

const keyOf = ({ subscriptionId, ticketId, orderId, otherLine, name }: LineWarning): string =>
  `${subscriptionId ?? ticketId ?? orderId ?? otherLine} ${name}`;

/** Returns the text of a warning: the pass, its traveller and its validity. */
function useWarningText(): (warning: LineWarning) => string {
  const t = useT();
  const { shortDay } = useFormats();
  const { user, network } = usePageContext();
  const dayOf = (instant: string) => shortDay(dayIn(instant, network.timeZone));
  return ({ code, travellerId, firstName, name, startsAt, endsAt }) => {
    const own = travellerId === user?.userId || firstName === "";
    if (code === "ALREADY_IN_CART") {
      return own ? t("subscriptions.held.cart.own", { name }) : t("subscriptions.held.cart", { name, firstName });
    }
    if (endsAt === null) {
      return own ? t("subscriptions.held.renews.own", { name }) : t("subscriptions.held.renews", { name, firstName });
    }
    const days = { from: dayOf(startsAt), to: dayOf(new Date(Date.parse(endsAt) - 1).toISOString()) };
    return own
      ? t("subscriptions.held.period.own", { name, ...days })
      : t("subscriptions.held.period", { name, firstName, ...days });
  };
}

/** Link to the pass; only the account holder gets a link to a subscription, and guests get none. */
function HeldLink({ warning, user }: { warning: LineWarning; user: PageUser | null }) {
  const t = useT();
  const { subscriptionId, ticketId, orderId, name } = warning;
  if (user === null || user.isGuest) return null;
  const about = <VisuallyHidden> ({name})</VisuallyHidden>;
  if (subscriptionId !== undefined && user.isParent) {
    return (
      <TextLink href={href("tacitOne", { id: subscriptionId })}>
        {t("subscriptions.held.see.subscription")}
        {about}
      </TextLink>
    );
  }
  if (ticketId !== undefined) {
    return (
      <TextLink href={href("wallet", undefined, { ticket: ticketId })}>
        {t("subscriptions.held.see.ticket")}
        {about}
      </TextLink>
    );
  }
  if (orderId === undefined) return null;
  return (
    <TextLink href={href("invoices", undefined, { order: orderId })}>
      {t("subscriptions.held.see.order")}
      {about}
    </TextLink>
  );
}
