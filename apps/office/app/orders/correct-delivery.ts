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
  /** The address that the form was filled in for. */
  seen: Record<keyof Delivery, string>;
}

const fields = ["fullname", "addressRoute", "addressPostalCode", "addressCity", "addressState"] as const;

/** Corrects the delivery address of an order by the form of its page, unless it is the same. */
export async function correctDeliveryOf(
  ctx: Pick<RequestContext, "call">,
  network: string,
  orderId: string,
  form: FormData,
): Promise<DeliveryRefused | "corrected" | "unchanged"> {
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const addressOf = (prefix: string) =>
    Object.fromEntries(fields.map((name) => [name, given(`${prefix}${name}`)])) as Record<keyof Delivery, string>;
  const reason = given("reason");
  const [typedAddress, seenAddress] = [addressOf(""), addressOf("seen-")];
  const typed = { ...typedAddress, reason };
  const refusedBy = (code: ErrorCode, refusal: DeliveryRefusal | null = null) => ({
    ...{ code, refusal, typed },
    seen: seenAddress,
  });
  if (reason === "") return refusedBy("FIELD_REQUIRED");
  const [delivery, seen] = [typedAddress, seenAddress].map((address) => Delivery.safeParse(address));
  if (!delivery?.success || !seen?.success) return refusedBy("FIELD_INVALID");
  const values = { orderId, delivery: delivery.data, seen: seen.data, reason };
  const outcome = await ctx.call("correctDelivery", values, network);
  const isSame = fields.every((name) => delivery.data[name] === seen.data[name]);
  if (outcome.ok) return isSame ? "unchanged" : "corrected";
  return refusedBy(outcome.code, DeliveryRefusal.safeParse(outcome.details?.reason).data ?? null);
}
