import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { DeliveryRefusal } from "@guichet/contract/office/orders.ts";
import { Delivery } from "@guichet/contract/orders.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** The typed values of the form, shown again after a refusal. */
export type TypedDelivery = Record<keyof Delivery | "reason", string>;

/** Why an address was not corrected. */
export interface DeliveryRefused {
  code: ErrorCode;
  refusal: DeliveryRefusal | null;
  typed: TypedDelivery;
}

const fields = ["fullname", "addressRoute", "addressPostalCode", "addressCity", "addressState"] as const;

/** Corrects the delivery address of an order by the form of its page; undefined: done. */
export async function correctDeliveryOf(
  ctx: RequestContext,
  network: string,
  orderId: string,
  form: FormData,
): Promise<DeliveryRefused | undefined> {
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const addressOf = (prefix: string) =>
    Delivery.safeParse(Object.fromEntries(fields.map((name) => [name, given(`${prefix}${name}`)])));
  const reason = given("reason");
  const typed = {
    ...(Object.fromEntries(fields.map((name) => [name, given(name)])) as Record<keyof Delivery, string>),
    reason,
  };
  const refusedBy = (code: ErrorCode, refusal: DeliveryRefusal | null = null) => ({ code, refusal, typed });
  if (reason === "") return refusedBy("FIELD_REQUIRED");
  const [delivery, seen] = [addressOf(""), addressOf("seen-")];
  if (!delivery.success || !seen.success) return refusedBy("FIELD_INVALID");
  const values = { orderId, delivery: delivery.data, seen: seen.data, reason };
  const outcome = await ctx.call("correctDelivery", values, network);
  if (outcome.ok) return undefined;
  return refusedBy(outcome.code, DeliveryRefusal.safeParse(outcome.details?.reason).data ?? null);
}
