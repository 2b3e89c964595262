import type { RequestIn } from "@guichet/contract/call.ts";
import type { closeDrawer, openDrawer } from "@guichet/contract/office/counter.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { typedAmount } from "../refunds/typed-amount.ts";

export const drawerFields = ["agencyId", "openingAmount", "countedAmount", "reason"] as const;
export type DrawerField = (typeof drawerFields)[number];
export type TypedDrawer = Record<DrawerField, string>;

export const drawerTypedIn = (form: FormData): TypedDrawer =>
  Object.fromEntries(drawerFields.map((name) => [name, `${form.get(name) ?? ""}`.trim()])) as TypedDrawer;

type Wrong = "FIELD_REQUIRED" | "FIELD_INVALID";

export function openingOf(typed: TypedDrawer, currency: string): Result<RequestIn<typeof openDrawer>, Wrong> {
  const { agencyId } = typed;
  if (agencyId === "") return err("FIELD_REQUIRED", { field: "agencyId" });
  const openingAmount = cashIn("openingAmount", typed.openingAmount, currency);
  return openingAmount.ok ? ok({ agencyId, openingAmount: openingAmount.value }) : openingAmount;
}

export function closingOf(
  drawerId: string,
  typed: TypedDrawer,
  currency: string,
): Result<RequestIn<typeof closeDrawer>, Wrong> {
  const countedAmount = cashIn("countedAmount", typed.countedAmount, currency);
  if (!countedAmount.ok) return countedAmount;
  const reason = typed.reason === "" ? {} : { reason: typed.reason };
  return ok({ drawerId, countedAmount: countedAmount.value, ...reason });
}

/** An amount of cash; a drawer may be empty. */
function cashIn(field: DrawerField, text: string, currency: string) {
  if (text === "") return err("FIELD_REQUIRED", { field });
  const amount = typedAmount(text, currency, { mayBeZero: true });
  return amount === undefined ? err("FIELD_INVALID", { field }) : ok(amount);
}
