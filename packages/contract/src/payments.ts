import { z } from "zod";
import { call } from "./call.ts";
import { Id } from "./values.ts";

/** How a payment stands for the customer who is back from the provider (§4 "Payment outcomes"). */
export const PaymentOutcome = z.enum(["CONFIRMED", "REFUSED", "CANCELLED", "CHECKING"]);
export type PaymentOutcome = z.infer<typeof PaymentOutcome>;

export const acknowledge = call("payments", "POST", "/Payment/acknowledge.json", {
  summary: "The customer is back: asks the provider how the payment stands, and waits a little for an answer.",
  section: "§7",
  session: "user",
  opensTo: ["card"],
  request: { orderId: Id },
  answer: { outcome: PaymentOutcome, orderId: Id },
  refusals: ["NOT_FOUND"],
});
