import { travellersPerAccountMax } from "@guichet/contract/limits/account-limits.ts";
import type { MergeObstacle } from "@guichet/contract/office/customer-service/merge.ts";
import type { Account } from "../account-records/account-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { passwordProvider } from "../network-registry/sign-in-providers.ts";
import { openOrdersOf } from "../order-records/order-personal-data-store.ts";
import { activeTravellers, addressProof, isSavingCard, ordersBeingPaid } from "./merge-store.ts";

/** Something that prevents a merge, with the numbers of orders or the providers that it is about. */
export interface Obstacle {
  kind: MergeObstacle;
  names: string[];
}

/**
 * Everything that prevents the merge of `absorbed` into `remaining` now. A sign-in at an identity provider belongs to one person and
 * is not moved: the account that has it remains. Its address has to be proved by its owner, as before guest orders join (decision 101):
 * it may have been opened by a stranger, who would get everything.
 */
export async function mergeObstacles(db: Database | Tx, remaining: Account, absorbed: Account): Promise<Obstacle[]> {
  if (remaining.id === absorbed.id) return [{ kind: "same-account", names: [] }];
  const { networkId, id } = absorbed;
  const open = await openOrdersOf(db, networkId, id);
  const paid = await ordersBeingPaid(db, id);
  // A guest has no sign-in of their own: at most that of a transport card, which moves.
  const providers = absorbed.guest ? [] : absorbed.providers.filter((one) => one !== passwordProvider);
  const travellers = (await activeTravellers(db, remaining.id)) + (await activeTravellers(db, id));
  const isFull = !absorbed.guest && travellers > travellersPerAccountMax;
  const found: [MergeObstacle, boolean, string[]][] = [
    ["remaining-is-guest", remaining.guest, []],
    ["remaining-unproved", (await addressProof(db, remaining.id)) === "missing", []],
    ["deletion", remaining.erasesAt !== null || absorbed.erasesAt !== null, []],
    ["open-order", open.length > 0, open.map(({ number }) => number)],
    ["payment-under-way", paid.length > 0 || (await isSavingCard(db, id)), paid],
    ["identity-provider", providers.length > 0, providers],
    ["travellers", isFull, []],
  ];
  return found.filter(([, isOne]) => isOne).map(([kind, , names]) => ({ kind, names }));
}
