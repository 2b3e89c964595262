import type { LineWarning } from "@guichet/contract/cart.ts";

/** What identifies an answer: the traveller, and the active subscription that the traveller has. */
export const duplicateKey = ({ travellerId, subscriptionId = "" }: LineWarning): string =>
  `${travellerId} ${subscriptionId}`;

/** The warnings that the customer has to answer before the order, each subscription of a traveller once (decision 096). */
export function duplicatesToConfirm(warnings: readonly LineWarning[]): LineWarning[] {
  const asked = warnings.filter(({ mustConfirm }) => mustConfirm);
  return asked.filter((one, place) => asked.findIndex((other) => duplicateKey(other) === duplicateKey(one)) === place);
}

/** The warnings that are still to be answered. */
export const unconfirmed = (warnings: readonly LineWarning[], answered: readonly string[]): LineWarning[] =>
  duplicatesToConfirm(warnings).filter((one) => !answered.includes(duplicateKey(one)));
