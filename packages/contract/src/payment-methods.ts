import { z } from "zod";

/** How an order is paid: by card, direct debit (`TRANSFER`), or with a deposit or cash at an agency. */
export const PaymentMethod = z.enum(["CARD", "TRANSFER", "DEPOSIT", "CASH"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
