import { createHash } from "node:crypto";
import type { OrderLine } from "@guichet/contract/cart.ts";

/**
 * What makes two carts the same: the lines and the vouchers, whatever their order and however they will be paid, and who
 * places it (null: the holder): nobody is led to the payment of another's order.
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
