import { z } from "zod";

const optional = z.string().nullish();

/** The fields of Lyra's transaction that are read. */
export const transaction = z.object({
  uuid: z.string().min(1),
  amount: z.int().nonnegative(),
  currency: z.string(),
  detailedStatus: z.string(),
  operationType: z.string(),
  creationDate: z.string(),
  errorCode: optional,
  detailedErrorCode: optional,
  paymentMethodToken: optional,
  transactionDetails: z
    .object({
      cardDetails: z
        .object({
          effectiveBrand: optional,
          pan: optional,
          expiryMonth: z.number().int().nullish(),
          expiryYear: z.number().int().nullish(),
          initialIssuerTransactionIdentifier: optional,
        })
        .nullish(),
    })
    .nullish(),
});
export type Transaction = z.infer<typeof transaction>;

/** Answer of `Order/Get` and of `Charge/CreatePayment`: the transactions of one reference. */
export const transactions = z.object({ transactions: z.array(transaction).nullish() });

/** Answer of `Charge/CreatePaymentOrder`. */
export const paymentOrder = z.object({ paymentOrderId: z.string().min(1), paymentURL: z.url() });

/** Answer of `Token/Get`: a saved card. */
export const token = z.object({
  paymentMethodToken: z.string(),
  cancellationDate: optional,
  customer: z.object({ reference: optional }).nullish(),
});

/** An answer of which nothing is read. */
export const anything = z.object({});

/** A debit of the customer, or the check of a card that is saved. */
export const isDebit = ({ operationType }: Transaction): boolean => operationType !== "CREDIT";
