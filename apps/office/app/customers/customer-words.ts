import type { Translate } from "../shell/texts.tsx";

/** Staff actions with a text, as they are named in audit entries; others are shown by their name. */
const namedActs = [
  "card.block",
  "card.unblock",
  "card.replace",
  "card.make",
  "card.rename",
  "ticket.block",
  "ticket.unblock",
  "traveller.correct",
  "traveller.change",
  "customer.change-email",
  "customer.correct",
  "customer.end-sessions",
  "customer.merge",
  "customer.password-reset",
  "customer.resend-email",
  "customer.start-deletion",
  "customer.withdraw-deletion",
  "submission.take",
  "submission.take-over",
  "submission.accept",
  "submission.refuse",
  "submission.ask",
  "order.correct-delivery",
  "order.move-collection",
  "order.refund",
  "order.refund-awaiting",
  "order.refund-approve",
  "order.refund-refuse",
  "order.refund-release",
  "refund-request.accept",
  "refund-request.accept-first",
  "refund-request.refuse",
  "termination.match",
  "termination.refuse",
] as const;

/** What staff did, in words. */
export function actText(t: Translate, act: string): string {
  const known = namedActs.find((named) => named === act);
  return known === undefined ? act : t(`customers.act.${known}`);
}

/** A means of signing in: the e-mail login, or the id of an identity provider. */
export const signInText = (t: Translate, method: string): string =>
  method === "password" ? t("customers.method.password") : method;
