import type { GuestLink } from "../email-contents.ts";
import type { EmailContext } from "../email-template.ts";

/** An order of which an e-mail has a button. */
interface LinkedOrder {
  orderId: string;
  guestLink?: GuestLink | null;
}

/**
 * The button to an order: in the account, at `ownPath`, or by a guest's signed link, with the day until which it is valid.
 */
export function orderButton(
  label: string,
  { orderId, guestLink }: LinkedOrder,
  { t, link, dayOf }: EmailContext,
  ownPath = `/account/invoices?order=${orderId}`,
) {
  if (guestLink == null) return { button: { label, link: link(ownPath) } };
  return {
    button: { label, link: link(guestLink.path) },
    after: [t("order-emails.guest-link", { day: dayOf(guestLink.until) })],
  };
}
