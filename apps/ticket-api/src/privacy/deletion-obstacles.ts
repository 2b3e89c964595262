import type { DeletionObstacle } from "@guichet/contract/accounts.ts";
import { type ErrorDetails, err } from "@guichet/contract/result.ts";
import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { openOrdersOf } from "../order-records/order-personal-data-store.ts";
import { unpaidInstallmentsOf } from "../payment-records/personal-data-store.ts";
import type { NamedSubscription } from "../subscription-records/subscription-name.ts";
import { renewingSubscriptions } from "../subscription-records/subscription-store.ts";

/** Something that must end before an account is erased: an open order, a subscription that will be charged again, an unpaid installment. */
export interface Obstacle {
  reason: z.infer<typeof DeletionObstacle>;
  id: string;
  /** The name that its owner knows: an order's number. */
  name: string;
}

/** Names a subscription in the reader's language. */
export type Naming = (subscription: NamedSubscription) => string;
type ObstacleQuery = (db: Database | Tx, networkId: string, accountId: string, naming: Naming) => Promise<Obstacle[]>;

/** The only list of what may block a deletion, by module. */
const obstacleQueries: readonly ObstacleQuery[] = [
  async (db, networkId, accountId) =>
    (await openOrdersOf(db, networkId, accountId)).map(({ id, number }) => ({ reason: "order", id, name: number })),
  async (db, networkId, accountId, naming) =>
    (await renewingSubscriptions(db, { networkId, accountId })).map((one) => ({
      reason: "subscription",
      id: one.id,
      name: naming(one),
    })),
  async (db, networkId, accountId) =>
    (await unpaidInstallmentsOf(db, networkId, accountId)).map(({ id, number }) => ({
      reason: "installment",
      id,
      name: number,
    })),
];

/** Everything that blocks the deletion now. Without `naming` a subscription has the name from its order. */
export async function deletionObstacles(
  db: Database | Tx,
  networkId: string,
  accountId: string,
  naming: Naming = ({ name }) => name,
): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  for (const query of obstacleQueries) found.push(...(await query(db, networkId, accountId, naming)));
  return found;
}

/** Refuses with the first reason, and lists all obstacles of that reason. */
export function blockedBy(obstacles: readonly [Obstacle, ...Obstacle[]]) {
  const [{ reason }] = obstacles;
  const sameReason = obstacles.filter((obstacle) => obstacle.reason === reason);
  const details: ErrorDetails = {
    reason,
    ids: sameReason.map(({ id }) => id),
    names: sameReason.map(({ name }) => name),
  };
  return err("DELETION_BLOCKED", details);
}

export const isBlocked = (obstacles: readonly Obstacle[]): obstacles is readonly [Obstacle, ...Obstacle[]] =>
  obstacles.length > 0;
