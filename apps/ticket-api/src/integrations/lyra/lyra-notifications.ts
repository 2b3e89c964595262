import { lyraAnswerHolds, lyraToleranceSeconds } from "@guichet/contract/integrations/lyra.ts";
import { isProductionPassword } from "@guichet/contract/integrations/lyra-accounts.ts";
import { z } from "zod";
import type { PaymentHint } from "../payment-provider.ts";
import { jsonOf } from "../provider-response.ts";
import type { LyraSettings } from "./lyra-client.ts";
import { failsAsCredit } from "./lyra-states.ts";

const answer = z.object({
  shopId: z.string(),
  serverDate: z.iso.datetime({ offset: true }),
  orderDetails: z.object({ mode: z.enum(["TEST", "PRODUCTION"]), orderId: z.string().min(1) }),
  transactions: z.array(z.object({ detailedStatus: z.string(), operationType: z.string() })).nullish(),
});

/**
 * Reads a notification (IPN), a form whose field `kr-answer` is signed with the password: undefined if it is forged,
 * stale, of another shop or of the other mode. What a browser brings back is signed with another key and is not one.
 */
export function parseNotification(
  { shopId, password }: Pick<LyraSettings, "shopId" | "password">,
  body: string,
  now: Date,
): PaymentHint | undefined {
  const form = new URLSearchParams(body);
  const signed = form.get("kr-answer") ?? "";
  if (form.get("kr-hash-algorithm") !== "sha256_hmac" || form.get("kr-hash-key") !== "password") return undefined;
  if (!lyraAnswerHolds(password, signed, form.get("kr-hash") ?? "")) return undefined;
  const read = answer.safeParse(jsonOf(signed));
  if (!read.success) return undefined;
  const { serverDate, orderDetails } = read.data;
  const mode = isProductionPassword(password) ? "PRODUCTION" : "TEST";
  const ageMs = Math.abs(now.getTime() - Date.parse(serverDate));
  const isOurs = read.data.shopId === shopId && orderDetails.mode === mode;
  if (!isOurs || ageMs > lyraToleranceSeconds * 1000) return undefined;
  if (read.data.transactions?.some(failsAsCredit)) return { refundsOf: orderDetails.orderId };
  return { sessionId: orderDetails.orderId, reference: orderDetails.orderId };
}
