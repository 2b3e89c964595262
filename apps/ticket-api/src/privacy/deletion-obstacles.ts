import type { DeletionObstacle } from "@guichet/contract/accounts.ts";
import { type ErrorDetails, err } from "@guichet/contract/result.ts";
import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { openOrdersOf } from "../order-records/order-personal-data-store.ts";
import { unpaidInstallmentsOf } from "../payment-records/personal-data-store.ts";
import type { NamedSubscription } from "../subscription-records/subscription-name.ts";
import { runningSubscriptions } from "../subscription-records/subscription-store.ts";

/** One thing that must be over before an account may go: an open order, a running subscription, an unpaid installment. */
export interface Obstacle {
  reason: z.infer<typeof DeletionObstacle>;
  id: string;
  /** How its owner knows it: an order's number. */
  name: string;
}

/** What a subscription is called by who reads it. */
export type Naming = (subscription: NamedSubscription) => string;
type Look = (db: Database | Tx, networkId: string, accountId: string, naming: Naming) => Promise<Obstacle[]>;

/** The one place where a room says what of it stands in the way of a deletion. */
const looks: readonly Look[] = [
  async (db, networkId, accountId) =>
    (await openOrdersOf(db, networkId, accountId)).map(({ id, number }) => ({ reason: "order", id, name: number })),
  async (db, networkId, accountId, naming) =>
    (await runningSubscriptions(db, { networkId, accountId })).map((one) => ({
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

/** What stands in the way now; empty: nothing. Without `naming` a subscription is called as its order was. */
export async function deletionObstacles(
  db: Database | Tx,
  networkId: string,
  accountId: string,
  naming: Naming = ({ name }) => name,
): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  for (const look of looks) found.push(...(await look(db, networkId, accountId, naming)));
  return found;
}

/** Refuses with the first reason, and everything that stands in the way for it. */
export function blockedBy(obstacles: readonly [Obstacle, ...Obstacle[]]) {
  const [{ reason }] = obstacles;
  const alike = obstacles.filter((obstacle) => obstacle.reason === reason);
  const details: ErrorDetails = { reason, ids: alike.map(({ id }) => id), names: alike.map(({ name }) => name) };
  return err("DELETION_BLOCKED", details);
}

export const isBlocked = (obstacles: readonly Obstacle[]): obstacles is readonly [Obstacle, ...Obstacle[]] =>
  obstacles.length > 0;
