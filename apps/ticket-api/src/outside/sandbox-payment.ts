import type { PaymentProvider } from "./payment-provider.ts";
export function sandboxPayment(_: { url: string; apiKey: string; notificationSecret: string }): PaymentProvider {
  throw new Error("to come");
}
