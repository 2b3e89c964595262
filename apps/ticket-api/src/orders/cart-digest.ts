import { createHash } from "node:crypto";
import type { OrderLine } from "@guichet/contract/cart.ts";

/**
 * Identifies a cart: the same lines and vouchers have the same digest, in any order and with any payment method. The
 * person who places the order counts too (null: the holder), so that nobody is sent to the payment of another person's
 * order.
 */
export function cartDigest(
  articles: readonly OrderLine[],
  vouchers: readonly string[],
  placedBy: string | null,
): string {
  const lines = articles
    .map((line) =>
      JSON.stringify(
        Object.entries(line)
          .sort(byKey)
          .map(([key, value]) => [key, sorted(value)]),
      ),
    )
    .sort();
  const codes = vouchers.map((code) => code.trim().toUpperCase()).sort();
  return createHash("sha256")
    .update(JSON.stringify(placedBy === null ? [lines, codes] : [lines, codes, placedBy]))
    .digest("base64url");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(byKey)
    .map(([key, inner]) => [key, sorted(inner)]);
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);
